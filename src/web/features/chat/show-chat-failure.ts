import { type ChatFailure, chatFailureOf } from '#web/conversation/chat-failure.ts';
import { toast } from '#web/ui/toast-store.ts';

/** Shows a signed-in user why there is no answer. */
export function showChatFailure(error: unknown): void {
  const failure = chatFailureOf(error);
  toast({
    title: isAboutKey(failure) ? 'The AI provider key is not configured' : 'Failed to send message',
    description: failure.userMessage,
    variant: 'destructive',
  });
}

/** Shows a visitor why there is no answer. */
export function showSharedChatFailure(error: unknown): void {
  toast({
    title: 'Chat Error',
    description: chatFailureOf(error).userMessage ?? 'Failed to get response. Please try again.',
    variant: 'destructive',
  });
}

/** Errors whose messages mention an API key as a remedy, although the key is not the problem. */
const NOT_ABOUT_KEY: ReadonlySet<string | null> = new Set([
  'daily_limit',
  'total_daily_limit',
  'ai_no_credit',
]);

// Matches the message, as the specification requires: servers without a key say so in their own words.
function isAboutKey({ code, userMessage }: ChatFailure): boolean {
  return !NOT_ABOUT_KEY.has(code) && /\bapi key\b/i.test(userMessage ?? '');
}
