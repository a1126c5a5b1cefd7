import { copyFile, mkdir, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { writeAccepted } from './accepted-models.ts';
import { convertModel } from './convert-model.ts';
import { type Print, sha256Of } from './model-stamps.ts';
import { checkModels, isConvertible, MODEL_FILES, type ModelFile, publishedPrints } from './models.ts';
import { placeModel } from './place-model.ts';
import { tryVoiceFile } from './voices/trial-process.ts';

export interface AddOptions {
  signal: AbortSignal;
  /** Replaces the table in tests. */
  files?: readonly ModelFile[];
}

/** What a file has become: the model, and whether its content is the published one, or made of published weights. */
export interface AddedModel {
  file: ModelFile;
  isPublished: boolean;
}

/** Far above any model that this engine loads. */
const MAX_BYTES = 500_000_000;

/**
 * Copies a file of this machine into the models' folder. A file whose hash is in the table takes its place there; published weights are first
 * converted. Any other is tried in a process of its own, and accepted if it is a network that describes voices. Rejects with a single plain sentence, or with the signal's reason.
 */
export async function addModel(
  modelsDir: string,
  path: string,
  { signal, files = MODEL_FILES }: AddOptions,
): Promise<AddedModel> {
  await refuseUnlikely(path);
  await mkdir(modelsDir, { recursive: true });
  // What is tried is the copy: the original may change at any time.
  const copy = join(modelsDir, `added.${process.pid}.partial`);
  const converted = `${copy}.onnx`;
  try {
    await copyFile(path, copy);
    const print = { sha256: await sha256Of(copy), sizeBytes: (await stat(copy)).size };
    const isIt = ({ sha256 }: Print) => sha256 === print.sha256;
    const convertible = files.filter(isConvertible).find(({ weights }) => isIt(weights));
    const published = convertible ?? files.find((file) => publishedPrints(file).some(isIt));
    const file = published ?? (await acceptable(copy, path, { signal, files }));
    if (convertible) await convertModel(convertible.weights, { from: copy, to: converted }, { signal });
    await writeAccepted(modelsDir, file.name, published ? undefined : print);
    await placeModel(convertible ? converted : copy, join(modelsDir, file.name));
    await checkModels(modelsDir, [file]);
    return { file, isPublished: published !== undefined };
  } finally {
    await rm(copy, { force: true });
    await rm(converted, { force: true });
  }
}

async function refuseUnlikely(path: string): Promise<void> {
  const found = await stat(path).catch(() => undefined);
  if (!found) throw new Error(`There is no file ${path}.`);
  if (!found.isFile()) throw new Error(`${path} is not a file.`);
  if (found.size === 0) throw new Error(`${path} is empty.`);
  if (found.size > MAX_BYTES) throw new Error(`${path} is too large for a speech model.`);
}

/** The model whose place the file may take. Only the network of the voices may be another than the published one. */
async function acceptable(
  copy: string,
  path: string,
  { signal, files }: Required<AddOptions>,
): Promise<ModelFile> {
  const file = files.find(({ kind }) => kind === 'voices');
  if (!file) throw new Error(`${path} is none of the speech models.`);
  const fault = await tryVoiceFile(copy, { signal });
  if (fault) throw new Error(`${basename(path)} ${fault}, and its checksum is not that of a speech model.`);
  return file;
}
