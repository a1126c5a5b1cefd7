import { ApiError } from '#web/lib/api.ts';
import { AnswerFailed, AnswerLost } from './answer-events.ts';

export interface ChatFailure {
  code: string | null;
  /** What is told people; null where nobody has said anything. */
  said: string | null;
}

/** Why there is no answer, of whatever a question has thrown. */
export function chatFailureOf(error: unknown): ChatFailure {
  if (error instanceof ApiError) return error;
  if (error instanceof AnswerFailed) return { code: error.code, said: error.message };
  if (error instanceof AnswerLost) return { code: null, said: error.message };
  return { code: null, said: null };
}
