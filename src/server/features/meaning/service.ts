import { setImmediate } from 'node:timers/promises';
import type { TextLanguage } from '#domain/languages.ts';
import type { Nearness } from '#domain/meaning.ts';
import type { ArticlePart, Passage } from '#domain/passages.ts';
import { cosinesTo, mixedCosines } from '#embedding/cosines.ts';
import type { Embedder } from '#embedding/embedder.ts';
import { EmbedderUnavailable, EmbeddingFailed } from '#embedding/embedding-error.ts';
import type { Db } from '../../db/client.ts';
import type { Deps } from '../../deps.ts';
import { modelOf } from './model.ts';
import { unpackKeys } from './passage-key.ts';
import { countOutdated, type ListedVectors, listVectors, type SourceRef } from './queries.ts';

export { passageKey } from './passage-key.ts';

import { type ReadRow, readRows } from './remembered-rows.ts';

export type { SourceRef } from './queries.ts';

/** A question waits no longer than this for its vector: then words alone find what it asks for. */
const PATIENCE_MS = 1500;

/** A question, and what it means. */
export interface MeantQuestion {
  /** Made when it is first wanted, and only once; undefined if it could not be made in time. */
  vector: () => Promise<Float32Array | undefined>;
  signal: AbortSignal;
}

/** A question that passages are compared with, until the signal is aborted. */
export function meantBy(
  { embedder, log }: Pick<Deps, 'embedder' | 'log'>,
  question: string,
  signal: AbortSignal,
): MeantQuestion {
  let made: Promise<Float32Array | undefined> | undefined;
  const make = async () => {
    const [vector] = (embedder && (await embedInTime({ embedder, log }, [question], signal))) ?? [];
    return vector?.some((value) => value !== 0) ? vector : undefined;
  };
  return {
    vector: () => {
      made ??= make();
      return made;
    },
    signal,
  };
}

/** What a question is asked of: a source, and its passages as the question's answer will number them. */
export interface AskedSource {
  ref: SourceRef;
  /** What it is written in; null if nobody knows. */
  language: TextLanguage;
  passages: readonly (Passage | ArticlePart)[];
}

/**
 * How near the passages of these sources are to a question, as far as their vectors are there; undefined if none are, or if the question
 * could not be embedded in time. It never fails: words alone must do then.
 */
export async function nearnessOf(
  { db, embedder }: Pick<Deps, 'db' | 'embedder'>,
  all: readonly AskedSource[],
  { vector }: MeantQuestion,
): Promise<Nearness | undefined> {
  if (!embedder) return undefined;
  const { languages } = embedder;
  const sources = all.filter(({ language }) => !languages || languages.includes(language ?? ''));
  if (sources.length === 0) return undefined;
  const refs = sources.map(({ ref }) => ref);
  const rows = await readRows(db, await listVectors(db, refs, modelOf(embedder)));
  if (rows.length === 0) return undefined;
  const asked = await vector();
  if (!asked) return undefined;
  const nearness = new Map<number, number>();
  const rowOf = new Map(rows.map((row) => [nameOf(refOf(row)), row]));
  for (const { ref, passages } of sources) {
    const row = rowOf.get(nameOf(ref));
    if (row) addNearness(nearness, passages, { row, asked });
  }
  return nearness;
}

/** How many sources have no vectors of their present state. */
export function countToEmbed(db: Db, embedder: Embedder): Promise<number> {
  return countOutdated(db, { model: modelOf(embedder), languages: embedder.languages });
}

/** A passage that is near to a question. */
export interface NearPassage {
  ref: SourceRef;
  /** The ids of its segments, or where it starts in an article's text. */
  place: readonly number[];
  /** Its number in the source, counted from 0. */
  index: number;
  /** Of the text that was embedded (`passageKey`). */
  key: string;
  /** From -1 to 1. */
  cosine: number;
}

/** What is read together, searched in a few milliseconds. */
const BYTES_AT_ONCE = 1_500_000;

/**
 * The passages of many sources that are nearest to a question, best first, at most `count`; undefined if nothing is known of their meaning, or
 * the question could not be embedded in time. Looks at every vector, in portions between which others are served.
 */
