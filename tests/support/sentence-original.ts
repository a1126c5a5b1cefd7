import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { ROOT } from './server.ts';

const Original = z.object({
  tokens: z.array(z.tuple([z.string(), z.array(z.int())])),
  vectors: z.array(z.tuple([z.string(), z.base64()])),
});

/** What the original makes of texts, through `@energetic-ai/embeddings` 0.2.0 and TensorFlow.js: their tokens, and the vectors of a few. */
export function readOriginal() {
  const { tokens, vectors } = Original.parse(
    JSON.parse(readFileSync(join(ROOT, 'tests/fixtures/sentences/original.json'), 'utf8')),
  );
  return {
    tokens,
    vectors: vectors.map(([text, bytes]) => ({
      text,
      vector: new Float32Array(Uint8Array.from(Buffer.from(bytes, 'base64')).buffer),
    })),
  };
}
