import { z } from 'zod';
import { Success } from './auth.ts';
import { AnalysisProviderName, ChatMessage, Question, Suggestions } from './chat.ts';
import { endpoint } from './endpoint.ts';
import { ArticleId, ProjectId, TranscriptId } from './ids.ts';

/** An article that an answer cites, as it is now. */
export const ArticleCitation = z.object({
  articleId: ArticleId,
  /** Null, as is everything else, if it has been deleted since, or may not be read any more. */
  articleTitle: z.string().nullable(),
  author: z.string().nullable(),
  publication: z.string().nullable(),
  articleUrl: z.string().nullable(),
});
export type ArticleCitation = z.infer<typeof ArticleCitation>;

/** A transcript that an answer cites, or that was read for it, as it is now. */
export const TranscriptCitation = z.object({
  transcriptId: TranscriptId,
  /** Null if it is no longer in the project, or may not be read any more. */
  transcriptTitle: z.string().nullable(),
});
export type TranscriptCitation = z.infer<typeof TranscriptCitation>;

/** An article that was read for an answer, as it is now. */
export const ReadArticle = ArticleCitation.pick({ articleId: true, articleTitle: true });
export type ReadArticle = z.infer<typeof ReadArticle>;

/** How many transcripts and articles. */
export const SourceCounts = z.object({ transcripts: z.number(), articles: z.number() });
export type SourceCounts = z.infer<typeof SourceCounts>;

/** What was read for an answer: the sources that its words can come from. */
export const ReadSources = z.object({
  /** At most `READ_SOURCES_LISTED` of them. */
  transcripts: z.array(TranscriptCitation),
  articles: z.array(ReadArticle),
  count: SourceCounts,
  /** How many there were to choose from. */
  outOf: SourceCounts,
});
export type ReadSources = z.infer<typeof ReadSources>;

/** `content` of an answer: Markdown with `[citation:T<id>:M:SS]` and `[article:A<id>:"quote"]`. */
export const CollectionMessage = ChatMessage.omit({ outdatedCitations: true }).extend({
  /** The asker's name; null for answers, and for people who are no longer members. */
  askedBy: z.string().nullable(),
  /** The articles that it cites, each once. */
  citations: z.array(ArticleCitation),
  /** The transcripts that it cites, each once. */
  transcripts: z.array(TranscriptCitation),
  /** Null for questions, and for answers from before this was recorded. */
  read: ReadSources.nullable(),
  /** The moments whose text has been edited since. */
  outdatedMoments: z.array(z.object({ transcriptId: TranscriptId, seconds: z.number() })),
});
export type CollectionMessage = z.infer<typeof CollectionMessage>;

/** Shared by all members. */
export const CollectionConversation = z.object({
  messages: z.array(CollectionMessage),
  /** Who answers the caller's next question. */
  answersBy: AnalysisProviderName,
});
export type CollectionConversation = z.infer<typeof CollectionConversation>;

/**
 * The events streamed when a question is sent with `Accept: text/event-stream`; as in a transcript's chat (see ChatEvent), except that `done`
 * carries the whole message.
 */
export const CollectionChatEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.literal('done'), message: CollectionMessage }),
  z.object({ type: z.literal('failed'), message: z.string(), code: z.string() }),
]);
export type CollectionChatEvent = z.infer<typeof CollectionChatEvent>;

const ById = z.object({ id: ProjectId });

export const getProjectConversation = endpoint({
  method: 'GET',
  path: '/api/projects/:id/conversation',
  summary: "The questions about a project's content and their answers, in order.",
  caller: 'signed-in',
  scope: 'read',
  withinProject: true,
  params: ById,
  response: CollectionConversation,
});

export const clearProjectConversation = endpoint({
  method: 'DELETE',
  path: '/api/projects/:id/conversation',
  summary: 'Delete all questions and answers; an answer that is being written is stopped.',
  caller: 'signed-in',
  scope: 'write',
  withinProject: true,
  params: ById,
  response: Success,
});

export const getProjectSuggestions = endpoint({
  method: 'GET',
  path: '/api/projects/:id/suggestions',
  summary: 'Questions that the content of a project can answer.',
  caller: 'signed-in',
  scope: 'read',
  withinProject: true,
  params: ById,
  response: Suggestions,
});

/** An answer that is not streamed. */
export const CollectionAnswer = z.object({ message: CollectionMessage });

export const askProject = endpoint({
  method: 'POST',
  path: '/api/projects/:id/chat',
  summary:
    'Ask about all transcripts and articles of a project. Question and answer are kept even if the client disconnects; one at a time per project. With `Accept: text/event-stream`, the answer is streamed as it is written.',
  caller: 'signed-in',
  scope: 'write',
  withinProject: true,
  params: ById,
  body: z.object({ question: Question }),
  response: CollectionAnswer,
});

export const stopProjectAnswer = endpoint({
  method: 'POST',
  path: '/api/projects/:id/chat/stop',
  summary:
    'Stop the answer that is being written and keep what is there so far. It is not an error if there is none.',
  caller: 'signed-in',
  scope: 'write',
  withinProject: true,
  params: ById,
  response: Success,
});

/** The conversation about a person's whole library. */
export const LibraryConversation = CollectionConversation.extend({
  /** How much there is to ask about. */
  sources: SourceCounts,
});
export type LibraryConversation = z.infer<typeof LibraryConversation>;

export const getLibraryConversation = endpoint({
  method: 'GET',
  path: '/api/library/conversation',
  summary: "The person's questions about their whole library, and the answers, in order.",
  caller: 'signed-in',
  scope: 'read',
  response: LibraryConversation,
});

export const clearLibraryConversation = endpoint({
  method: 'DELETE',
  path: '/api/library/conversation',
  summary: 'Delete all these questions and answers; an answer that is being written is stopped.',
  caller: 'signed-in',
  scope: 'write',
  response: Success,
});

export const getLibrarySuggestions = endpoint({
  method: 'GET',
  path: '/api/library/suggestions',
  summary: 'Questions that the library can answer.',
  caller: 'signed-in',
  scope: 'read',
  response: Suggestions,
});

export const askLibrary = endpoint({
  method: 'POST',
  path: '/api/library/chat',
  summary:
    'Ask about the whole library: own transcripts, and the transcripts and articles of projects of which one is owner or editor. Question and answer are kept even if the client disconnects; one at a time per person. With `Accept: text/event-stream`, the answer is streamed as it is written.',
  caller: 'signed-in',
  scope: 'write',
  body: z.object({ question: Question }),
  response: CollectionAnswer,
});

export const stopLibraryAnswer = endpoint({
  method: 'POST',
  path: '/api/library/chat/stop',
  summary:
    'Stop the answer that is being written and keep what is there so far. It is not an error if there is none.',
  caller: 'signed-in',
  scope: 'write',
  response: Success,
});
