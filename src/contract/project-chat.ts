import { z } from 'zod';
import { Success } from './auth.ts';
import { AnalysisProviderName, ChatMessage, Question, Suggestions } from './chat.ts';
import { endpoint } from './endpoint.ts';
import { ArticleId, ProjectId, TranscriptId } from './ids.ts';

/** An article that an answer cites, as it is now. */
export const ArticleCitation = z.object({
  articleId: ArticleId,
  /** Null if it has been deleted since. */
  articleTitle: z.string().nullable(),
  author: z.string().nullable(),
  publication: z.string().nullable(),
  articleUrl: z.string().nullable(),
});
export type ArticleCitation = z.infer<typeof ArticleCitation>;

/** A transcript that an answer cites, as it is now. */
export const TranscriptCitation = z.object({
  transcriptId: TranscriptId,
  /** Null if it is no longer in the project. */
  transcriptTitle: z.string().nullable(),
});
export type TranscriptCitation = z.infer<typeof TranscriptCitation>;

/** `content` of an answer: Markdown with `[citation:T<id>:M:SS]` and `[article:A<id>:"quote"]`. */
export const ProjectMessage = ChatMessage.omit({ outdatedCitations: true }).extend({
  /** The asker's name; null for answers, and for people who are no longer members. */
  askedBy: z.string().nullable(),
  /** The articles that it cites, each once. */
  citations: z.array(ArticleCitation),
  /** The transcripts that it cites, each once. */
  transcripts: z.array(TranscriptCitation),
  /** The moments whose text has been edited since. */
  outdatedMoments: z.array(z.object({ transcriptId: TranscriptId, seconds: z.number() })),
});
export type ProjectMessage = z.infer<typeof ProjectMessage>;

/** Shared by all members. */
export const ProjectConversation = z.object({
  messages: z.array(ProjectMessage),
  /** Who answers the caller's next question. */
  answersBy: AnalysisProviderName,
});
export type ProjectConversation = z.infer<typeof ProjectConversation>;

/**
 * The events streamed when a question is sent with `Accept: text/event-stream`; as in a transcript's chat (see ChatEvent), except that `done`
 * carries the whole message.
 */
export const ProjectChatEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.literal('done'), message: ProjectMessage }),
  z.object({ type: z.literal('failed'), message: z.string(), code: z.string() }),
]);
export type ProjectChatEvent = z.infer<typeof ProjectChatEvent>;

const ById = z.object({ id: ProjectId });

export const getProjectConversation = endpoint({
  method: 'GET',
  path: '/api/projects/:id/conversation',
  summary: "The questions about a project's content and their answers, in order.",
  caller: 'signed-in',
  params: ById,
  response: ProjectConversation,
});

export const clearProjectConversation = endpoint({
  method: 'DELETE',
  path: '/api/projects/:id/conversation',
  summary: 'Delete all questions and answers; an answer that is being written is stopped.',
  caller: 'signed-in',
  params: ById,
  response: Success,
});

export const getProjectSuggestions = endpoint({
  method: 'GET',
  path: '/api/projects/:id/suggestions',
  summary: 'Questions that the content of a project can answer.',
  caller: 'signed-in',
  params: ById,
  response: Suggestions,
});

export const askProject = endpoint({
  method: 'POST',
  path: '/api/projects/:id/chat',
  summary:
    'Ask about all transcripts and articles of a project. Question and answer are kept even if the client disconnects; one at a time per project. With `Accept: text/event-stream`, the answer is streamed as it is written.',
  caller: 'signed-in',
  params: ById,
  body: z.object({ question: Question }),
  response: z.object({ message: ProjectMessage }),
});

export const stopProjectAnswer = endpoint({
  method: 'POST',
  path: '/api/projects/:id/chat/stop',
  summary:
    'Stop the answer that is being written and keep what is there so far. It is not an error if there is none.',
  caller: 'signed-in',
  params: ById,
  response: Success,
});
