import { expect, it } from 'vitest';
import { getCurrentUser } from '#contract/auth.ts';
import type { ProjectId } from '#contract/ids.ts';
import { MAX_TOKENS } from '#contract/limits.ts';
import { getMediaToken } from '#contract/media.ts';
import {
  assignTranscripts,
  createProject,
  deleteProject,
  listProjects,
  listProjectTranscripts,
} from '#contract/projects.ts';
import { TokenScope } from '#contract/token-scopes.ts';
import { createToken, listTokens, revokeToken } from '#contract/tokens.ts';
import { deleteTranscript, getTranscript, listTranscripts, updateTranscript } from '#contract/transcripts.ts';
import { signOut } from '#server/features/auth/operator.ts';
import { sweepTokens } from '#server/features/tokens/service.ts';
import { sharedApp } from '#tests/support/app.ts';
import type { Person } from '#tests/support/person.ts';
import { seedTranscript } from '#tests/support/projects.ts';
import { wavRecording } from '#tests/support/recordings.ts';
import { secondNode } from '#tests/support/second-node.ts';
import { openWindow } from '#tests/support/windows.ts';

const ALL = TokenScope.options;

/** A person's token, and a program that has it. */
async function program(person: Person, scopes: readonly TokenScope[] = ALL, projectId?: ProjectId) {
  const body = { name: 'A script', scopes: [...scopes], ...(projectId ? { projectId } : {}) };
  const created = await person.call(createToken, { body });
  return { ...created, program: person.withToken(created.token) };
}

it('shows a new token once, and keeps what nobody can act with', async () => {
  const test = await sharedApp();
  const ann = await test.person('Ann');
  const body = { name: ' Backup ', scopes: ['write' as const, 'read' as const, 'read' as const] };
  const { token, ...made } = await ann.call(createToken, { body });
  expect(token).toMatch(/^tps_[0-9A-Za-z]{36}$/);
  expect(made).toMatchObject({
    name: 'Backup',
    ending: token.slice(-4),
    scopes: ['read', 'write'],
    project: null,
    hasExpired: false,
    lastUse: null,
  });
  const days = (Date.parse(made.expiresAt) - Date.parse(made.createdAt)) / 86_400_000;
  expect(Math.round(days)).toBe(90);
  expect(await ann.call(listTokens, {})).toEqual([made]);
  const [row] = await test.sql('select access_tokens::text as whole from access_tokens where id = $1', [
    made.id,
  ]);
  expect(String(row?.whole)).not.toContain(token.slice(4, -4));
  expect((await ann.withToken(token).call(getCurrentUser, {})).id).toBe(ann.user?.id);
});

it('notes when a token was last used, from where, and by which program', async () => {
  const test = await sharedApp();
  const ann = await test.person('Ann');
  const { token } = await program(ann);
  const use = (program: string) =>
    test.app.inject({
      url: getCurrentUser.path,
      remoteAddress: '203.0.113.9',
      headers: { authorization: `bearer  ${token} `, 'user-agent': program },
    });
  const noted = async () => (await ann.call(listTokens, {}))[0]?.lastUse;
  expect((await use(`backup/1.0 ${'x'.repeat(1000)}`)).statusCode).toBe(200);
  const first = await noted();
  expect(first).toMatchObject({
    address: '203.0.113.9',
    program: expect.stringMatching(/^backup\/1\.0 x{289}$/),
  });
  // At most once a minute.
  await use('other/2.0');
  expect(await noted()).toEqual(first);
  await test.sql("update access_tokens set last_used_at = now() - interval '61 seconds'");
  await use('other/2.0');
  expect(await noted()).toMatchObject({ program: 'other/2.0' });
});

