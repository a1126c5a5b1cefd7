import { z } from 'zod';
import { Success } from './auth.ts';
import { endpoint } from './endpoint.ts';
import { ShareId, TranscriptId } from './ids.ts';
import { MAX_ANSWER_LENGTH, MAX_QUESTION_LENGTH, MAX_SHARED_HISTORY } from './limits.ts';

/** Who answers: Claude, an OpenAI-compatible server, or quotes from the transcript itself if there is no key. */
export const AnalysisProviderName = z.enum(['anthropic', 'openai', 'extractive']);
export type AnalysisProviderName = z.infer<typeof AnalysisProviderName>;

/**
 * 'pending': being written now. 'stopped': the person stopped it. 'cut_off': the provider or the server broke off; the partial answer is
 * kept, and may be empty.
 */
export const AnswerState = z.enum(['complete', 'pending', 'stopped', 'cut_off']);
export type AnswerState = z.infer<typeof AnswerState>;

export const ChatMessage = z.object({
  id: z.int(),
  role: z.enum(['user', 'assistant']),
  /** For an answer: Markdown with `[citation:M:SS]`. */
  content: z.string(),
  timestamp: z.iso.datetime(),
  /** 'complete' for questions. */
  state: AnswerState,
  /** Who wrote an answer; null for questions. */
  provider: AnalysisProviderName.nullable(),
  /** The seconds of the citations whose text has been edited since. */
  outdatedCitations: z.array(z.number()),
});
export type ChatMessage = z.infer<typeof ChatMessage>;

export const Conversation = z.object({
  messages: z.array(ChatMessage),
  /** Who answers the next question. */
  answersBy: AnalysisProviderName,
});
export type Conversation = z.infer<typeof Conversation>;

export const Suggestions = z.object({
  /** At most three questions that the transcript can answer. */
  suggestions: z.array(z.string()),
  answersBy: AnalysisProviderName,
});
export type Suggestions = z.infer<typeof Suggestions>;

export const Question = z
  .string()
  .trim()
  .min(1, 'Please type a question.')
  .max(
    MAX_QUESTION_LENGTH,
    `A question can have at most ${MAX_QUESTION_LENGTH.toLocaleString('en')} characters.`,
  );

/** The complete answer. */
export const ChatAnswer = z.object({
  answer: z.string(),
  timestamp: z.iso.datetime(),
  state: AnswerState,
  provider: AnalysisProviderName,
});
export type ChatAnswer = z.infer<typeof ChatAnswer>;

/**
 * The events streamed when a question is sent with `Accept: text/event-stream`. Event name = `type`, data = JSON of the rest. `text` is a
 * draft to display, without citations; `done` carries the checked answer that replaces it. Refusals before the answer begins are
 * ordinary error responses.
 */
export const ChatEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string() }),
  ChatAnswer.extend({ type: z.literal('done') }),
  z.object({ type: z.literal('failed'), message: z.string(), code: z.string() }),
]);
export type ChatEvent = z.infer<typeof ChatEvent>;
export const CHAT_STREAM_TYPE = 'text/event-stream';

const ById = z.object({ id: TranscriptId });
const ByShare = z.object({ shareId: ShareId });

export const getConversation = endpoint({
  method: 'GET',
  path: '/api/transcripts/:id/conversation',
  summary: 'The questions about a transcript and their answers, in order.',
  caller: 'signed-in',
  scope: 'read',
  withinProject: true,
  params: ById,
  response: Conversation,
});

export const clearConversation = endpoint({
  method: 'DELETE',
  path: '/api/transcripts/:id/conversation',
  summary: 'Delete all questions and answers; an answer that is being written is stopped.',
  caller: 'signed-in',
  scope: 'write',
  withinProject: true,
  params: ById,
  response: Success,
});

export const getSuggestions = endpoint({
  method: 'GET',
  path: '/api/transcripts/:id/suggestions',
  summary: 'Questions that this transcript can answer.',
  caller: 'signed-in',
  scope: 'read',
  withinProject: true,
  params: ById,
  response: Suggestions,
});

export const askTranscript = endpoint({
  method: 'POST',
  path: '/api/transcripts/:id/chat',
  summary:
    'Ask about a transcript. Question and answer are kept even if the client disconnects; one at a time per transcript. With `Accept: text/event-stream`, the answer is streamed as it is written.',
  caller: 'signed-in',
  scope: 'write',
  withinProject: true,
  params: ById,
  body: z.object({ question: Question }),
  response: ChatAnswer,
});

export const stopAnswer = endpoint({
  method: 'POST',
  path: '/api/transcripts/:id/chat/stop',
  summary:
    'Stop the answer that is being written and keep what is there so far. It is not an error if there is none.',
  caller: 'signed-in',
  scope: 'write',
  withinProject: true,
  params: ById,
  response: Success,
});

export const getSharedSuggestions = endpoint({
  method: 'GET',
  path: '/api/share/:shareId/suggestions',
  summary: 'Questions that the transcript behind a public link can answer.',
  caller: 'link',
  params: ByShare,
  response: Suggestions,
});

export const askShared = endpoint({
  method: 'POST',
  path: '/api/share/:shareId/chat',
  summary:
    'Ask about the transcript behind a public link. Nothing is kept, and disconnecting stops it. With `Accept: text/event-stream`, the answer is streamed as it is written.',
  caller: 'link',
  params: ByShare,
  body: z.object({
    question: Question,
    /** The conversation so far, oldest first; only the visitor's own window remembers it. */
    history: z
      .array(z.object({ role: z.enum(['user', 'assistant']), content: z.string().max(MAX_ANSWER_LENGTH) }))
      .max(MAX_SHARED_HISTORY)
      .default([]),
  }),
  response: ChatAnswer,
});
