import { randomBytes } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { DiskFull } from '../disk-full.ts';

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

const BOX_HEAD_BYTES = 16;

/**
 * Throws DiskFull for an MP4 whose parts do not end where the file does. FFmpeg moves the index to the front at the end, and when the disk
 * is full then, it says that all is well.
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

/** The size in bytes that the head of a part of an MP4 names: in 4 bytes, or, where these say 1, in the 8 behind the name. */
function boxSize(head: Buffer): number {
  if (head.length < 8) return 0;
  const short = head.readUInt32BE(0);
  if (short !== 1) return short;
  return head.length < BOX_HEAD_BYTES ? 0 : Number(head.readBigUInt64BE(8));
}
