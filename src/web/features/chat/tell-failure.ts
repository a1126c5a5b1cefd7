import { type ChatFailure, chatFailureOf } from '#web/conversation/chat-failure.ts';
import { toast } from '#web/ui/toast-store.ts';

/** Tells the owner of a transcript why there is no answer. */
export function tellChatFailure(error: unknown): void {
  const failure = chatFailureOf(error);
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
    description: chatFailureOf(error).said ?? 'Failed to get response. Please try again.',
    variant: 'destructive',
  });
}

/** Their words mention an API key as a way out; the key is not what is wrong. */
const NOT_ABOUT_KEY: ReadonlySet<string | null> = new Set([
  'daily_limit',
  'total_daily_limit',
  'ai_no_credit',
]);

// By the words, as the specification has it: a server that knows of no key says so in words of its own.
function isAboutKey({ code, said }: ChatFailure): boolean {
  return !NOT_ABOUT_KEY.has(code) && /\bapi key\b/i.test(said ?? '');
}
