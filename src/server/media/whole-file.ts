import { randomBytes } from 'node:crypto';
import { rename, rm } from 'node:fs/promises';

/** Lets a file appear under its name only once it is whole: `write` is given another name, and whatever it leaves there after a failure is removed. */
export async function writeWhole<Result>(
  target: string,
  write: (unfinished: string) => Promise<Result>,
): Promise<Result> {
  // A name of its own: a reader that outlives a killed parent must not write into what the next one makes.
  const unfinished = `${target}.${randomBytes(4).toString('hex')}.part`;
  try {
    const result = await write(unfinished);
    await rename(unfinished, target);
    return result;
  } finally {
    await rm(unfinished, { force: true });
  }
}
