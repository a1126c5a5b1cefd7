import { rename, rm } from 'node:fs/promises';

/** Lets a file appear under its name only once it is whole: `write` is given another name, and whatever it leaves there after a failure is removed. */
export async function writeWhole<Result>(
  target: string,
  write: (unfinished: string) => Promise<Result>,
): Promise<Result> {
  const unfinished = `${target}.part`;
  try {
    const result = await write(unfinished);
    await rename(unfinished, target);
    return result;
  } finally {
    await rm(unfinished, { force: true });
  }
}
