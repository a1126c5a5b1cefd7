import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { wavOf } from '#tests/support/recordings.ts';
import { ROOT, temporaryFolder } from '#tests/support/server.ts';
import { joinSounds, silence, speak } from '#tests/support/speak.ts';

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

it('writes subtitles and JSON to a file', async () => {
  const path = await spokenFile();
  const srt = join(path, '../talk.srt');
  expect(await transcribe(path, '--out', srt)).toMatchObject({ code: 0, out: '' });
  expect(await readFile(srt, 'utf8')).toMatch(/^1\n00:00:00,\d{3} --> 00:00:0\d,\d{3}\n.*Tuesday morning/i);
  const vtt = await transcribe(path, '--format', 'vtt');
  expect(vtt.out).toMatch(/^WEBVTT\n\n1\n00:00:00\.\d{3} --> 00:00:0\d\.\d{3}\n.*Tuesday morning/i);
  const markdown = await transcribe(path, '--format', 'md');
  expect(markdown.out).toMatch(/^# talk\.wav\n\n\*0:0\d · \d words · 1 speaker · .*\n.*Tuesday morning/is);
  const json = await transcribe(path, '--format', 'json');
  const { segments } = JSON.parse(json.out);
  expect(segments[0].words.map(({ text }: { text: string }) => text.toLowerCase())).toContain('tuesday');
});

it('stops on Ctrl-C and leaves nothing behind', async () => {
  const path = join(await temporaryFolder(), 'long.wav');
  const sentence = await speak('The committee met on Tuesday morning.');
  await writeFile(
    path,
    await wavOf(joinSounds(...Array.from({ length: 60 }, () => joinSounds(sentence, silence(1000))))),
  );
  const before = await ownFolders();
  const child = spawn(process.execPath, ['src/server/cli/transcribe.ts', path], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const exit = once(child, 'exit');
  let err = '';
  // Its output is read on to the end: where nobody reads it any more it would end for that.
  await new Promise<void>((resolve) => {
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      err += text;
      if (/Recognizing [1-9]\d%/.test(err)) resolve();
    });
  });
  child.kill('SIGINT');
  expect(await exit).toEqual([130, null]);
  expect(await ownFolders()).toEqual(before);
});

async function ownFolders(): Promise<string[]> {
  return (await readdir(tmpdir())).filter((name) => name.startsWith('tapescript-cli-'));
}
