import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { packBeginning, packWhole } from './packed-json.ts';

const unpack = (packed: Buffer) => JSON.parse(gunzipSync(packed).toString());

it.each([
  [{ a: [1, 2] }, {}],
  [{ a: 'Ünïcode 日本 "quoted"' }, { b: null, c: { d: '}' } }],
  [{ words: Array.from({ length: 50_000 }, (_, at) => `word${at}`) }, { token: 'x'.repeat(5000) }],
])('joins a compressed beginning with the rest', (first, rest) => {
  expect(unpack(packWhole(packBeginning(first), rest))).toEqual({ ...first, ...rest });
});
