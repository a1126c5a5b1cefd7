import { ApiError } from '#web/lib/api.ts';
import { toast } from '#web/ui/toast-store.ts';
import { AnswerFailed, AnswerLost } from './answer-events.ts';

interface Failure {
  code: string | null;
  /** What is told people; null where nobody has said anything. */
  said: string | null;
}

/** Tells the owner of a transcript why there is no answer. */
export function tellChatFailure(error: unknown): void {
  const failure = failureOf(error);
  toast({
    title: isAboutKey(failure) ? 'The AI provider key is not configured' : 'Failed to send message',
    description: failure.said,
    variant: 'destructive',
  });
}

/** Tells a visitor. */
export function tellSharedFailure(error: unknown): void {
  toast({
    title: 'Chat Error',
    description: failureOf(error).said ?? 'Failed to get response. Please try again.',
    variant: 'destructive',
  });
}

/** Their words mention an API key as a way out; the key is not what is wrong. */
const NOT_ABOUT_KEY: ReadonlySet<string | null> = new Set(['daily_limit', 'ai_no_credit']);

// By the words, as the specification has it: a server that knows of no key says so in words of its own.
function isAboutKey({ code, said }: Failure): boolean {
  return !NOT_ABOUT_KEY.has(code) && /\bapi key\b/i.test(said ?? '');
}

function failureOf(error: unknown): Failure {
  if (error instanceof ApiError) return error;
  if (error instanceof AnswerFailed) return { code: error.code, said: error.message };
  if (error instanceof AnswerLost) return { code: null, said: error.message };
  return { code: null, said: null };
}
