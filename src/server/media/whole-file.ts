import { randomBytes } from 'node:crypto';
import { open, rename, rm, stat } from 'node:fs/promises';
import { AppError } from '../app-error.ts';
import { DiskFull } from '../disk-full.ts';

/**
 * Makes a file appear under its name only when it is complete: `write` gets a temporary name, and whatever it leaves there on
 * failure is removed.
 */
export async function writeWhole<Result>(
  target: string,
  write: (unfinished: string) => Promise<Result>,
): Promise<Result> {
  // A unique name: a reader that outlives a killed parent must not write into the next one's file.
  const unfinished = `${target}.${randomBytes(4).toString('hex')}.part`;
  try {
    const result = await write(unfinished);
    await rename(unfinished, target);
    return result;
  } finally {
    await rm(unfinished, { force: true });
  }
}

/** Throws 'clip_empty' for a file into which nothing was written. */
export async function refuseNothing(path: string): Promise<void> {
  const { size } = await stat(path);
  if (size === 0) throw new AppError('clip_empty');
}

const BOX_HEAD_BYTES = 16;

/**
 * Throws DiskFull for an MP4 whose boxes do not end where the file does. FFmpeg moves the index to the front at the end, and
 * reports success even if the disk is full at that point.
 */
export async function refuseCutOff(path: string): Promise<void> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    let end = 0;
    while (end < size) {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(BOX_HEAD_BYTES), { position: end });
      const boxBytes = boxSize(buffer.subarray(0, bytesRead));
      if (boxBytes < 8) break;
      end += boxBytes;
    }
    if (size === 0 || end !== size) throw new DiskFull('The copy was cut off while it was written.');
  } finally {
    await file.close();
  }
}

/** The size in bytes from an MP4 box's header: in 4 bytes, or, if these say 1, in the 8 after the name. */
function boxSize(head: Buffer): number {
  if (head.length < 8) return 0;
  const short = head.readUInt32BE(0);
  if (short !== 1) return short;
  return head.length < BOX_HEAD_BYTES ? 0 : Number(head.readBigUInt64BE(8));
}
