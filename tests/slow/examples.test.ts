import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { editTranscript } from '#contract/edits.ts';
import { createToken } from '#contract/tokens.ts';
import { listTranscripts } from '#contract/transcripts.ts';
import { EXAMPLES, LANGUAGES, type Language, readExample } from '#server/http/docs/examples.ts';
import { openApplication } from '#tests/support/application.ts';
import { copiedText, expectAccessible, expectNoSideScroll, openPage, tabTo } from '#tests/support/browser.ts';
import { Client } from '#tests/support/client.ts';
import { wavRecording } from '#tests/support/recordings.ts';
import { temporaryFolder } from '#tests/support/server.ts';

// The examples of /api/docs, run as they are shown there by the programs for which they are meant.
const COMMANDS = { curl: 'sh', python: 'python3', typescript: process.execPath } satisfies Record<
  Language,
  string
>;
const hasPython = spawnSync('python3', ['--version']).status === 0;
const NAMES = Object.keys(LANGUAGES) as Language[];

const application = await openApplication();
const ann = await Client.signUp(application.url);
const recordings = await mkdtemp(join(tmpdir(), 'tapescript-examples-'));
await writeFile(join(recordings, 'talk.wav'), await wavRecording(8000));
afterAll(async () => {
  await application.close();
  await rm(recordings, { recursive: true, force: true });
});
const id = await ann.upload(await wavRecording(20_000));
const [first] = (await ann.until(id, ({ status }) => status === 'completed')).timestampedTranscript;
const text = 'We decided to close the harbour in the winter, because the ice is too thick.';
if (first) {
  const segment = { id: first.id, revision: first.revision };
  await ann.call(editTranscript, { params: { id }, body: { kind: 'text', segment, text } });
}

/** Starts an example in a folder of its own, with a token that can do what is told beside it and no more. */
async function start(name: string, language: Language) {
  const example = EXAMPLES.find((each) => each.id === name);
  if (!example) throw new Error(`There is no example ${name}.`);
  const { token } = await ann.call(createToken, { body: { name, scopes: [...example.scopes] } });
  const folder = await temporaryFolder();
  await copyFile(join(recordings, 'talk.wav'), join(folder, 'talk.wav'));
  const file = join(folder, `example.${LANGUAGES[language].extension}`);
  await writeFile(
    file,
    (await readExample(example, language)).replace(/\btranscripts\/12\b/, `transcripts/${id}`),
  );
  const child = spawn(COMMANDS[language], [file], {
    cwd: folder,
    env: { ...process.env, TAPESCRIPT_URL: application.url, TAPESCRIPT_TOKEN: token },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill());
  return child;
}

/** What an example says. Fails if it fails. */
async function run(name: string, language: Language): Promise<string> {
  const child = await start(name, language);
  const [said, [code]] = await Promise.all([outputOf(child), once(child, 'close')]);
  expect(code, said.errors).toBe(0);
  return said.text;
}

async function outputOf({ stdout, stderr }: ChildProcess) {
  const said = { text: '', errors: '' };
  stdout?.setEncoding('utf8').on('data', (part: string) => {
    said.text += part;
  });
  stderr?.setEncoding('utf8').on('data', (part: string) => {
    said.errors += part;
  });
  return said;
}

/** What each example is to have done. */
const PROOFS: Record<string, (language: Language) => Promise<void>> = {
  list: async (language) => {
    const said = await run('list', language);
    expect(said).toMatch(
      language === 'curl' ? `{"transcripts":[{"id":` : new RegExp(`^${id} completed talk$`, 'm'),
    );
    expect(said).toContain(String(id));
  },
  get: async (language) => expect(await run('get', language)).toContain(text),
  upload: async (language) => {
    const said = await run('upload', language);
    const made = Number(/^(\d+) completed$/m.exec(said)?.[1]);
    expect(made).toBeGreaterThan(id);
    const { transcripts } = (await ann.call(listTranscripts, { query: { page: 1 } })) as {
      transcripts: { id: number; status: string; title: string }[];
    };
    expect(transcripts[0]).toMatchObject({ id: made, status: 'completed', title: 'talk' });
  },
  search: async (language) => expect(await run('search', language)).toContain('close the harbour'),
  assistants: async (language) => expect(await run('assistants', language)).toContain('close the harbour'),
  ask: async (language) => expect(await run('ask', language)).toMatch(/harbour.*\[citation:0:00\]/s),
};

it('has a proof for every example', () => {
  expect(Object.keys(PROOFS).toSorted()).toEqual(EXAMPLES.map(({ id: name }) => name).toSorted());
});

it.for(EXAMPLES.flatMap(({ id: name }) => NAMES.map((language) => [name, language] as const)))(
  'does what it shows: %s in %s',
  async ([name, language], { skip }) => {
    if (language === 'python' && !hasPython) skip('There is no python3 on this machine.');
    await PROOFS[name]?.(language);
  },
);

it('shows them with tabs and a button that copies, by the keyboard, in the dark and on a small screen', async () => {
  const page = await openPage(application.browser, { width: 375 });
  // The page has no choice of its own.
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`${application.url}/api/docs`);
  const [list, search] = ['List transcripts', 'Search everything that was said'].map((name) =>
    page.getByRole('article', { name }),
  );
  if (!list || !search) throw new Error('An example is missing.');
  await list.getByText('curl --fail-with-body').waitFor();
  await list.getByRole('radio', { name: 'curl' }).focus();
  await page.keyboard.press('ArrowRight');
  expect(await list.getByRole('radio', { name: 'Python' }).isChecked()).toBe(true);
  await list.getByText('from urllib.request import').waitFor();
  expect(await list.getByText('curl --fail-with-body').isVisible()).toBe(false);
  // One choice is for all of them.
  await search.getByText('from urllib.parse import').waitFor();
  await tabTo(page, 'Copy “List transcripts”');
  await page.keyboard.press('Enter');
  await page.getByRole('status').getByText('Copied').waitFor();
  const example = await readExample({ id: 'list' }, 'python');
  expect(await copiedText(page, example)).toBe(example);
  await expectAccessible(page);
  await expectNoSideScroll(page);
  await page.reload();
  await search.getByText('from urllib.parse import').waitFor();
});

it('shows them without scripts and storage, too', async () => {
  const context = await application.browser.newContext({ javaScriptEnabled: false });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  await page.goto(`${application.url}/api/docs`);
  const list = page.getByRole('article', { name: 'List transcripts' });
  expect(await list.getByRole('button').count()).toBe(0);
  await list.getByText('TypeScript', { exact: true }).click();
  await list.getByText('await fetch(').waitFor();
});
