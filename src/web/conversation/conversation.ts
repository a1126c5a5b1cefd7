import type { AnswerState, ChatMessage } from '#contract/chat.ts';
import { cutText } from '#contract/cut-text.ts';
import { MAX_ANSWER_LENGTH, MAX_SHARED_HISTORY } from '#contract/limits.ts';

/** A question sent from this window, whose answer is still being written. */
export interface Asking {
  question: string;
  /** The answer so far, without citations. */
  draft: string;
  /** The id of the message before it; 0 if it is the first. */
  after: number;
  timestamp: string;
}

/** The fields of a message that every conversation has, stored or not. */
export type ShownMessage = Pick<ChatMessage, 'id' | 'role' | 'content' | 'timestamp' | 'state' | 'provider'>;

/** The outcome of a question. */
export interface Answered {
  answer: string;
  state: AnswerState;
  provider: ShownMessage['provider'];
}

/** A question that is being sent now, following these messages. */
export function askingOf(question: string, messages: readonly Pick<ShownMessage, 'id'>[]): Asking {
  return { question, draft: '', after: lastId(messages), timestamp: new Date().toISOString() };
}

/** The stored messages followed by the question in progress, which may be among the stored ones already. */
export function withAsking<Message extends ShownMessage>(
  messages: readonly Message[],
  asking: Asking | null,
  complete: (message: ShownMessage) => Message,
): readonly Message[] {
  if (!asking) return messages;
  const pair = pairOf(asking, { answer: asking.draft, state: 'pending', provider: null });
  return withPair(messages, asking, pair.map(complete));
}

/** The messages up to a question, followed by this pair until the stored ones are fetched again. */
export function withPair<Message extends Pick<ShownMessage, 'id'>>(
  messages: readonly Message[],
  { after }: Pick<Asking, 'after'>,
  pair: readonly Message[],
): Message[] {
  return [...messages.filter(({ id }) => id <= after), ...pair];
}

/** A question and its answer as messages, with ids that no stored message has. */
export function pairOf(
  { question, after, timestamp }: Omit<Asking, 'draft'>,
  { answer, state, provider }: Answered,
): [ShownMessage, ShownMessage] {
  return [
    { id: after + 0.25, role: 'user', content: question, timestamp, state: 'complete', provider: null },
    { id: after + 0.5, role: 'assistant', content: answer, timestamp, state, provider },
  ];
}

/** The id of the last message; 0 if there is none. */
export function lastId(messages: readonly Pick<ShownMessage, 'id'>[]): number {
  return messages.at(-1)?.id ?? 0;
}

/** Whether a message exists only in this window so far. */
export function isUnsent({ id }: Pick<ShownMessage, 'id'>): boolean {
  return !Number.isInteger(id);
}

/** Whether the message before a question has an id from the server; without one, the question cannot be told from earlier messages. */
export function isNumbered({ after }: Pick<Asking, 'after'>): boolean {
  return Number.isInteger(after);
}

/** Whether an answer is being written, here or elsewhere. */
export function isPending(messages: readonly Pick<ShownMessage, 'state'>[]): boolean {
  return messages.at(-1)?.state === 'pending';
}

/** Whether the server has stored a question sent from this window. */
export function isKept(messages: readonly ShownMessage[], { question, after }: Asking): boolean {
  return messages.some(({ id, role, content }) => id > after && role === 'user' && content === question);
}

/** The history sent with a visitor's next question: the last answered questions of this window, with their answers. */
export function historyOf(messages: readonly ShownMessage[]) {
  return messages
    .filter(({ role, content }, index) => (role === 'user' ? messages[index + 1]?.content : content))
    .slice(-MAX_SHARED_HISTORY)
    .map(({ role, content }) => ({ role, content: cutText(content, MAX_ANSWER_LENGTH) }));
}

/** The question that an answer belongs to; null if unknown. */
export function questionOf<Message extends ShownMessage>(
  messages: readonly Message[],
  answer: Message,
): string | null {
  const before = messages[messages.indexOf(answer) - 1];
  return before?.role === 'user' ? before.content : null;
}

/** The content of the input after sending a question failed: the question, followed by anything typed in the meantime. */
export function withReturned(question: string, typed: string): string {
  return typed.trim() === '' ? question : `${question}\n\n${typed}`;
}
