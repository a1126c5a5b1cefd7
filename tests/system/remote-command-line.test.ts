import { execFile } from 'node:child_process';
import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { revokeToken } from '#contract/tokens.ts';
import { wavRecording } from '#tests/support/recordings.ts';
import { withRemoteClient } from '#tests/support/remote-client.ts';
import { ROOT, temporaryFolder } from '#tests/support/server.ts';

it('transcribes a file on a server, with the token from the environment, a file or the standard input', async () => {
  const { folder, run, list, token, output } = await withRemoteClient();
  const path = join(folder, 'talk.wav');
  await writeFile(path, await wavRecording(12_000));
  const first = await run([path, '--format', 'srt', '--language', 'en', '--speakers', '2']);
  expect(first.code, first.err).toBe(0);
  expect(first.out).toMatch(/^1\n00:00:0\d,\d{3} --> /);
  expect(first.err).toContain('Sending 30%');
  const [{ id, title } = { id: 0, title: '' }] = await list();
  expect([id, title]).toEqual([1, 'talk']);

  await writeFile(join(folder, 'token'), `${token}\n`);
  const env = { TAPESCRIPT_TOKEN: '' };
  const out = join(folder, 'talk.json');
  const byFile = await run([path, '--token-file', join(folder, 'token'), '--out', out], { env });
  expect(byFile, byFile.err).toMatchObject({ code: 0, out: '' });
  const byInput = await run([path, '--token', '-', '--format', 'vtt'], { env, input: `${token}\n` });
  expect(byInput.code, byInput.err).toBe(0);
  expect(byInput.out).toMatch(/^WEBVTT\n/);
  const track = await run([path, '--sound-track', '3']);
  expect(track.code, track.err).toBe(0);
  expect(track.out).toMatch(/^talk\n/);
  expect(track.err).toContain(`${path}: Sound track 3 cannot be heard in it, so another one was.`);
  expect(output()).not.toContain(token);
});

it('ends with 1 or 2 and says in one line what is wrong with the server, the token, a file or the command', async () => {
  const { ann, folder, run, token, tokenFor } = await withRemoteClient();
  const revoked = await tokenFor('read', 'transcribe');
  await ann.call(revokeToken, { params: { id: revoked.id } });
  const narrow = await tokenFor('read');
  const path = join(folder, 'a.wav');
  await writeFile(path, await wavRecording(1000));
  const text = join(folder, 'text.mp3');
  await writeFile(text, 'not music');
  const cases: [string[], number, string, Record<string, string>?][] = [
    [[path, '--server', 'http://127.0.0.1:9'], 1, 'cannot be reached'],
    [[path, '--server', 'tapes'], 2, 'is not the address of a server'],
    [[join(folder, 'none.wav')], 2, 'There is no file'],
    [[path, '--token', token], 2, 'Everybody on this machine can read'],
    [[path], 2, 'There is no access token', { TAPESCRIPT_TOKEN: '' }],
    [[path], 1, 'is not known here', { TAPESCRIPT_TOKEN: 'tps_unknown' }],
    [[path], 1, 'was revoked', { TAPESCRIPT_TOKEN: revoked.token }],
    [[path], 1, 'lacks the scope "transcribe"', { TAPESCRIPT_TOKEN: narrow.token }],
    [[text], 1, `${text}: This file could not be read as audio or video.`],
    [[path, '--format', 'xyz'], 2, 'is not a format'],
    [[path, path, '--out', text], 2, 'Several texts need a folder'],
  ];
  for (const [args, code, words, env = {}] of cases) {
    const { err, ...ended } = await run(args, { env });
    expect(ended, err).toMatchObject({ code, out: '' });
    expect(err.trimEnd().split('\n').at(-1)).toContain(words);
    expect(err).not.toContain(token);
  }
});

it('runs where npx puts it, with zod as its only package', async () => {
  const { folder, gateway, token } = await withRemoteClient();
  const modules = join(await temporaryFolder(), 'node_modules');
  const own = join(modules, 'tapescript');
  for (const each of ['package.json', 'scripts/tapescript.mjs', 'src/contract', 'src/domain', 'src/server'])
    await cp(join(ROOT, each), join(own, each), { recursive: true });
  await cp(join(ROOT, 'node_modules/zod'), join(modules, 'zod'), { recursive: true });
  await writeFile(join(folder, 'talk.wav'), await wavRecording(3000));
  const { bin } = JSON.parse(await readFile(join(own, 'package.json'), 'utf8'));
  const { stdout, stderr } = await promisify(execFile)(
    process.execPath,
    [join(own, bin.tapescript), '--server', gateway.url, 'talk.wav'],
    { cwd: folder, env: { ...process.env, TAPESCRIPT_TOKEN: token, XDG_CACHE_HOME: folder } },
  );
  expect(stdout).toMatch(/^talk\n/);
  expect(stderr).not.toMatch(/warning/i);
});
