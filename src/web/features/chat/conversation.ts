import type { ChatAnswer, ChatMessage, Conversation } from '#contract/chat.ts';
import { MAX_ANSWER_LENGTH, MAX_SHARED_HISTORY } from '#contract/limits.ts';

/** A question that was sent from here and whose answer is being written. */
export interface Asking {
  question: string;
  /** What was written so far, without citations. */
  draft: string;
  /** The last message before it; 0 when it is the first. */
  after: number;
}

/** What is shown of a message, be it stored or not. */
export type ShownMessage = Omit<ChatMessage, 'timestamp'>;

/** The stored messages, and at their end what is being asked. Another window or the server may have stored that already. */
export function withAsking(
  messages: readonly ShownMessage[],
  asking: Asking | null,
): readonly ShownMessage[] {
  if (!asking) return messages;
  const before = messages.filter(({ id }) => id <= asking.after);
  return [...before, ...pairOf(asking, { answer: asking.draft, state: 'pending', provider: null })];
}

/** The conversation with an answer that has just come, until it is read again. */
export function withAnswer(conversation: Conversation, asking: Asking, answer: ChatAnswer): Conversation {
  const before = conversation.messages.filter(({ id }) => id <= asking.after);
  const { timestamp } = answer;
  return {
    ...conversation,
    messages: [...before, ...pairOf(asking, answer).map((message) => ({ ...message, timestamp }))],
  };
}

/** Question and answer with numbers that no stored message has. */
export function pairOf(
  { question, after }: Pick<Asking, 'question' | 'after'>,
  { answer, state, provider }: Pick<ChatAnswer, 'answer' | 'state'> & { provider: ShownMessage['provider'] },
): [ShownMessage, ShownMessage] {
  return [
    {
      id: after + 0.25,
      role: 'user',
      content: question,
      state: 'complete',
      provider: null,
      outdatedCitations: [],
    },
    { id: after + 0.5, role: 'assistant', content: answer, state, provider, outdatedCitations: [] },
  ];
}

/** The number of the last message; 0 before the first. */
export function lastId(messages: readonly Pick<ShownMessage, 'id'>[]): number {
  return messages.at(-1)?.id ?? 0;
}

/** Whether an answer is being written, here or elsewhere. */
export function isPending(messages: readonly Pick<ShownMessage, 'state'>[]): boolean {
  return messages.at(-1)?.state === 'pending';
}

/** Whether the server has kept a question that was sent from here. */
export function isKept(messages: readonly ShownMessage[], { question, after }: Asking): boolean {
  return messages.some(({ id, role, content }) => id > after && role === 'user' && content === question);
}

/** What goes with a visitor's next question: the last questions of this window that were answered, with their answers. */
export function historyOf(messages: readonly ShownMessage[]) {
  return messages
    .filter(({ role, content }, index) => (role === 'user' ? messages[index + 1]?.content : content))
    .slice(-MAX_SHARED_HISTORY)
    .map(({ role, content }) => ({ role, content: content.slice(0, MAX_ANSWER_LENGTH) }));
}

/** The question that an answer answers; null where it is not known. */
export function questionOf(messages: readonly ShownMessage[], answer: ShownMessage): string | null {
  const before = messages[messages.indexOf(answer) - 1];
  return before?.role === 'user' ? before.content : null;
}

/** The input after a question could not be sent: nothing that was typed meanwhile is lost. */
export function withReturned(question: string, typed: string): string {
  return typed.trim() === '' ? question : `${question}\n\n${typed}`;
}
