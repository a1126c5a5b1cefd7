import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sha256Of } from '#speech/local/model-stamps.ts';
import { checkModels, type ModelFile, type WebSource } from '#speech/local/models.ts';
import { placeModel } from '#speech/local/place-model.ts';
import type { Deps } from '../deps.ts';
import { type DownloadOptions, download, PART_FILE } from '../sources/download.ts';
import { isOfServer, isWorthless, reasonOf, WrongFile } from './fetch-failure.ts';
import { withPartFolder } from './part-folder.ts';

/** A model that comes from the web. */
export type WebModel = ModelFile & { source: WebSource };

/** Whether a model comes from the web. */
export function isFromWeb(file: ModelFile): file is WebModel {
  return file.source.kind === 'web';
}

/** `totalMs` and `pausesMs` are for each address. */
export type FetchOptions = Omit<DownloadOptions, 'maxBytes'> & { modelsDir: string };

/**
 * Fetches a model from the first of its addresses that has it into the models' folder, in place of what is there. A broken download is continued by the next
 * address or the next try. Rejects with a single plain sentence, or with the signal's reason.
 */
export async function fetchModel(
  deps: Pick<Deps, 'outbound'>,
  file: WebModel,
  options: FetchOptions,
): Promise<void> {
  const { modelsDir, signal } = options;
  try {
    await withPartFolder(modelsDir, file.name, (folder) => fetchFromAny(deps, { file, folder }, options));
  } catch (error) {
    signal.throwIfAborted();
    throw new Error(`${file.name} could not be fetched: ${reasonOf(error)}`, { cause: error });
  }
  await checkModels(modelsDir, [file]);
}

/** A model, and the folder of its partial download. */
interface Errand {
  file: WebModel;
  folder: string;
}

async function fetchFromAny(
  deps: Pick<Deps, 'outbound'>,
  errand: Errand,
  options: FetchOptions,
): Promise<void> {
  const reasons: string[] = [];
  for (const address of errand.file.source.addresses) {
    try {
      await fetchFrom(deps, { ...errand, address }, options);
      return;
    } catch (error) {
      options.signal.throwIfAborted();
      if (!isOfServer(error)) throw error;
      reasons.push(`${new URL(address).host}: ${reasonOf(error)}`);
    }
  }
  throw new Error(reasons.join('; '));
}

async function fetchFrom(
  deps: Pick<Deps, 'outbound'>,
  errand: Errand & { address: string },
  options: FetchOptions,
): Promise<void> {
  const { file, folder, address } = errand;
  const { modelsDir, ...limits } = options;
  const isResumed = existsSync(join(folder, PART_FILE));
  try {
    const source = { address, folder, unchanging: file.sha256 };
    const { path } = await download(deps.outbound, source, { ...limits, maxBytes: file.sizeBytes });
    if ((await sha256Of(path)) !== file.sha256) throw new WrongFile('it sent another file');
    await placeModel(path, join(modelsDir, file.name));
  } catch (error) {
    if (!isWorthless(error)) throw error;
    await rm(folder, { recursive: true, force: true });
    // The wrong bytes may have come from another address, so this one deserves a try of its own.
    if (isResumed && error instanceof WrongFile) await fetchFrom(deps, errand, options);
    else throw error;
  }
}
