import { open, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { z } from 'zod';
import { syncFolder } from './sync-folder.ts';

/** Writes a note beside the file it describes, whole or not at all, even after a power cut. */
export async function writeNote(path: string, value: object): Promise<void> {
  const unfinished = `${path}.new`;
  const file = await open(unfinished, 'w');
  try {
    await file.writeFile(JSON.stringify(value));
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(unfinished, path);
  await syncFolder(dirname(path));
}

/** Reads a note; undefined if it is missing or unreadable: the work that it records is then redone. */
export async function readNote<Schema extends z.ZodType>(
  path: string,
  schema: Schema,
): Promise<z.output<Schema> | undefined> {
  const text = await readFile(path, 'utf8').catch(() => '');
  return schema.safeParse(parseOrNothing(text)).data;
}

function parseOrNothing(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
