import { articleFilePath } from '#contract/articles.ts';
import type { AnswerState, ChatMessage } from '#contract/chat.ts';
import { ArticleId, TranscriptId } from '#contract/ids.ts';
import type { ProjectMessage } from '#contract/project-chat.ts';
import { type Citation, isStale } from '#domain/citations.ts';
import type { CitedRows } from './queries.ts';

/** The parts of a message that are shown as stored. */
export interface StoredMessage extends Pick<ChatMessage, 'id' | 'role' | 'content' | 'provider'> {
  state: AnswerState;
  createdAt: Date;
  userId: number | null;
  citations: readonly Citation[];
}

/** The current state of what messages cite, and who asked. */
export interface MessageContext {
  cited: CitedRows;
  /** People's names by user id. */
  names: ReadonlyMap<number, string>;
}

/** Of a source that has left the project, reveals only that it was cited. */
export function presentProjectMessage(row: StoredMessage, { cited, names }: MessageContext): ProjectMessage {
  const titles = new Map(cited.transcripts.map(({ id, title }) => [id, title]));
  const articles = new Map(cited.articles.map((article) => [article.id, article]));
  const revisions = new Map(cited.segments.map(({ id, revision }) => [id, revision]));
  const { id, role, content, state, provider, createdAt, userId, citations } = row;
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
        articleId: ArticleId.parse(articleId),
        articleTitle: article?.title ?? null,
        author: article?.author ?? null,
        publication: article?.publication ?? null,
        articleUrl: article?.url ?? ofPdf,
      };
    }),
    transcripts: citedTranscripts(citations).map((transcriptId) => ({
      transcriptId: TranscriptId.parse(transcriptId),
      transcriptTitle: titles.get(transcriptId) ?? null,
    })),
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
