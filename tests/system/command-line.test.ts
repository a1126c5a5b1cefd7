import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { wavOf } from '#tests/support/recordings.ts';
import { ROOT, temporaryFolder } from '#tests/support/server.ts';
import { speak } from '#tests/support/speak.ts';

async function transcribe(...args: string[]) {
  const child = spawn(process.execPath, ['src/server/cli/transcribe.ts', ...args], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  let err = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text;
  });
  const [code] = await once(child, 'close');
  return { code, out, err };
}

async function spokenFile(): Promise<string> {
  const path = join(await temporaryFolder(), 'talk.wav');
  await writeFile(path, await wavOf(await speak('The committee met on Tuesday morning.')));
  return path;
}

it('prints the text of a recording, with progress beside it', async () => {
  const { code, out, err } = await transcribe(await spokenFile());
  expect(code).toBe(0);
  expect(out).toMatch(/^talk\.wav\n\n\[0:00\] Speaker 1: .*.*Tuesday morning.*\n$/i);
  expect(err).toContain('Recognizing 100%');
});

it('ends with 2 and one line when it is called wrongly, with 1 and one line when the file cannot be read', async () => {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'text.mp3'), 'not music');
  const wrong = await transcribe();
  expect(wrong).toMatchObject({ code: 2, out: '' });
  expect(wrong.err).toMatch(/^No file was named\. Usage: [^\n]+\n$/);
  const missing = await transcribe(join(folder, 'none.wav'));
  expect(missing).toMatchObject({ code: 1, err: `There is no file ${join(folder, 'none.wav')}.\n` });
  const unreadable = await transcribe(join(folder, 'text.mp3'));
  expect(unreadable.code).toBe(1);
  expect(unreadable.err).toMatch(/^This file could not be read as audio or video\.[^\n]+\n$/);
});
