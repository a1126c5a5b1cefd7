import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '#tests/support/server.ts';
import { UsageError } from '../command-line.ts';
import { readRemoteArguments } from './arguments.ts';

const SERVER = ['--server', 'https://tapes.example.org'];
const ENV = { TAPESCRIPT_TOKEN: 'tps_env' };

it('reads the usual', () => {
  expect(readRemoteArguments([...SERVER, 'a.wav', 'b'], ENV)).toEqual({
    paths: ['a.wav', 'b'],
    server: 'https://tapes.example.org',
    token: 'tps_env',
    format: 'txt',
    out: undefined,
    cutAtWords: false,
    options: { suggestSpeakers: true, speakers: null, engine: 'auto', language: null, soundTrack: null },
  });
});

it('reads how a recording is to be transcribed', () => {
  const args = ['--speakers', '3', '--engine', 'local', '--language', 'de', '--out', 'b.srt'];
  const track = ['--sound-track', '2'];
  expect(readRemoteArguments([...SERVER, 'a.wav', ...args, ...track], ENV)).toMatchObject({
    format: 'srt',
    options: { suggestSpeakers: true, speakers: 3, engine: 'local', language: 'de', soundTrack: 2 },
  });
  expect(readRemoteArguments([...SERVER, 'a.wav', '--sound-track=mixed'], ENV).options.soundTrack).toBe(
    'mixed',
  );
});

it('takes the token from a file rather than from the environment', async () => {
  const file = join(await temporaryFolder(), 'token');
  await writeFile(file, 'tps_file\n');
  const read = (...args: string[]) => readRemoteArguments([...SERVER, 'a.wav', ...args], ENV).token;
  expect(read()).toBe('tps_env');
  expect(read('--token-file', file)).toBe('tps_file');
});

it.each([
  [[...SERVER], 'No file was named'],
  [['a.wav'], 'No server was named'],
  [[...SERVER, 'a.wav', '--engine', 'no such'], 'is not an engine'],
  [[...SERVER, 'a.wav', '--language', 'German'], 'is not the tag of a language'],
  [[...SERVER, 'a.mkv', '--sound-track', '0'], 'is neither mixed nor the number of a sound track'],
  [[...SERVER, 'a.mkv', '--sound-track', ''], 'is neither mixed nor the number of a sound track'],
  [[...SERVER, 'a.wav', '--token', 'tps_a'], 'Everybody on this machine can read'],
  [['--token=tps_a'], 'Everybody on this machine can read'],
  [[...SERVER, 'a.wav', '--token', ''], 'Everybody on this machine can read'],
  [[...SERVER, 'a.wav', '--token-file', '/none'], 'The file /none with the access token cannot be read'],
])('refuses %j in one line', (args, words) => {
  expect(() => readRemoteArguments(args, ENV)).toThrow(UsageError);
  expect(() => readRemoteArguments(args, ENV)).toThrow(words);
  expect(() => readRemoteArguments(args, ENV)).toThrow(/^[^\n]*$/);
});

it.each([
  [{}, 'There is no access token'],
  [{ TAPESCRIPT_TOKEN: ' ' }, 'There is no access token'],
  [{ TAPESCRIPT_TOKEN: 'tps_a\u2028b' }, 'has characters that no token has'],
])('refuses the environment %j', (env, words) => {
  expect(() => readRemoteArguments([...SERVER, 'a.wav'], env)).toThrow(words);
});
