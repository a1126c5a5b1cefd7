import { open } from 'node:fs/promises';

/** Chunks before the samples are small; a header with more of them is not walked through to its end. */
const MOST_CHUNKS = 100;
/** Programs leave out the byte that fills up an odd chunk, or count the header wrong by as much. */
const SLACK_BYTES = 64;

/**
 * Whether the header of a WAV file says how long its samples really are. Programs that write to a pipe leave 0 or 0xffffffff there, RF64
 * and W64 keep the sizes where browsers do not look, and a file that was cut off has less than it says.
 */
export async function hasTrueSizes(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const head = Buffer.alloc(12);
    await file.read(head, 0, head.length, 0);
    if (head.toString('latin1', 0, 4) !== 'RIFF' || head.toString('latin1', 8, 12) !== 'WAVE') return false;
    for (let at = 12, count = 0; count < MOST_CHUNKS; count += 1) {
      const chunk = Buffer.alloc(8);
      const { bytesRead } = await file.read(chunk, 0, chunk.length, at);
      if (bytesRead < chunk.length) return false;
      const bytes = chunk.readUInt32LE(4);
      if (chunk.toString('latin1', 0, 4) === 'data')
        return bytes > 0 && at + chunk.length + bytes <= size + SLACK_BYTES;
      at += chunk.length + bytes + (bytes % 2);
    }
    return false;
  } finally {
    await file.close();
  }
}
