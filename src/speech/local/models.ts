import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';

/** A file of a speech model: where it comes from, and how to verify it. */
export interface ModelFile {
  name: string;
  kind: 'encoder' | 'decoder' | 'voice-activity';
  /** The npm package and version that contains it, and its path inside the tarball. */
  package: string;
  path: string;
  sizeBytes: number;
  sha256: string;
  license: string;
}

const MOONSHINE = '@moonshine-ai/moonshine-js@0.1.29';
const VAD_WEB = '@ricky0123/vad-web@0.0.31';

/** Every file that the local engine needs. Checksums were taken from the packages on npm. */
export const MODEL_FILES: readonly ModelFile[] = [
  {
    name: 'encoder_model.onnx',
    kind: 'encoder',
    package: MOONSHINE,
    path: 'package/dist/model/tiny/quantized/encoder_model.onnx',
    sizeBytes: 7_937_661,
    sha256: 'c6fc4b7bc5af75c0591fd157a1f3829b533d18e9769a888fd95a62e470dd4f4a',
    license: 'MIT, Useful Sensors (Moonshine tiny English)',
  },
  {
    name: 'decoder_model_merged.onnx',
    kind: 'decoder',
    package: MOONSHINE,
    path: 'package/dist/model/tiny/quantized/decoder_model_merged.onnx',
    sizeBytes: 20_243_286,
    sha256: 'eed87831c3a6103534aae7d47a5d485025c659a1323901513961c39fe8a1a367',
    license: 'MIT, Useful Sensors (Moonshine tiny English)',
  },
  {
    name: 'silero_vad_v6.onnx',
    kind: 'voice-activity',
    package: VAD_WEB,
    path: 'package/dist/silero_vad_v6.onnx',
    sizeBytes: 2_327_524,
    sha256: '1a153a22f4509e292a94e67d6f9b85e8deb25b4988682b7e174c65279d8788e3',
    license: 'MIT, Silero Team',
  },
];

/** The default folder of the models: `.cache/models` of this checkout. */
export function defaultModelsDir(): string {
  return fileURLToPath(new URL('../../../.cache/models', import.meta.url));
}

/** The path of the model file of this kind. */
export function modelPath(modelsDir: string, kind: ModelFile['kind']): string {
  const file = MODEL_FILES.find((candidate) => candidate.kind === kind);
  if (!file) throw new Error(`No model file of kind ${kind}`);
  return join(modelsDir, file.name);
}

/**
 * Model files that are missing or damaged. Verified files are remembered by size and modification time in a stamp beside them, so
 * that checking an unchanged folder reads no model.
 */
export async function missingModels(modelsDir: string, files = MODEL_FILES): Promise<ModelFile[]> {
  const stamps = await readStamps(modelsDir);
  const missing: ModelFile[] = [];
  const fresh: Stamps = {};
  for (const file of files) {
    const path = join(modelsDir, file.name);
    const stamp = await stampOf(path, file);
    const known = stamps[file.name];
    const isKnown = stamp && known?.mtimeMs === stamp.mtimeMs && known.sha256 === stamp.sha256;
    if (stamp && (isKnown || (await sha256Of(path)) === file.sha256)) fresh[file.name] = stamp;
    else missing.push(file);
  }
  if (JSON.stringify(fresh) !== JSON.stringify(stamps)) await saveStamps(modelsDir, fresh);
  return missing;
}

type Stamps = Record<string, { mtimeMs: number; sha256: string }>;

const STAMP_FILE = 'checked.json';

/** Parsed without a schema library, which would take longer to load than all the rest; malformed stamps match no file. */
async function readStamps(modelsDir: string): Promise<Stamps> {
  try {
    const stamps: unknown = JSON.parse(await readFile(join(modelsDir, STAMP_FILE), 'utf8'));
    return typeof stamps === 'object' && stamps !== null ? (stamps as Stamps) : {};
  } catch {
    return {};
  }
}

/** The stamp only saves time, so a read-only folder is not an error. */
async function saveStamps(modelsDir: string, stamps: Stamps): Promise<void> {
  await writeFile(join(modelsDir, STAMP_FILE), JSON.stringify(stamps)).catch(() => undefined);
}

async function stampOf(path: string, file: ModelFile) {
  const found = await stat(path).catch(() => undefined);
  if (found?.size !== file.sizeBytes) return undefined;
  return { mtimeMs: found.mtimeMs, sha256: file.sha256 };
}

async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}