export async function nearestIn(
  { db, embedder }: Pick<Deps, 'db' | 'embedder'>,
  refs: readonly SourceRef[],
  { question: { vector, signal }, count }: { question: MeantQuestion; count: number },
): Promise<NearPassage[] | undefined> {
  if (!embedder) return undefined;
  const listed = await listVectors(db, refs, modelOf(embedder));
  if (listed.length === 0) return undefined;
  const asked = await vector();
  if (!asked) return undefined;
  let best: NearPassage[] = [];
  for (const portion of portionsOf(listed)) {
    signal.throwIfAborted();
    const rows = await readRows(db, portion);
    // What is remembered is there at once.
    await setImmediate();
    const found = rows.flatMap((row) =>
      nearIn(row, asked, best.length < count ? -1 : (best.at(-1)?.cosine ?? -1)),
    );
    best = [...best, ...found].sort((one, other) => other.cosine - one.cosine).slice(0, count);
  }
  return best;
}

/** How near each of these texts is to a question; undefined if that could not be found out in time. */
export async function nearnessOfTexts(
  { embedder, log }: Pick<Deps, 'embedder' | 'log'>,
  texts: readonly string[],
  { vector: vectorOf, signal }: MeantQuestion,
): Promise<number[] | undefined> {
  if (!embedder) return undefined;
  const [asked, vectors] = await Promise.all([vectorOf(), embedInTime({ embedder, log }, texts, signal)]);
  if (!asked || !vectors || vectors.length < texts.length) return undefined;
  return vectors.map((vector) => vector.reduce((sum, value, at) => sum + value * (asked[at] ?? 0), 0));
}

/** The rows that are searched together. */
function portionsOf(listed: readonly ListedVectors[]): ListedVectors[][] {
  const portions: ListedVectors[][] = [];
  let left = 0;
  for (const each of listed) {
    const last = portions.at(-1);
    left -= each.bytes;
    if (last && left >= 0) last.push(each);
    else {
      portions.push([each]);
      left = BYTES_AT_ONCE - each.bytes;
    }
  }
  return portions;
}

/** The passages of a row that are nearer than this. */
function nearIn(row: ReadRow, asked: Float32Array, least: number): NearPassage[] {
  if (!isOfSize(row, asked)) return [];
  const near = [...cosinesTo(row.vectors, asked).entries()].filter(([, cosine]) => cosine > least);
  if (near.length === 0) return [];
  const keys = unpackKeys(row.keys);
  const ref = refOf(row);
  return near.map(([index, cosine]) => ({
    ref,
    place: row.places[index] ?? [],
    index,
    key: keys[index] ?? '',
    cosine,
  }));
}

/** Not so if they were made by a model of another size that has the same name. */
function isOfSize({ vectors: { bytes, lengths } }: ReadRow, asked: Float32Array): boolean {
  return lengths.length * asked.length === bytes.length;
}

function refOf({ transcriptId, articleId }: Pick<ReadRow, 'transcriptId' | 'articleId'>): SourceRef {
  return transcriptId !== null ? { transcriptId } : { articleId: articleId ?? 0 };
}

function nameOf(ref: SourceRef): string {
  return 'transcriptId' in ref ? `t${ref.transcriptId}` : `a${ref.articleId}`;
}

async function embedInTime(
  { embedder, log }: { embedder: Embedder } & Pick<Deps, 'log'>,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<Float32Array[] | undefined> {
  try {
    return await embedder.embed(texts, AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]));
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof EmbedderUnavailable) && !(error instanceof EmbeddingFailed)) {
      log.warn({ err: error }, 'a question was answered by words alone');
    }
    return undefined;
  }
}

function addNearness(
  nearness: Map<number, number>,
  passages: readonly (Passage | ArticlePart)[],
  { row, asked }: { row: ReadRow; asked: Float32Array },
): void {
  if (!isOfSize(row, asked)) return;
  const cosines = mixedCosines(row.vectors, asked);
  const indexOf = new Map(row.places.flatMap((place, index) => place.map((each) => [each, index] as const)));
  for (const passage of passages) {
    const places = 'segments' in passage ? passage.segments.map(({ id }) => id) : [passage.start];
    const found = places.flatMap((place) => {
      const index = indexOf.get(place);
      return index === undefined ? [] : (cosines[index] ?? 0);
    });
    if (found.length > 0) nearness.set(passage.number, Math.max(...found));
  }
}
