import { ChatAnswer, ChatEvent, type ChatMessage } from '#contract/chat.ts';
import type { AnswerKind } from '#web/conversation/answer-events.ts';
import type { ShownMessage } from '#web/conversation/conversation.ts';

/** The response schemas of answers about a transcript. */
export const TRANSCRIPT_ANSWERS: AnswerKind<ChatAnswer> = { events: ChatEvent, whole: ChatAnswer };

/** A message of this window in the shape of a stored one. */
export function toMessage(message: ShownMessage): ChatMessage {
  return { ...message, outdatedCitations: [] };
}

/** An answer that has just arrived, as a message without a real id. */
export function answerMessage({ answer, ...rest }: ChatAnswer): ChatMessage {
  return toMessage({ id: 0, role: 'assistant', content: answer, ...rest });
}
