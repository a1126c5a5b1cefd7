import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WrongFile } from './fetch-failure.ts';
import { extractMember } from './wheel.ts';

const content = Buffer.concat([randomBytes(200_000), Buffer.alloc(200_000)]);
const files = { 'made/__init__.py': Buffer.from('x = 1'), 'made/data.pt': content };

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tapescript-wheel-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function extract(wheel: Uint8Array, name = 'made/data.pt', sizeBytes = content.length) {
  const to = join(folder, 'data.pt');
  await writeFile(join(folder, 'made.whl'), wheel);
  await extractMember(join(folder, 'made.whl'), name, { to, sizeBytes });
  return readFile(to);
}
const fails = async (...args: Parameters<typeof extract>) => {
  const error = await extract(...args).catch((error: unknown) => error);
  expect(error).toBeInstanceOf(WrongFile);
  expect(await readdir(folder)).toEqual(['made.whl']);
  return String(error);
};

describe('extractMember', () => {
  it.each([0, 6] as const)('gives one file, stored or compressed (level %i)', async (level) => {
    expect((await extract(zipSync(files, { level }))).equals(content)).toBe(true);
  });

  it('finds the table of contents before a comment', async () => {
    const zip = Buffer.from(zipSync(files));
    zip.writeUInt16LE(5, zip.length - 2);
    expect((await extract(Buffer.concat([zip, Buffer.from('hello')]))).equals(content)).toBe(true);
  });

  it('refuses a wheel without the file, or with one of another size', async () => {
    expect(await fails(zipSync(files), 'made/other.pt')).toContain('does not have the file');
    expect(await fails(zipSync(files), 'made/data.pt', 7)).toContain('does not have the file');
  });

  it('refuses what is no zip, or is cut short', async () => {
    const zip = zipSync(files);
    for (const wheel of [new Uint8Array(), randomBytes(50), zip.subarray(0, -30), zip.subarray(300)])
      await fails(wheel);
  });

  it('writes no more than the table of contents says', async () => {
    const zip = Buffer.from(zipSync(files));
    const entry = zip.lastIndexOf('PK\x01\x02');
    zip.writeUInt32LE(1000, entry + 24);
    expect(await fails(zip, 'made/data.pt', 1000)).toContain('its archive is damaged');
  });

  it('refuses other ways of compression', async () => {
    const zip = Buffer.from(zipSync(files));
    zip.writeUInt16LE(12, zip.lastIndexOf('PK\x01\x02') + 10);
    expect(await fails(zip)).toContain('its archive is damaged');
  });
});
