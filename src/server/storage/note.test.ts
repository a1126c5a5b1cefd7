import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { readNote, writeNote } from './note.ts';

const Note = z.object({ durationMs: z.int() });

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'tapescript-note-'));
  onTestFinished(() => rm(path, { recursive: true }));
  return path;
}

it('reads back what was written, and leaves no other files', async () => {
  const path = await folder();
  await writeNote(join(path, 'a.json'), { durationMs: 7 });
  expect(await readNote(join(path, 'a.json'), Note)).toEqual({ durationMs: 7 });
  expect(await readdir(path)).toEqual(['a.json']);
});

it.each(['', '\0\0\0\0', '{"durationMs":', 'null', '{"durationMs":"7"}'])(
  'treats a note of %j, as a power failure may leave it, as missing',
  async (text) => {
    const path = join(await folder(), 'a.json');
    await writeFile(path, text);
    expect(await readNote(path, Note)).toBeUndefined();
  },
);
