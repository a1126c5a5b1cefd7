import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { hashMeter, hashOf, hashOfFile } from './content-hash.ts';

/** The digests of FIPS 180-2, appendix B. */
const KNOWN = [
  ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
  ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
  [
    'abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq',
    '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
  ],
] as const;
const inPieces = (text: string) => Readable.from([...text].map((letter) => Buffer.from(letter)));

it.each(KNOWN)('hashes %j, whatever pieces it arrives in, and passes every byte on', async (text, digest) => {
  const said: string[] = [];
  const passed = inPieces(text).pipe(hashMeter((sha256) => said.push(sha256)));
  expect((await buffer(passed)).toString()).toBe(text);
  expect(said).toEqual([digest]);
  expect(await hashOf(inPieces(text))).toBe(digest);
});

it('hashes a file, and ends with the reason of an abort', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tapescript-hash-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, 'talk.wav');
  await writeFile(path, KNOWN[1][0]);
  const abort = new AbortController();
  expect(await hashOfFile(path, abort.signal)).toBe(KNOWN[1][1]);
  abort.abort(new Error('the file was changed'));
  await expect(hashOfFile(path, abort.signal)).rejects.toThrow('the file was changed');
  const none = hashOfFile(join(folder, 'none'), new AbortController().signal);
  await expect(none).rejects.toMatchObject({ code: 'ENOENT' });
});
