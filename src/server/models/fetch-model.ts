import { join } from 'node:path';
import { checkModels, type ModelFile, type WebSource } from '#speech/local/models.ts';
import { placeModel } from '#speech/local/place-model.ts';
import type { Deps } from '../deps.ts';
import { isOfSource, reasonOf } from './fetch-failure.ts';
import { fetchVerified } from './fetch-verified.ts';
import type { FetchOptions, ModelSource } from './model-source.ts';
import { clearPartFolders, withPartFolder } from './part-folder.ts';
import { weightsSources } from './weights-sources.ts';

/** A model that comes from the web. */
export type WebModel = ModelFile & { source: WebSource };

/** Whether a model comes from the web. */
export function isFromWeb(file: ModelFile): file is WebModel {
  return file.source.kind === 'web';
}

/**
 * Fetches a model into the models' folder, in place of what is there: from the first of its addresses that has it; failing that, from the first source of
 * its weights, if it can be made of them. A broken download is continued by the next address or the next try. Rejects with a single plain sentence, or with the signal's reason.
 */
export async function fetchModel(
  deps: Pick<Deps, 'outbound'>,
  file: WebModel,
  options: FetchOptions,
): Promise<void> {
  const { modelsDir, signal } = options;
  try {
    await fetchFromFirst(
      [...addressesOf(deps, file, options), ...weightsSources(deps, file, options)],
      signal,
    );
  } catch (error) {
    signal.throwIfAborted();
    throw new Error(`${file.name} could not be fetched: ${reasonOf(error)}`, { cause: error });
  }
  await checkModels(modelsDir, [file]);
  await clearParts(modelsDir, file).catch(() => undefined);
}

/** Removes the partial downloads that nobody will continue, once the model is there. Rejects if the folder cannot be written. */
export async function clearParts(modelsDir: string, { name, weights }: ModelFile): Promise<void> {
  await clearPartFolders(modelsDir, name);
  if (weights) await clearPartFolders(modelsDir, weights.name);
}

async function fetchFromFirst(sources: readonly ModelSource[], signal: AbortSignal): Promise<void> {
  const reasons: string[] = [];
  for (const { name, fetch } of sources) {
    try {
      return await fetch();
    } catch (error) {
      signal.throwIfAborted();
      if (!isOfSource(error)) throw error;
      reasons.push(`${name}: ${reasonOf(error)}`);
    }
  }
  throw new Error(reasons.join('; '));
}

function addressesOf(deps: Pick<Deps, 'outbound'>, file: WebModel, options: FetchOptions): ModelSource[] {
  const { modelsDir, ...limits } = options;
  return file.source.addresses.map((address) => ({
    name: new URL(address).host,
    fetch: () =>
      withPartFolder(modelsDir, file.name, async (folder) => {
        const path = await fetchVerified(deps, { address, folder, print: file }, limits);
        await placeModel(path, join(modelsDir, file.name));
      }),
  }));
}
