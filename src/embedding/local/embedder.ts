import { defaultModelsDir } from '#speech/local/models.ts';
import { countedText, type Embedder } from '../embedder.ts';
import { type GroupLimits, groupsOf } from '../groups.ts';
import { DIMENSIONS } from './encoder-graph.ts';
import { EncoderProcess, type EncoderProcessOptions } from './encoder-process.ts';
import { requireSentenceFiles } from './model-files.ts';

export interface LocalEmbedderOptions extends Partial<EncoderProcessOptions> {
  /** Folder with the files of `model-files.ts`; defaults to the checkout's `.cache/models`. */
  modelsDir?: string;
}

/** The embedder that needs no key and no network. */
export interface LocalEmbedder extends Embedder {
  readonly dimensions: number;
  /** The id of its child process, for measurements and tests. */
  processId(): number | undefined;
}

/** The package, and what of our own work decides over the vectors: cleaning, parts of long texts, 16-bit weights. */
const VERSION = 'use-lite-en-0.2.0-1';
/** Texts that go to the process together, some 50 ms of work, so that a question does not wait for a whole recording. */
const TOGETHER: GroupLimits = { texts: 8, characters: 4000 };

/** The Universal Sentence Encoder, lite form, in a child process, which starts with the first call. It understands English only. */
export function createLocalEmbedder({
  modelsDir = defaultModelsDir(),
  ...options
}: LocalEmbedderOptions = {}): LocalEmbedder {
  const encoder = new EncoderProcess({ modelsDir, ...options });
  return {
    name: 'local',
    version: VERSION,
    dimensions: DIMENSIONS,
    languages: ['en'],
    processId: () => encoder.id,
    close: () => encoder.close(),
    check: async (signal) => {
      signal.throwIfAborted();
      await requireSentenceFiles(modelsDir);
      signal.throwIfAborted();
    },
    async embed(texts, signal) {
      signal.throwIfAborted();
      const vectors: Float32Array[] = [];
      // One group at a time: whoever comes meanwhile has a turn in between.
      for (const group of groupsOf(texts.map(countedText), TOGETHER)) {
        const joined = await encoder.run({ texts: group }, signal);
        for (const index of group.keys())
          vectors.push(joined.slice(index * DIMENSIONS, (index + 1) * DIMENSIONS));
      }
      return vectors;
    },
  };
}
