import { ApiError } from '#web/lib/api.ts';
import { AnswerFailed, AnswerLost } from './answer-events.ts';

export interface ChatFailure {
  code: string | null;
  /** The message for the screen; null if there is none. */
  said: string | null;
}

/** The code and the message of anything that asking a question can throw. */
export function chatFailureOf(error: unknown): ChatFailure {
  if (error instanceof ApiError) return error;
  if (error instanceof AnswerFailed) return { code: error.code, said: error.message };
  if (error instanceof AnswerLost) return { code: null, said: error.message };
  return { code: null, said: null };
}
