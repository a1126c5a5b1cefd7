import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { listArticles } from '#contract/articles.ts';
import { getCurrentUser, signIn } from '#contract/auth.ts';
import { listNotes } from '#contract/notes.ts';
import { listProjects, listProjectTranscripts } from '#contract/projects.ts';
import { deleteTranscript, getTranscript, listTranscripts, updateTranscript } from '#contract/transcripts.ts';
import { ACCOUNT } from '#tests/seed/seed.ts';
import { Client } from '#tests/support/client.ts';
import { requestOf } from '#tests/support/http-call.ts';
import { ROOT, startServer, temporaryFolder } from '#tests/support/server.ts';

/** Runs the seed as `npm run dev -- --seed` does; returns its exit code and its lines. */
async function runSeed(url: string) {
  const child = spawn(process.execPath, ['tests/seed/main.ts', url, 'http://127.0.0.1:3000'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let out = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
  });
  const [code] = await once(child, 'close');
  return { code, lines: out.trimEnd().split('\n') };
}

async function asRobin(url: string): Promise<Client> {
  const client = new Client(url);
  const { path, init } = requestOf(signIn, { body: ACCOUNT }, '');
  const response = await fetch(url + path, init);
  client.cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  return client;
}

/** What the seed's account has, without the texts. */
async function possessions(robin: Client) {
  const list = await robin.call(listTranscripts, {});
  const items = Array.isArray(list) ? list : list.transcripts;
  const projects = await robin.call(listProjects, {});
  const project = { id: projects[0]?.id ?? 0 };
  const inProject = await robin.call(listProjectTranscripts, { params: project });
  return {
    transcripts: await Promise.all(items.map(({ id }) => robin.call(getTranscript, { params: { id } }))),
    projects: projects.map(({ name }) => name),
    inProject: inProject.map(({ title }) => title),
    articles: await robin.call(listArticles, { params: project }),
    notes: (await robin.call(listNotes, { params: { id: inProject[0]?.id ?? 0 } })).notes,
  };
}

it('The seed makes an account with transcripts, a project, an article and notes, and nothing of it twice', async () => {
  const { url } = await startServer(await temporaryFolder(), { SPEECH_ENGINE: 'fake' });
  const first = await runSeed(url);
  expect(first.code).toBe(0);
  expect(first.lines.at(-1)).toBe(
    `Seed: All is there. Sign in at http://127.0.0.1:3000 as ${ACCOUNT.email} with the password "${ACCOUNT.password}".`,
  );

  const robin = await asRobin(url);
  expect(await robin.call(getCurrentUser, {})).toMatchObject({ email: ACCOUNT.email, firstName: 'Robin' });
  const made = await possessions(robin);
  expect(made.transcripts.map(({ title, status }) => [title, status])).toEqual([
    ['Council meeting: the harbour bridge', 'completed'],
    ['Small business podcast: the night baker', 'completed'],
    ['Evening course: keeping bees', 'completed'],
  ]);
  expect(made.transcripts.map(({ speakerNames }) => Object.values(speakerNames).length)).toEqual([2, 2, 2]);
  expect(Object.values(made.transcripts.at(-1)?.speakerNames ?? {}).toSorted()).toEqual(['Pupil', 'Teacher']);
  expect(made).toMatchObject({
    projects: ['The harbour bridge'],
    inProject: ['Council meeting: the harbour bridge'],
    articles: [{ type: 'pdf', title: 'Night buses on demand: a village test' }],
  });
  expect(made.articles[0]?.content).toContain('the villages of the Upper Lenn valley');
  expect(made.notes.map(({ kind, state }) => [kind, state])).toEqual([
    ['highlight', 'same'],
    ['comment', 'same'],
  ]);

  const second = await runSeed(url);
  expect(second.code).toBe(0);
  expect(second.lines.filter((line) => line.includes('Made'))).toEqual([]);
  expect(second.lines.filter((line) => line.includes('there already'))).toHaveLength(7);
  expect(await possessions(robin)).toEqual(made);
});

it('The seed makes what was deleted again, and leaves alone what was changed', async () => {
  const { url } = await startServer(await temporaryFolder(), { SPEECH_ENGINE: 'fake' });
  await runSeed(url);
  const robin = await asRobin(url);
  const [council, bakery, bees] = (await possessions(robin)).transcripts.map(({ id }) => id);
  await robin.call(deleteTranscript, { params: { id: bees ?? 0 } });
  await robin.call(updateTranscript, { params: { id: bakery ?? 0 }, body: { title: 'Bread' } });
  const { lines } = await runSeed(url);
  expect(lines.filter((line) => line.includes('Made'))).toEqual([
    'Seed: Made the transcript "Evening course: keeping bees".',
  ]);
  const after = await possessions(robin);
  expect(after.transcripts.map(({ id, title }) => ({ id, title }))).toEqual([
    { id: expect.anything(), title: 'Evening course: keeping bees' },
    { id: council, title: 'Council meeting: the harbour bridge' },
    { id: bakery, title: 'Bread' },
  ]);
  expect(after.notes).toHaveLength(2);
});

it('The seed says which setting is in its way when it cannot create its account', async () => {
  const { url } = await startServer(await temporaryFolder(), { SPEECH_ENGINE: 'fake', SIGN_UP: 'closed' });
  // Sign-up is closed to all but the first person.
  await Client.signUp(url);
  expect(await runSeed(url)).toEqual({
    code: 1,
    lines: [
      'Seed: SIGN_UP is closed, so the seed cannot create its account. Start without that setting. What was made is kept; the next run with --seed makes the rest.',
    ],
  });
});
