import { articleFilePath } from '#contract/articles.ts';
import type { AnswerState, ChatMessage } from '#contract/chat.ts';
import type { CollectionMessage, ReadSources } from '#contract/collection-chat.ts';
import { ArticleId, TranscriptId } from '#contract/ids.ts';
import { READ_SOURCES_LISTED } from '#contract/limits.ts';
import { type Citation, isStale } from '#domain/citations.ts';
import type { ReadSources as ReadRecord } from '#domain/read-sources.ts';
import type { CitedRows } from './queries.ts';

/** The parts of a message that are shown as stored. */
export interface StoredMessage extends Pick<ChatMessage, 'id' | 'role' | 'content' | 'provider'> {
  state: AnswerState;
  createdAt: Date;
  userId: number | null;
  citations: readonly Citation[];
  read: ReadRecord | null;
}

/** The current state of what messages cite, and who asked. */
export interface MessageContext {
  cited: CitedRows;
  /** People's names by user id. */
  names: ReadonlyMap<number, string>;
}

/** Of a source that has left the collection, reveals only that it was cited. */
export function presentCollectionMessage(
  row: StoredMessage,
  { cited, names }: MessageContext,
): CollectionMessage {
  const titles = new Map(cited.transcripts.map(({ id, title }) => [id, title]));
  const articles = new Map(cited.articles.map((article) => [article.id, article]));
  const revisions = new Map(cited.segments.map(({ id, revision }) => [id, revision]));
  const { id, role, content, state, provider, createdAt, userId, citations, read } = row;
  const titleOf = (transcriptId: number) => ({
    transcriptId: TranscriptId.parse(transcriptId),
    transcriptTitle: titles.get(transcriptId) ?? null,
  });
  const articleOf = (articleId: number) => ({
    articleId: ArticleId.parse(articleId),
    articleTitle: articles.get(articleId)?.title ?? null,
  });
  return {
    id,
    role,
    content,
    timestamp: createdAt.toISOString(),
    state,
    provider,
    askedBy: role === 'user' && userId !== null ? (names.get(userId) ?? null) : null,
    citations: citedArticles(citations).map((articleId) => {
      const article = articles.get(articleId);
      const ofPdf = article?.type === 'pdf' ? articleFilePath(ArticleId.parse(articleId)) : null;
      return {
        ...articleOf(articleId),
        author: article?.author ?? null,
        publication: article?.publication ?? null,
        articleUrl: article?.url ?? ofPdf,
      };
    }),
    transcripts: citedTranscripts(citations).map(titleOf),
    read: read && presentRead(read, { titleOf, articleOf }),
    outdatedMoments: citations.flatMap((citation) => {
      const { mark } = citation;
      const isOutdated =
        mark.kind === 'moment' && titles.has(mark.transcriptId ?? 0) && isStale(citation, revisions);
      return isOutdated
        ? [{ transcriptId: TranscriptId.parse(mark.transcriptId), seconds: mark.seconds }]
        : [];
    }),
  };
}

/** The articles cited, each once. */
export function citedArticles(citations: readonly Citation[]): number[] {
  return [...new Set(citations.flatMap(({ mark }) => (mark.kind === 'article' ? [mark.articleId] : [])))];
}

/** The transcripts cited, each once. */
export function citedTranscripts(citations: readonly Citation[]): number[] {
  return [
    ...new Set(citations.flatMap(({ mark }) => (mark.kind === 'moment' ? (mark.transcriptId ?? []) : []))),
  ];
}

function presentRead(
  { transcripts, articles, outOf }: ReadRecord,
  {
    titleOf,
    articleOf,
  }: {
    titleOf: (id: number) => ReadSources['transcripts'][number];
    articleOf: (id: number) => ReadSources['articles'][number];
  },
): ReadSources {
  return {
    transcripts: transcripts.slice(0, READ_SOURCES_LISTED).map(titleOf),
    articles: articles.slice(0, READ_SOURCES_LISTED).map(articleOf),
    count: { transcripts: transcripts.length, articles: articles.length },
    outOf,
  };
}
