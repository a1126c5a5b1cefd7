import { ApiError } from '#web/lib/api.ts';
import { AnswerFailed, AnswerLost } from './answer-events.ts';

export interface ChatFailure {
  code: string | null;
  /** The message for the screen; null if there is none. */
  userMessage: string | null;
}

/** The code and the message of anything that asking a question can throw. */
export function chatFailureOf(error: unknown): ChatFailure {
  if (error instanceof ApiError) return error;
  if (error instanceof AnswerFailed) return { code: error.code, userMessage: error.message };
  if (error instanceof AnswerLost) return { code: null, userMessage: error.message };
  return { code: null, userMessage: null };
}