it('tells a program why its token is refused, whatever else it sends', async () => {
  const test = await sharedApp();
  const ann = await test.person('Ann');
  const { token, id } = await program(ann);
  const { token: expired, id: expiredId } = await program(ann);
  await test.sql('update access_tokens set expires_at = now() where id = $1', [expiredId]);
  const answer = async (authorization: string) => {
    // The cookie of the person who is signed in changes nothing.
    const headers = { authorization, cookie: ann.cookie };
    const response = await test.app.inject({ url: getCurrentUser.path, headers });
    return [response.statusCode, response.json().code];
  };
  expect(await answer(`Bearer ${expired}`)).toEqual([401, 'token_expired']);
  const mistyped = `${token.slice(0, -1)}${token.endsWith('a') ? 'b' : 'a'}`;
  for (const wrong of [mistyped, '', 'tps_', 'x'.repeat(5000), '\u00e9']) {
    expect(await answer(`Bearer ${wrong}`), wrong).toEqual([401, 'token_unknown']);
  }
  expect(await answer(token)).toEqual([401, 'token_unknown']);
  expect(await answer(`Basic ${token}`)).toEqual([401, 'token_unknown']);
  await ann.call(revokeToken, { params: { id } });
  expect(await answer(`Bearer ${token}`)).toEqual([401, 'token_revoked']);
  // A proxy in front of us may ask for a password of its own.
  expect(await answer('Basic YW5uOmhvcnNl')).toEqual([200, undefined]);
  // In a month, nobody uses it any more.
  await test.sql("update access_tokens set revoked_at = now() - interval '31 days' where id = $1", [id]);
  await sweepTokens(test.deps);
  expect(await answer(`Bearer ${token}`)).toEqual([401, 'token_unknown']);
  expect(await answer(`Bearer ${expired}`)).toEqual([401, 'token_expired']);
});

it('refuses a token in an address, and says to revoke it', async () => {
  const test = await sharedApp();
  const { token } = await program(await test.person('Ann'));
  for (const name of ['token', 'access_token']) {
    const response = await test.app.inject({ url: getCurrentUser.path, query: { [name]: token } });
    expect([response.statusCode, response.json().code]).toEqual([400, 'token_in_address']);
    expect(response.json().message).toContain('Revoke this one');
  }
});

it('needs no page of ours to send a change: no page can send a token', async () => {
  const test = await sharedApp();
  const ann = await test.person('Ann');
  const id = await seedTranscript(test, ann);
  const { token } = await program(ann);
  const change = (headers: Record<string, string>) =>
    test.app.inject({
      method: 'PATCH',
      url: updateTranscript.path.replace(':id', String(id)),
      payload: { title: 'By a program' },
      headers: { origin: 'https://elsewhere.example', ...headers },
    });
  expect((await change({ cookie: ann.cookie })).statusCode).toBe(403);
  expect((await change({ authorization: `Bearer ${token}` })).statusCode).toBe(200);
  expect((await ann.call(getTranscript, { params: { id } })).title).toBe('By a program');
});

it('ends a token with its person, and all of them when somebody else may have got in', async () => {
  const test = await sharedApp();
  const [ann, bob] = [await test.person('Ann'), await test.person('Bob')];
  const { program: hers } = await program(ann);
  const { program: his } = await program(bob);
  await test.sql('delete from users where id = $1', [ann.user?.id]);
  await expect(hers.call(getCurrentUser, {})).rejects.toMatchObject({ code: 'token_unknown' });
  await his.call(getCurrentUser, {});
  await signOut(test.deps, bob.email);
  await expect(his.call(getCurrentUser, {})).rejects.toMatchObject({ code: 'token_revoked' });
});

it("lists and revokes nobody else's tokens, and each only once", async () => {
  const test = await sharedApp();
  const [ann, bob] = [await test.person('Ann'), await test.person('Bob')];
  const { id, program: hers } = await program(ann);
  expect(await bob.call(listTokens, {})).toEqual([]);
  const unknown = { status: 404, code: 'token_not_found' };
  await expect(bob.call(revokeToken, { params: { id } })).rejects.toMatchObject(unknown);
  await hers.call(getCurrentUser, {});
  await ann.call(revokeToken, { params: { id } });
  await expect(ann.call(revokeToken, { params: { id } })).rejects.toMatchObject(unknown);
  expect(await ann.call(listTokens, {})).toEqual([]);
});

it('gives a person no more tokens than the limit, however many are asked for at once', async () => {
  const test = await sharedApp();
  const ann = await test.person('Ann');
  const asked = await Promise.allSettled(Array.from({ length: MAX_TOKENS + 10 }, () => program(ann)));
  expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(MAX_TOKENS);
  await expect(program(ann)).rejects.toMatchObject({ status: 409, code: 'too_many_tokens' });
  const [first] = await ann.call(listTokens, {});
  await ann.call(revokeToken, { params: { id: first?.id ?? expect.unreachable() } });
  await program(ann);
});

