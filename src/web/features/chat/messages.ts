import { ChatAnswer, ChatEvent, type ChatMessage } from '#contract/chat.ts';
import type { AnswerKind } from '#web/conversation/answer-events.ts';
import type { ShownMessage } from '#web/conversation/conversation.ts';

/** What answers about a transcript arrive as. */
export const TRANSCRIPT_ANSWERS: AnswerKind<ChatAnswer> = { events: ChatEvent, whole: ChatAnswer };

/** A message that only this window has, as the stored ones are. */
export function toMessage(message: ShownMessage): ChatMessage {
  return { ...message, outdatedCitations: [] };
}

/** An answer that has just come, before it has a number. */
export function answerMessage({ answer, ...rest }: ChatAnswer): ChatMessage {
  return toMessage({ id: 0, role: 'assistant', content: answer, ...rest });
}
