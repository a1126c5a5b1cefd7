import type { z } from 'zod';
import type { Embedder } from '#embedding/embedder.ts';
import { EmbedderUnavailable, EmbeddingFailed } from '#embedding/embedding-error.ts';
import { packVectors } from '#embedding/quantize.ts';
import type { Deps } from '../../deps.ts';
import type { JobHandler } from '../../jobs/queue.ts';
import { keepLease, takeLease } from '../analysis/service.ts';
import type { embedJob } from './jobs.ts';
import { modelOf } from './model.ts';
import { KEY_BYTES, packKeys, passageKey, unpackKeys } from './passage-key.ts';
import { findOutdated, findVectors, type SourceRef, saveVectors, type VectorRow } from './queries.ts';
import { readSource } from './read-source.ts';

/** Sources that are looked up together. */
const AT_ONCE = 20;
/** Passages that are embedded together: a question that comes meanwhile waits for no more. */
const PORTION = 8;

type JobDeps = Pick<Deps, 'db' | 'embedder' | 'log'>;

/**
 * Embeds the passages whose vectors are missing, source by source, the newest first; one run at a time over all nodes. Each source once a run:
 * what somebody edits meanwhile is the next minute's.
 */
export function embedHandler(deps: JobDeps): JobHandler<z.output<typeof embedJob.payload>> {
  return async ({ signal }) => {
    const taken = await deps.db.transaction((tx) => takeLease(tx, 'embed'));
    // Another run is at it, and looks again before it ends.
    if (!taken) return;
    const lease = keepLease(deps, taken);
    try {
      await embedAll(deps, AbortSignal.any([signal, lease.signal]));
    } finally {
      await lease.release();
    }
  };
}

async function embedAll(deps: JobDeps, signal: AbortSignal): Promise<void> {
  const { embedder } = deps;
  if (!embedder) return;
  const seen: SourceRef[] = [];
  for (;;) {
    const wanted = { model: modelOf(embedder), languages: embedder.languages, seen, limit: AT_ONCE };
    const sources = await findOutdated(deps.db, wanted);
    if (sources.length === 0) return;
    for (const ref of sources) {
      signal.throwIfAborted();
      seen.push(ref);
      try {
        await embedSource({ ...deps, embedder }, ref, signal);
      } catch (error) {
        // Without a model there are words alone; the start has told the operator.
        if (error instanceof EmbedderUnavailable) return;
        if (!(error instanceof EmbeddingFailed)) throw error;
        deps.log.warn({ ...ref, err: error }, 'not embedded yet');
      }
    }
  }
}

async function embedSource(
  { db, embedder }: JobDeps & { embedder: Embedder },
  ref: SourceRef,
  signal: AbortSignal,
): Promise<void> {
  const source = await readSource(db, ref);
  if (!source) return;
  const model = modelOf(embedder);
  const known = knownVectors(await findVectors(db, ref), model);
  const passages = source.passages.map((passage) => ({ ...passage, key: passageKey(passage.text) }));
  const texts = new Map(passages.map(({ key, text }) => [key, text]));
  const missing = [...texts].filter(([key]) => !known.has(key));
  for (let at = 0; at < missing.length; at += PORTION) {
    const portion = missing.slice(at, at + PORTION);
    const made = await embedder.embed(
      portion.map(([, text]) => text),
      signal,
    );
    for (const [index, [key]] of portion.entries()) {
      const vector = made[index];
      if (!vector) throw new Error('The embedder gave too few vectors.');
      const { bytes } = packVectors([vector], { dimensions: vector.length, packing: 'each' });
      known.set(key, Buffer.from(bytes.buffer));
    }
  }
  await saveVectors(db, ref, {
    model,
    rowVersion: source.rowVersion,
    places: passages.map(({ place }) => place),
    keys: packKeys(passages.map(({ key }) => key)),
    packed: Buffer.concat(passages.flatMap(({ key }) => known.get(key) ?? [])),
  });
}

/** The vectors that need not be made again, by the key of their text. */
function knownVectors(row: VectorRow | undefined, model: string): Map<string, Buffer> {
  if (row?.model !== model || row.keys.length === 0) return new Map();
  const size = row.packed.length / (row.keys.length / KEY_BYTES);
  return new Map(
    unpackKeys(row.keys).map((key, index) => [key, row.packed.subarray(index * size, (index + 1) * size)]),
  );
}
