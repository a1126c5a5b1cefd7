import { readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { TranscriptId, UploadId } from '#contract/ids.ts';
import { temporaryFolder } from '#tests/support/server.ts';
import { BegunNotKept, findBegun, forgetBegun, rememberBegun } from './begun.ts';

const BEGIN = { server: 'https://tapes.example.org', contentHash: 'ab', options: { speakers: 2 } };
const BEGUN = { uploadId: UploadId.parse('a'.repeat(22)), transcriptId: null };

afterEach(() => vi.unstubAllEnvs());

async function withCache(): Promise<string> {
  const cache = await temporaryFolder();
  vi.stubEnv('XDG_CACHE_HOME', cache);
  return join(cache, 'tapescript/begun');
}

it('remembers per server, content and options, for nobody else to read, until it is forgotten', async () => {
  const folder = await withCache();
  expect(await findBegun(BEGIN)).toBeUndefined();
  await rememberBegun(BEGIN, BEGUN);
  await rememberBegun(BEGIN, { ...BEGUN, transcriptId: TranscriptId.parse(7) });
  expect(await findBegun(BEGIN)).toEqual({ ...BEGUN, transcriptId: 7 });
  for (const other of [{ server: 'https://other.example' }, { contentHash: 'cd' }, { options: {} }])
    expect(await findBegun({ ...BEGIN, ...other })).toBeUndefined();
  const [name = ''] = await readdir(folder);
  expect((await stat(join(folder, name))).mode & 0o077).toBe(0);
  await forgetBegun(BEGIN);
  await forgetBegun(BEGIN);
  expect(await readdir(folder)).toEqual([]);
});

it.each(['', '{"uploadId":', '{"uploadId":1,"transcriptId":null}', 'null'])(
  'begins anew when what it wrote is damaged: %j',
  async (text) => {
    const folder = await withCache();
    await rememberBegun(BEGIN, BEGUN);
    const [name = ''] = await readdir(folder);
    await writeFile(join(folder, name), text);
    expect(await findBegun(BEGIN)).toBeUndefined();
  },
);

it('says where it cannot write, and what to do', async () => {
  const cache = join(await temporaryFolder(), 'file');
  await writeFile(cache, '');
  vi.stubEnv('XDG_CACHE_HOME', cache);
  await expect(rememberBegun(BEGIN, BEGUN)).rejects.toThrow(BegunNotKept);
  await expect(rememberBegun(BEGIN, BEGUN)).rejects.toThrow('name another folder in XDG_CACHE_HOME');
});
