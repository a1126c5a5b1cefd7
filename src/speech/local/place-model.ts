import { chmod, rename } from 'node:fs/promises';

/** Models are no secret: whoever fetched them, the server's user must be able to read them. */
const READABLE = 0o644;

/** Moves a complete file, which is on the same disk, into the models' folder in place of what was there. Rejects if that fails. */
export async function placeModel(complete: string, path: string): Promise<void> {
  await chmod(complete, READABLE);
  await rename(complete, path);
}
