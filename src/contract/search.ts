import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { ArticleId, ProjectId, SegmentId, TranscriptId } from './ids.ts';
import { SEARCH_MAX_LENGTH } from './limits.ts';
import { SourceType } from './transcripts.ts';

export const SearchMatch = z.object({
  type: z.enum(['title', 'timestamped', 'plain']),
  /** 'm:ss' or 'h:mm:ss'; null for a title. */
  timestamp: z.string().nullable(),
  /** Seconds, to jump to; null for a title. */
  start: z.number().nullable(),
  /** The speaker's display name; null for a title. */
  speaker: z.string().nullable(),
  /** The segment's text (or the title), cut around the first match. */
  context: z.string(),
});
export type SearchMatch = z.infer<typeof SearchMatch>;

export const SearchResult = z.object({
  transcript: z.object({
    id: TranscriptId,
    title: z.string(),
    sourceType: SourceType,
    /** BCP 47 tag of what is said; null if it is not known. */
    language: z.string().nullable(),
    duration: z.number().nullable(),
    wordCount: z.int().nullable(),
  }),
  /** All matches, of which `matches` holds the first 3. */
  matchCount: z.int(),
  matches: z.array(SearchMatch),
});
export type SearchResult = z.infer<typeof SearchResult>;

export const searchTranscripts = endpoint({
  method: 'GET',
  path: '/api/transcripts/search',
  summary: 'Find words in all transcripts of the person; case and accents are ignored.',
  caller: 'signed-in',
  scope: 'read',
  query: z.object({ q: z.string().max(SEARCH_MAX_LENGTH).default('') }),
  response: z.object({
    query: z.string(),
    /** Transcripts that match, of which `results` holds the newest 20. */
    totalResults: z.int(),
    results: z.array(SearchResult),
  }),
});

/** An article that matches. */
export const FoundArticle = z.object({
  articleId: ArticleId,
  title: z.string(),
  /** All matches, of which `matches` holds the first 3; the title counts as one. */
  matchCount: z.int(),
  matches: z.array(
    z.object({
      /** The text, cut around the first match. */
      context: z.string(),
      /** Its words from the match on, as they stand in the article: where to open it. */
      quote: z.string(),
    }),
  ),
});
export type FoundArticle = z.infer<typeof FoundArticle>;

export const searchProject = endpoint({
  method: 'GET',
  path: '/api/projects/:id/search',
  summary: 'Find words in all transcripts and articles of a project; case and accents are ignored.',
  caller: 'signed-in',
  scope: 'read',
  withinProject: true,
  params: z.object({ id: ProjectId }),
  query: z.object({ q: z.string().max(SEARCH_MAX_LENGTH).default('') }),
  response: searchTranscripts.response.extend({
    /** Articles that match, of which `articles` holds the newest 20. */
    totalArticles: z.int(),
    articles: z.array(FoundArticle),
  }),
});

/** A highlight, a comment or a reply whose text matches. */
export const FoundNote = z.object({
  transcriptId: TranscriptId,
  title: z.string(),
  /** Seconds, to jump to. */
  start: z.number(),
  /** Who wrote it; null if the account is gone. */
  author: z.string().nullable(),
  /** Its text, cut around the first match. */
  context: z.string(),
});
export type FoundNote = z.infer<typeof FoundNote>;

export const searchNotes = endpoint({
  method: 'GET',
  path: '/api/search/notes',
  summary:
    'Find words in the notes of all transcripts that the person may read, or of those in one project; case and accents are ignored.',
  caller: 'signed-in',
  scope: 'read',
  query: z.object({ q: z.string().max(SEARCH_MAX_LENGTH).default(''), projectId: ProjectId.optional() }),
  response: z.object({
    /** Notes and replies that match, of which `notes` holds the newest 20. */
    total: z.int(),
    notes: z.array(FoundNote),
  }),
});

export const SimilarPassage = z.object({
  transcriptId: TranscriptId,
  title: z.string(),
  /** BCP 47 tag of what is said; null if it is not known. */
  language: z.string().nullable(),
  /** Where the sentence begins, or the passage if there is none. */
  segmentId: SegmentId,
  /** Seconds, to jump to. */
  start: z.number(),
  /** The speaker's display name; null if speakers are hidden. */
  speaker: z.string().nullable(),
  /** The passage as it is now; only the beginning of a very long one. */
  text: z.string(),
  /** What in the text is nearest to the question, as it stands there; null if that was not found out in time. */
  sentence: z.string().nullable(),
  /** How near it is, from -1 to 1. */
  cosine: z.number(),
});
export type SimilarPassage = z.infer<typeof SimilarPassage>;

export const findSimilar = endpoint({
  method: 'GET',
  path: '/api/search/similar',
  summary:
    'Find passages that mean something similar, whatever their words: in all transcripts of the person, in one that the person may read, or in those of a project.',
  caller: 'signed-in',
  scope: 'read',
  query: z.object({
    q: z.string().max(SEARCH_MAX_LENGTH).default(''),
    transcriptId: TranscriptId.optional(),
    /** Not looked at beside `transcriptId`. */
    projectId: ProjectId.optional(),
  }),
  response: z.object({
    /** The nearest first, at most 10, no two of them side by side. */
    passages: z.array(SimilarPassage),
    /** Whether the question could be compared with anything: false without a model, before the texts have been read by it, and without a question. */
    isReady: z.boolean(),
  }),
});
