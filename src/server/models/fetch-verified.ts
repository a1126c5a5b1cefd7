import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Print, sha256Of } from '#speech/local/model-stamps.ts';
import type { Deps } from '../deps.ts';
import { type DownloadOptions, download, PART_FILE } from '../sources/download.ts';
import { isWorthless, WrongFile } from './fetch-failure.ts';

/** What an address should have, and the folder of its partial download. */
export interface Errand {
  address: string;
  folder: string;
  print: Print;
}

/**
 * Downloads a file whose hash is known from an address into a folder, continues what is there, and returns the file's path. Rejects with an AppError, with
 * WrongFile, or if the folder cannot be written; then what has arrived is left if it may be continued.
 */
export async function fetchVerified(
  deps: Pick<Deps, 'outbound'>,
  errand: Errand,
  options: Omit<DownloadOptions, 'maxBytes'>,
): Promise<string> {
  const { address, folder, print } = errand;
  const isResumed = existsSync(join(folder, PART_FILE));
  try {
    const source = { address, folder, unchanging: print.sha256 };
    const { path } = await download(deps.outbound, source, { ...options, maxBytes: print.sizeBytes });
    if ((await sha256Of(path)) !== print.sha256) throw new WrongFile('it sent another file');
    return path;
  } catch (error) {
    if (!isWorthless(error)) throw error;
    await rm(folder, { recursive: true, force: true });
    // The wrong bytes may have come from another address, so this one deserves a try of its own.
    if (isResumed && error instanceof WrongFile) return await fetchVerified(deps, errand, options);
    throw error;
  }
}
