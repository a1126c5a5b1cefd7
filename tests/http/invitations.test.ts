import { expect, it } from 'vitest';
import { UserId } from '#contract/ids.ts';
import { MAX_INVITATIONS, MAX_MEMBERS } from '#contract/limits.ts';
import {
  acceptInvitation,
  cancelInvitation,
  createInvitation,
  getInvitation,
  getProject,
  type InvitedRole,
  listCollaborators,
  listInvitations,
  removeCollaborator,
} from '#contract/projects.ts';
import { sweep } from '#server/features/upkeep/sweep.job.ts';
import type { Person } from '#tests/support/person.ts';
import { withOwnProject, withProject } from '#tests/support/projects.ts';

const DAY_MS = 24 * 60 * 60_000;
const gone = { status: 404, code: 'invitation_not_found' };
const notAllowed = { status: 403, code: 'forbidden' };

async function withInvitation(role: InvitedRole = 'editor', env?: Record<string, string>) {
  const test = await (env === undefined ? withProject() : withOwnProject({ env }));
  const { ann, params } = test;
  const invitation = await ann.call(createInvitation, { params, body: { role } });
  const accept = (person: Person, token = invitation.token) =>
    person.call(acceptInvitation, { body: { token } });
  const members = async () =>
    (await ann.call(listCollaborators, { params })).map(({ firstName, role: given }) => [firstName, given]);
  const expire = () =>
    test.sql("update invitations set expires_at = now() - interval '1 second' where project_id = $1", [
      params.id,
    ]);
  return { ...test, invitation, accept, members, expire, byToken: { token: invitation.token } };
}

it('lets one person join with its role, and is spent then', async () => {
  const { ann, sam, invitation, byToken, accept, members, params, person } = await withInvitation();
  expect(invitation).toMatchObject({ token: expect.stringMatching(/^[\w-]{22}$/), role: 'editor' });
  expect(invitation.inviteLink).toMatch(new RegExp(`^http://.+/join/${invitation.token}$`));
  expect(Date.parse(invitation.expiresAt) - Date.parse(invitation.createdAt)).toBe(7 * DAY_MS);
  expect(await ann.call(listInvitations, { params })).toEqual([invitation]);
  expect(await sam.call(getInvitation, { params: byToken })).toEqual({
    projectName: 'Field notes',
    invitedByName: 'Ann',
    role: 'editor',
    expiresAt: invitation.expiresAt,
  });
  expect(await accept(sam)).toEqual({ projectId: params.id });
  expect((await members()).at(-1)).toEqual(['Sam', 'editor']);
  expect(await ann.call(listInvitations, { params })).toEqual([]);
  const tom = await person('Tom');
  await expect(accept(tom)).rejects.toMatchObject(gone);
  await expect(tom.call(getInvitation, { params: byToken })).rejects.toMatchObject(gone);
});

it('says what it offers to who is not signed in, and nothing else', async () => {
  const { app, invitation, ann, params } = await withInvitation('viewer');
  const url = `/api/invitations/${invitation.token}`;
  const answer = await app.inject({ url });
  expect([answer.statusCode, answer.json()]).toEqual([
    200,
    { projectName: 'Field notes', invitedByName: 'Ann', role: 'viewer', expiresAt: invitation.expiresAt },
  ]);
  expect((await app.inject({ url: '/api/invitations/guessed' })).statusCode).toBe(404);
  const accepting = { url: '/api/invitations/accept', payload: { token: invitation.token } };
  expect((await app.inject({ ...accepting, method: 'POST' })).statusCode).toBe(401);
  await ann.call(cancelInvitation, { params: { ...params, invitationId: invitation.id } });
  expect((await app.inject({ url })).statusCode).toBe(404);
});

it('names the public address of the site, where there is one', async () => {
  const { invitation } = await withInvitation('viewer', { PUBLIC_URL: 'https://tapes.example' });
  expect(invitation.inviteLink).toBe(`https://tapes.example/join/${invitation.token}`);
});

it('changes nothing for who is in the project, and stays good', async () => {
  const { ann, eve, vic, sam, accept, members, params, expire } = await withInvitation('viewer');
  const before = await members();
  for (const person of [ann, eve, vic]) expect(await accept(person)).toEqual({ projectId: params.id });
  expect(await members()).toEqual(before);
  expect(await ann.call(listInvitations, { params })).toHaveLength(1);
  await expire();
  expect(await accept(eve)).toEqual({ projectId: params.id });
  await expect(accept(sam)).rejects.toMatchObject({ status: 410, code: 'invitation_expired' });
});

