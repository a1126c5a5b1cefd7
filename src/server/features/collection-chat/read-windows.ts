import type { ChatSource } from '#ai/provider.ts';
import type { PlaceWindow } from '#domain/found-places.ts';
import { type ArticlePart, makePassages, numberAfterGap, type Passage } from '#domain/passages.ts';
import { indexSources, type Source } from '#domain/source-index.ts';
import type { Deps } from '../../deps.ts';
import { type AnswerContext, nameSpeakers } from '../analysis/service.ts';
import {
  type ArticlePartRow,
  type ArticleSource,
  type Collection,
  readContents,
  readParts,
  readSegments,
  type SegmentPart,
  type SourceRows,
  type TranscriptSource,
} from './queries.ts';

/** A source as the provider and the checker read it: the same passages. */
export interface ReadSource {
  shown: ChatSource;
  checked: Source;
}

/** Reads windows of sources; those of one source must be consecutive. Skips what has left the collection in the meantime. */
export async function readWindows(
  { db }: Pick<Deps, 'db'>,
  { collection, rows }: { collection: Collection; rows: SourceRows },
  windows: readonly PlaceWindow[],
): Promise<ReadSource[]> {
  const ofTranscripts = windowsOf(windows, 't');
  const ofArticles = windowsOf(windows, 'a');
  const [segments, parts, contents] = await Promise.all([
    readSegments(db, collection, ofTranscripts),
    readParts(db, ofArticles),
    readContents(db, collection, [...new Set(ofArticles.map(({ id }) => id))]),
  ]);
  const saidIn = Map.groupBy(segments, ({ transcriptId }) => transcriptId);
  const writtenIn = Map.groupBy(parts, ({ articleId }) => articleId);
  const transcripts = new Map(rows.transcripts.map((row) => [row.id, row]));
  const articles = new Map(rows.articles.map((row) => [row.id, row]));
  const read: ReadSource[] = [];
  let first = 1;
  for (const source of new Set(windows.map((window) => window.source))) {
    const id = Number(source.slice(1));
    const transcript = source.startsWith('t') ? transcripts.get(id) : undefined;
    const article = source.startsWith('a') ? articles.get(id) : undefined;
    const one =
      (transcript && toTranscript(transcript, saidIn.get(id) ?? [], first)) ??
      (article &&
        toArticle(article, { parts: writtenIn.get(id) ?? [], content: contents.get(id) ?? '' }, first));
    if (!one || one.shown.passages.length === 0) continue;
    read.push(one);
    first = numberAfterGap(one.shown.passages);
  }
  return read;
}

/** What providers receive, and what their drafts are checked against. */
export function toAnswerContext(read: readonly ReadSource[], rows: SourceRows): AnswerContext {
  return {
    outOf: { transcripts: rows.transcripts.length, articles: rows.articles.length },
    sources: read.map(({ shown }) => shown),
    index: indexSources(read.map(({ checked }) => checked)),
  };
}

function windowsOf(windows: readonly PlaceWindow[], kind: 't' | 'a') {
  return windows
    .filter(({ source }) => source.startsWith(kind))
    .map(({ source, from, to }) => ({ id: Number(source.slice(1)), from, to }));
}

/**
 * Passages are built window by window: text of two windows never becomes one passage, and passage numbers are not consecutive
 * across windows.
 */
function toTranscript(
  row: TranscriptSource,
  segments: readonly (SegmentPart & { window: number })[],
  first: number,
): ReadSource {
  const heardFirst = row.firstSpeaker === null ? [] : [{ speaker: row.firstSpeaker }];
  const nameOf = nameSpeakers([...heardFirst, ...segments], row);
  const passages: Passage[] = [];
  for (const own of Map.groupBy(segments, ({ window }) => window).values()) {
    const number = passages.length > 0 ? numberAfterGap(passages) : first;
    passages.push(...makePassages(own.map(nameOf), number));
  }
  return {
    shown: { kind: 'transcript', title: row.title, language: row.language, passages },
    checked: { kind: 'transcript', transcriptId: row.id, passages },
  };
}

function toArticle(
  { id, title, author, publication, publishedDate }: ArticleSource,
  { parts, content }: { parts: readonly (ArticlePartRow & { window: number })[]; content: string },
  first: number,
): ReadSource {
  const passages: ArticlePart[] = [];
  let previous: ArticlePartRow | undefined;
  for (const part of parts) {
    const { start, end } = part;
    const last = passages.at(-1);
    const follows = last && previous?.position === part.position - 1;
    const number = follows ? last.number + 1 : last ? numberAfterGap(passages) : first;
    passages.push({ number, text: content.slice(start, end), start, end });
    previous = part;
  }
  return {
    shown: { kind: 'article', title, author, publication, publishedDate, passages },
    checked: { kind: 'article', articleId: id, content, passages },
  };
}
