import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { placeModel } from './place-model.ts';

/**
 * Reads what a file in the models' folder records about each model, by the model's name; nothing if it is missing or malformed. Parsed without a
 * schema library, which would take longer to load than all the rest; malformed records match no model.
 */
export async function readRecords<T>(modelsDir: string, file: string): Promise<Record<string, T>> {
  try {
    const records: unknown = JSON.parse(await readFile(join(modelsDir, file), 'utf8'));
    // Every use compares single values, so another form does no harm.
    return typeof records === 'object' && records !== null ? (records as Record<string, T>) : {};
  } catch {
    return {};
  }
}

/** Writes records, all or nothing. Rejects if the folder cannot be written. */
export async function writeRecords(modelsDir: string, file: string, records: object): Promise<void> {
  const unfinished = join(modelsDir, `${file}.${process.pid}.partial`);
  await writeFile(unfinished, JSON.stringify(records));
  await placeModel(unfinished, join(modelsDir, file));
}