it('lets exactly one in when several accept at the same instant', async () => {
  const { sam, person, accept, members, params, ann } = await withInvitation('viewer');
  const people = [sam, await person('Tom'), await person('Uma'), await person('Val')];
  const tried = await Promise.allSettled(people.map((each) => accept(each)));
  expect(tried.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  for (const attempt of tried) if (attempt.status === 'rejected') expect(attempt.reason).toMatchObject(gone);
  expect(await members()).toHaveLength(4);
  expect((await ann.call(getProject, { params })).memberCount).toBe(4);
});

it('is not accepted once it has expired, says so, and is swept a month later', async () => {
  const { ann, sam, byToken, accept, expire, params, sql, deps } = await withInvitation();
  await expire();
  const offer = await sam.call(getInvitation, { params: byToken });
  expect(Date.parse(offer.expiresAt)).toBeLessThan(Date.now());
  await expect(accept(sam)).rejects.toMatchObject({ status: 410, code: 'invitation_expired' });
  expect(await ann.call(listInvitations, { params })).toEqual([]);
  const clean = () => sweep(deps, 0, new AbortController().signal);
  await sql("update invitations set expires_at = now() - interval '29 days' where project_id = $1", [
    params.id,
  ]);
  await clean();
  await sam.call(getInvitation, { params: byToken });
  await sql("update invitations set expires_at = now() - interval '31 days' where project_id = $1", [
    params.id,
  ]);
  await clean();
  await expect(sam.call(getInvitation, { params: byToken })).rejects.toMatchObject(gone);
});

it('is cancelled by the owner alone, who alone makes and sees any', async () => {
  const { ann, eve, vic, sam, invitation, accept, params, byToken } = await withInvitation();
  const cancel = (person: Person, invitationId = invitation.id) =>
    person.call(cancelInvitation, { params: { ...params, invitationId } });
  for (const [person, refusal] of [
    [eve, notAllowed],
    [vic, notAllowed],
    [sam, { status: 404, code: 'project_not_found' }],
  ] as const) {
    await expect(cancel(person)).rejects.toMatchObject(refusal);
    await expect(person.call(listInvitations, { params })).rejects.toMatchObject(refusal);
    await expect(person.call(createInvitation, { params, body: { role: 'viewer' } })).rejects.toMatchObject(
      refusal,
    );
  }
  for (const role of ['owner', 'admin', '', null, 1])
    await expect(
      ann.call(createInvitation, { params, body: { role: role as InvitedRole } }),
    ).rejects.toMatchObject({ status: 400 });
  await cancel(ann);
  await expect(cancel(ann)).rejects.toMatchObject(gone);
  await expect(accept(sam)).rejects.toMatchObject(gone);
  await expect(sam.call(getInvitation, { params: byToken })).rejects.toMatchObject(gone);
  for (const token of ['x', 'x'.repeat(22), '../..', ''])
    await expect(accept(sam, token)).rejects.toMatchObject(gone);
  for (const token of ['x'.repeat(101), null, 7, 'a\u0000b'])
    await expect(accept(sam, token as string)).rejects.toMatchObject({ status: 400 });
});

it('takes a removed member back only with a new link, and no more people than a project can have', async () => {
  const { ann, sam, person, accept, params, sql } = await withInvitation('viewer');
  const spent = await ann.call(createInvitation, { params, body: { role: 'viewer' } });
  await accept(sam, spent.token);
  await ann.call(removeCollaborator, { params: { ...params, userId: UserId.parse(sam.user?.id) } });
  await expect(accept(sam, spent.token)).rejects.toMatchObject(gone);
  await sql(
    `with made as (insert into users (email) select 'm' || n from generate_series(1, $1::integer) as n returning id)
     insert into members (project_id, user_id, role) select $2, id, 'viewer' from made`,
    [MAX_MEMBERS - 4, params.id],
  );
  const other = await ann.call(createInvitation, { params, body: { role: 'viewer' } });
  const tried = await Promise.allSettled([accept(sam), accept(await person('Tom'), other.token)]);
  const refused = tried.find((attempt) => attempt.status === 'rejected');
  expect(refused?.reason).toMatchObject({ status: 409, code: 'too_many_members' });
  expect((await ann.call(getProject, { params })).memberCount).toBe(MAX_MEMBERS);
  // A refusal does not spend the link.
  expect(await ann.call(listInvitations, { params })).toHaveLength(1);
});

it('stops making links at the maximum, until one of them ends', async () => {
  const { ann, params, sql } = await withInvitation();
  await sql(
    `insert into invitations (project_id, token, role, user_id, expires_at)
     select $1, 't' || n, 'viewer', $2, now() + interval '1 day' from generate_series(1, $3::integer) as n`,
    [params.id, ann.user?.id, MAX_INVITATIONS - 2],
  );
  const made = await Promise.allSettled(
    [1, 2].map(() => ann.call(createInvitation, { params, body: { role: 'viewer' } })),
  );
  expect(made.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  await sql("update invitations set expires_at = now() - interval '1 second' where token = 't1'");
  await ann.call(createInvitation, { params, body: { role: 'viewer' } });
  await expect(ann.call(createInvitation, { params, body: { role: 'viewer' } })).rejects.toMatchObject({
    status: 409,
    code: 'too_many_invitations',
  });
});
