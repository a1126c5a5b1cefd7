import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readAccepted } from './accepted-models.ts';
import { openStamps } from './model-stamps.ts';

/** A file of a speech model: where it comes from, and how to verify it. */
export interface ModelFile {
  name: string;
  kind: 'encoder' | 'decoder' | 'voice-activity' | 'voices';
  /** What the engine does with it. */
  purpose: string;
  /** 'at-start': the engine cannot work without it. 'later': the engine makes do without it until it is there. */
  needed: 'at-start' | 'later';
  source: NpmSource | WebSource;
  sizeBytes: number;
  sha256: string;
  license: string;
}

/** The npm package and version that contains a file, and its path inside the tarball. */
export interface NpmSource {
  kind: 'npm';
  package: string;
  path: string;
}

/** Where the same file is on the web; each address is tried if those before it fail. */
export interface WebSource {
  kind: 'web';
  addresses: readonly string[];
}

const MOONSHINE = '@moonshine-ai/moonshine-js@0.1.29';
const VAD_WEB = '@ricky0123/vad-web@0.0.31';

/** Every file of the local engine. Checksums were taken from the packages on npm, and from the releases of sherpa-onnx. */
export const MODEL_FILES: readonly ModelFile[] = [
  {
    name: 'encoder_model.onnx',
    kind: 'encoder',
    purpose: 'recognizes words',
    needed: 'at-start',
    source: { kind: 'npm', package: MOONSHINE, path: 'package/dist/model/tiny/quantized/encoder_model.onnx' },
    sizeBytes: 7_937_661,
    sha256: 'c6fc4b7bc5af75c0591fd157a1f3829b533d18e9769a888fd95a62e470dd4f4a',
    license: 'MIT, Useful Sensors (Moonshine tiny English)',
  },
  {
    name: 'decoder_model_merged.onnx',
    kind: 'decoder',
    purpose: 'recognizes words',
    needed: 'at-start',
    source: {
      kind: 'npm',
      package: MOONSHINE,
      path: 'package/dist/model/tiny/quantized/decoder_model_merged.onnx',
    },
    sizeBytes: 20_243_286,
    sha256: 'eed87831c3a6103534aae7d47a5d485025c659a1323901513961c39fe8a1a367',
    license: 'MIT, Useful Sensors (Moonshine tiny English)',
  },
  {
    name: 'silero_vad_v6.onnx',
    kind: 'voice-activity',
    purpose: 'finds speech',
    needed: 'at-start',
    source: { kind: 'npm', package: VAD_WEB, path: 'package/dist/silero_vad_v6.onnx' },
    sizeBytes: 2_327_524,
    sha256: '1a153a22f4509e292a94e67d6f9b85e8deb25b4988682b7e174c65279d8788e3',
    license: 'MIT, Silero Team',
  },
  {
    name: 'campplus_zh_en.onnx',
    kind: 'voices',
    purpose: 'tells speakers apart',
    needed: 'later',
    source: {
      kind: 'web',
      addresses: [
        // The tag is really spelled so.
        'https://github.com/k2-fsa/sherpa-onnx/releases/download/speaker-recongition-models/3dspeaker_speech_campplus_sv_zh_en_16k-common_advanced.onnx',
        'https://huggingface.co/csukuangfj/speaker-embedding-models/resolve/0743f301363dec56491a490f6d6cbc9d67f9a3bf/3dspeaker_speech_campplus_sv_zh_en_16k-common_advanced.onnx',
      ],
    },
    sizeBytes: 28_281_164,
    sha256: 'aa3cfc16963a10586a9393f5035d6d6b57e98d358b347f80c2a30bf4f00ceba2',
    license: 'Apache-2.0, 3D-Speaker (Alibaba), CAM++',
  },
];

/** The default folder of the models: `.cache/models` of this checkout. */
export function defaultModelsDir(): string {
  return fileURLToPath(new URL('../../../.cache/models', import.meta.url));
}

/** The path of the model file of this kind. */
export function modelPath(modelsDir: string, kind: ModelFile['kind']): string {
  return join(modelsDir, fileOfKind(kind, MODEL_FILES).name);
}

/** The files that the engine needs when it starts. */
export function filesAtStart(files = MODEL_FILES): ModelFile[] {
  return files.filter(({ needed }) => needed === 'at-start');
}

/**
 * How a model file is: whole and as published; whole and accepted by `npm run models -- add`; not there; or something else under its
 * name, which includes files that cannot be read.
 */
export type ModelState = 'verified' | 'accepted' | 'missing' | 'damaged';

/**
 * The state of each of these files, in their order. Verified files are remembered by size and modification time in a stamp beside them, so
 * that checking an unchanged folder reads no model, unless `open` begins with fresh stamps. Does not reject.
 */
export async function checkModels(
  modelsDir: string,
  files = MODEL_FILES,
  open = openStamps,
): Promise<ModelState[]> {
  const stamps = await open(modelsDir);
  const accepted = await readAccepted(modelsDir);
  const states: ModelState[] = [];
  for (const file of files) {
    const other = file.needed === 'later' ? accepted[file.name] : undefined;
    const found = await stamps.verify(file.name, other ? [file, other] : [file]);
    if (typeof found === 'string') states.push(found);
    else states.push(found.sha256 === file.sha256 ? 'verified' : 'accepted');
  }
  await stamps.save();
  return states;
}

/** Of these files (those needed at the start), the ones that are missing or damaged. Does not reject. */
export async function missingModels(modelsDir: string, files = filesAtStart()): Promise<ModelFile[]> {
  const states = await checkModels(modelsDir, files);
  return files.filter((_, index) => !isAtHand(states[index]));
}

/**
 * The path of the model file of this kind, or undefined if it is missing, truncated or changed. Reads the file only if it has changed since
 * it was last verified. Does not reject.
 */
export async function modelAtHand(
  modelsDir: string,
  kind: ModelFile['kind'],
  files = MODEL_FILES,
): Promise<string | undefined> {
  const file = fileOfKind(kind, files);
  const [state] = await checkModels(modelsDir, [file]);
  return isAtHand(state) ? join(modelsDir, file.name) : undefined;
}

/** Whether a file in this state can be used. */
export function isAtHand(state: ModelState | undefined): boolean {
  return state === 'verified' || state === 'accepted';
}

function fileOfKind(kind: ModelFile['kind'], files: readonly ModelFile[]): ModelFile {
  const file = files.find((candidate) => candidate.kind === kind);
  if (!file) throw new Error(`No model file of kind ${kind}`);
  return file;
}
