import { readRecords, writeRecords } from './model-records.ts';
import type { Print } from './model-stamps.ts';

/** Apart from the stamps, which may be lost at any time. */
const ACCEPTED_FILE = 'accepted.json';

/** The prints of files that `npm run models -- add` has tried and accepted, by the names of the models. Does not reject. */
export function readAccepted(modelsDir: string): Promise<Record<string, Print | undefined>> {
  return readRecords<Print>(modelsDir, ACCEPTED_FILE);
}

/** Writes down that this file is accepted under the name of a model, or with undefined that none is. Rejects if the folder cannot be written. */
export async function writeAccepted(
  modelsDir: string,
  name: string,
  print: Print | undefined,
): Promise<void> {
  const accepted = await readAccepted(modelsDir);
  if (!print && !(name in accepted)) return;
  await writeRecords(modelsDir, ACCEPTED_FILE, { ...accepted, [name]: print });
}
