import type { Deps } from '../../deps.ts';
import type { PackedBeginning } from '../../http/packed-json.ts';
import type { Caller } from '../../work/caller.ts';
import { memoryPer } from '../../work/memory.ts';
import type { ReadableTranscript } from './access.ts';
import { listSegments, listWords, type TranscriptRow } from './queries.ts';

/** The size of the cache of compressed responses, in bytes: some fifty recordings of three hours. */
const PACKED_BYTES = 32_000_000;

const packedParts = memoryPer<PackedBeginning>({
  ttl: 3_600_000,
  maxSize: PACKED_BYTES,
  sizeCalculation: ({ deflated }) => deflated.length,
});

/** Identifies the current text: changes with every edit. */
export function presentKey({ id, rowVersion }: Pick<TranscriptRow, 'id' | 'rowVersion'>): string {
  return `${id} ${rowVersion}`;
}

/**
 * The compressed text of a completed transcript as the beginning of a response, made once per change; `viewDetails` gives the
 * rest.
 */
export function packText(
  { db, work }: Pick<Deps, 'db' | 'work'>,
  transcript: ReadableTranscript,
  caller: Caller,
): Promise<PackedBeginning> {
  const place = { memory: packedParts(work), key: `text ${presentKey(transcript)}` };
  return work.recall(caller, place, async (signal) =>
    work.do({ kind: 'pack-text', segments: await listSegments(db, transcript.id) }, signal),
  );
}

/**
 * The words of all segments as a whole compressed response, made once per change; undefined before the transcript is completed.
 */
export function packWords(
  { db, work }: Pick<Deps, 'db' | 'work'>,
  transcript: ReadableTranscript,
  caller: Caller,
): Promise<PackedBeginning> {
  const place = { memory: packedParts(work), key: `words ${presentKey(transcript)}` };
  return work.recall(caller, place, async (signal) =>
    work.do({ kind: 'pack-words', segments: await listWords(db, transcript.id) }, signal),
  );
}