it.each([
  ['no name', { name: ' ' }],
  ['no scope', { scopes: [] }],
  ['a scope that does not exist', { scopes: ['everything'] }],
  ['no day', { expiresInDays: 0 }],
  ['more than a year', { expiresInDays: 366 }],
  ["somebody else's project", { projectId: 999_999 }],
])('refuses a token with %s', async (_what, wrong) => {
  const test = await sharedApp();
  const ann = await test.person('Ann');
  const payload = { name: 'A script', scopes: ['read'], ...wrong };
  const response = await test.app.inject({
    method: 'POST',
    url: createToken.path,
    payload,
    headers: ann.credentials,
  });
  expect([400, 404]).toContain(response.statusCode);
  expect(await ann.call(listTokens, {})).toEqual([]);
});

it('keeps a token of one project in that project, and puts into it what the token brings in', async () => {
  const test = await sharedApp({ workers: true });
  const ann = await test.person('Ann');
  const { id: project } = await ann.call(createProject, { body: { name: 'Interviews' } });
  const { id: other } = await ann.call(createProject, { body: { name: 'Other' } });
  const inside = await seedTranscript(test, ann, { project });
  const outside = await seedTranscript(test, ann);
  const { program: robot } = await program(ann, ALL, project);

  expect((await robot.call(listProjects, {})).map(({ id }) => id)).toEqual([project]);
  await robot.call(getTranscript, { params: { id: inside } });
  const notFound = { status: 404, code: 'transcript_not_found' };
  // Its person owns it, and may move it by hand.
  await expect(robot.call(getTranscript, { params: { id: outside } })).rejects.toMatchObject(notFound);
  const take = { transcriptIds: [outside], projectId: project };
  await expect(robot.call(assignTranscripts, { body: take })).rejects.toMatchObject(notFound);
  const give = { transcriptIds: [inside], projectId: other };
  await expect(robot.call(assignTranscripts, { body: give })).rejects.toMatchObject({
    code: 'project_not_found',
  });
  await expect(robot.call(listTranscripts, {})).rejects.toMatchObject({ code: 'token_project_only' });

  const id = await robot.upload(await wavRecording(2000));
  expect((await robot.settled(id)).status).toBe('completed');
  const listed = await ann.call(listProjectTranscripts, { params: { id: project } });
  expect(listed.map((each) => each.id).sort()).toEqual([inside, id].sort());
  await robot.call(deleteTranscript, { params: { id } });
  await ann.call(deleteProject, { params: { id: project } });
  await expect(robot.call(listProjects, {})).rejects.toMatchObject({ code: 'token_unknown' });
});

it('brings nothing into a project that its person may only look at', async () => {
  const test = await sharedApp();
  const [ann, vic] = [await test.person('Ann'), await test.person('Vic')];
  const { id: project } = await ann.call(createProject, { body: { name: 'Interviews' } });
  await test.sql("insert into members (project_id, user_id, role) values ($1, $2, 'viewer')", [
    project,
    vic.user?.id,
  ]);
  const { program: robot } = await program(vic, ALL, project);
  await expect(robot.upload(Buffer.from('sound'))).rejects.toMatchObject({ status: 403, code: 'forbidden' });
  expect(await ann.call(listProjectTranscripts, { params: { id: project } })).toEqual([]);
  expect(await vic.call(listTranscripts, {})).toEqual([]);
});

it('is over on every node once it is revoked: requests, streams, and recordings that it plays', async () => {
  const test = await sharedApp({ workers: true });
  const ann = await test.person('Ann');
  const id = await ann.upload(await wavRecording(2000));
  const { mediaUrl } = await ann.settled(id);
  const made = await program(ann);
  const node = await secondNode(test);
  const there = node.as(made.program);
  const stream = await openWindow(node, there);
  const { token } = await there.call(getMediaToken, { params: { id } });
  const play = () => test.app.inject({ url: `${mediaUrl}?token=${token}` });
  expect((await play()).statusCode).toBe(200);

  await ann.call(revokeToken, { params: { id: made.id } });
  // Ends only with the connection.
  for await (const _event of stream);
  await expect(there.call(getTranscript, { params: { id } })).rejects.toMatchObject({
    code: 'token_revoked',
  });
  await expect(openWindow(node, there)).rejects.toThrow('401');
  expect((await play()).statusCode).toBe(403);
});
