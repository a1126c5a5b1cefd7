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
import {
  countOutdated,
  findVectorRows,
  findVectorsOf,
  listVectorIds,
  type SourceRef,
  type VectorRow,
} from './queries.ts';

export { passageKey } from './passage-key.ts';
export type { SourceRef } from './queries.ts';

/** A question waits no longer than this for its vector: then words alone find what it asks for. */
const PATIENCE_MS = 1500;

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
  { db, embedder, log }: Pick<Deps, 'db' | 'embedder' | 'log'>,
  all: readonly AskedSource[],
  { question, signal }: { question: string; signal: AbortSignal },
): Promise<Nearness | undefined> {
  if (!embedder) return undefined;
  const { languages } = embedder;
  const sources = all.filter(({ language }) => !languages || languages.includes(language ?? ''));
  if (sources.length === 0) return undefined;
  const rows = await findVectorsOf(
    db,
    sources.map(({ ref }) => ref),
    modelOf(embedder),
  );
  if (rows.length === 0) return undefined;
  const asked = await embedQuestion({ embedder, log }, question, signal);
  if (!asked) return undefined;
  const nearness = new Map<number, number>();
  for (const { ref, passages } of sources) {
    const row = rows.find((each) => isOf(each, ref));
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

/** Rows that are read together: about a megabyte, searched in a few milliseconds. */
const ROWS_AT_ONCE = 6;

/**
 * The passages of many sources that are nearest to a question, best first, at most `count`; undefined if nothing is known of their meaning, or
 * the question could not be embedded in time. Looks at every vector, in portions between which others are served.
 */
export async function nearestIn(
  deps: Pick<Deps, 'db' | 'embedder' | 'log'>,
  refs: readonly SourceRef[],
  { question, signal, count }: { question: string; signal: AbortSignal; count: number },
): Promise<NearPassage[] | undefined> {
  const { db, embedder, log } = deps;
  if (!embedder) return undefined;
  const ids = await listVectorIds(db, refs, modelOf(embedder));
  if (ids.length === 0) return undefined;
  const asked = await embedQuestion({ embedder, log }, question, signal);
  if (!asked) return undefined;
  let best: NearPassage[] = [];
  for (let at = 0; at < ids.length; at += ROWS_AT_ONCE) {
    signal.throwIfAborted();
    const rows = await findVectorRows(db, ids.slice(at, at + ROWS_AT_ONCE));
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
  { question, signal }: { question: string; signal: AbortSignal },
): Promise<number[] | undefined> {
  if (!embedder) return undefined;
  const [asked, ...vectors] = (await embedInTime({ embedder, log }, [question, ...texts], signal)) ?? [];
  if (!asked || vectors.length < texts.length) return undefined;
  return vectors.map((vector) => vector.reduce((sum, value, at) => sum + value * (asked[at] ?? 0), 0));
}

/** The passages of a row that are nearer than this. */
function nearIn(row: VectorRow, asked: Float32Array, least: number): NearPassage[] {
  const packed = bytesOf(row);
  const { transcriptId, articleId } = row;
  const ref = transcriptId !== null ? { transcriptId } : { articleId: articleId ?? 0 };
  if (row.places.length * asked.length !== packed.length) return [];
  const keys = unpackKeys(row.keys);
  return [...cosinesTo(packed, asked)].flatMap((cosine, index) =>
    cosine > least ? [{ ref, place: row.places[index] ?? [], index, key: keys[index] ?? '', cosine }] : [],
  );
}

function bytesOf({ packed }: VectorRow): Int8Array {
  return new Int8Array(packed.buffer, packed.byteOffset, packed.byteLength);
}

async function embedQuestion(
  deps: { embedder: Embedder } & Pick<Deps, 'log'>,
  question: string,
  signal: AbortSignal,
): Promise<Float32Array | undefined> {
  const [vector] = (await embedInTime(deps, [question], signal)) ?? [];
  return vector?.some((value) => value !== 0) ? vector : undefined;
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

function isOf({ transcriptId, articleId }: VectorRow, ref: SourceRef): boolean {
  return 'transcriptId' in ref ? transcriptId === ref.transcriptId : articleId === ref.articleId;
}

function addNearness(
  nearness: Map<number, number>,
  passages: readonly (Passage | ArticlePart)[],
  { row, asked }: { row: VectorRow; asked: Float32Array },
): void {
  const packed = bytesOf(row);
  // Made by a model of another size that has the same name.
  if (row.places.length * asked.length !== packed.length) return;
  const cosines = mixedCosines(packed, asked);
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
