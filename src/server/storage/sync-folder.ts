import { open } from 'node:fs/promises';

/** Flushes a folder to the disk: without that, a rename may not survive a power cut. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
