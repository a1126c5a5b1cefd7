import { randomUUID } from 'node:crypto';
import { mkdir, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** What the system says when nothing can be written to a place, whatever it is. */
const CANNOT_WRITE: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'EPERM', 'EIO']);
const FULL: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT']);

/** A text could not be written. The message is the line to print. */
export class TextNotSaved extends Error {
  /** Whether others could not be written either: the disk is full, or may not be written to. */
  readonly isForAll: boolean;

  constructor(where: string, cause: unknown) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
    const reason = FULL.has(code)
      ? 'the disk is full'
      : cause instanceof Error
        ? cause.message
        : String(cause);
    super(
      `${where} could not be written (${reason}). The transcript is on the server: the same command fetches its text.`,
      { cause },
    );
    this.isForAll = CANNOT_WRITE.has(code);
  }
}

/** Writes a text to a file whole or not at all, in the place of what was there; its folder is created. Undefined: to the standard output. Throws TextNotSaved. */
export async function saveText(text: string, out: string | undefined): Promise<void> {
  try {
    if (out === undefined) await print(text);
    else await replaceFile(out, text);
  } catch (error) {
    throw new TextNotSaved(out ?? 'The standard output', error);
  }
}

function print(text: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  process.stdout.once('error', reject);
  process.stdout.write(text, (error) => (error ? reject(error) : resolve()));
  return promise;
}

async function replaceFile(out: string, text: string): Promise<void> {
  // A link stays one.
  const path = await realpath(out).catch(() => out);
  const kind = await stat(path).catch(() => undefined);
  // A device or a pipe.
  if (kind && !kind.isFile()) return writeFile(path, text);
  await mkdir(dirname(path), { recursive: true });
  const unfinished = `${path}.${randomUUID()}.part`;
  try {
    await writeFile(unfinished, text);
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}
