import type { AnswerState, ChatMessage } from '#contract/chat.ts';
import { MAX_ANSWER_LENGTH, MAX_SHARED_HISTORY } from '#contract/limits.ts';

/** A question that was sent from here and whose answer is being written. */
export interface Asking {
  question: string;
  /** What was written so far, without citations. */
  draft: string;
  /** The last message before it; 0 when it is the first. */
  after: number;
  /** When it was sent. */
  timestamp: string;
}

/** What messages of every conversation have, be they stored or not. */
export type ShownMessage = Pick<ChatMessage, 'id' | 'role' | 'content' | 'timestamp' | 'state' | 'provider'>;

/** What came of a question. */
export interface Answered {
  answer: string;
  state: AnswerState;
  provider: ShownMessage['provider'];
}

/** A question that is being sent now, after these messages. */
export function askingOf(question: string, messages: readonly Pick<ShownMessage, 'id'>[]): Asking {
  return { question, draft: '', after: lastId(messages), timestamp: new Date().toISOString() };
}

/** The stored messages, and at their end what is being asked. Another window or the server may have stored that already. */
export function withAsking<Message extends ShownMessage>(
  messages: readonly Message[],
  asking: Asking | null,
  complete: (message: ShownMessage) => Message,
): readonly Message[] {
  if (!asking) return messages;
  const pair = pairOf(asking, { answer: asking.draft, state: 'pending', provider: null });
  return withPair(messages, asking, pair.map(complete));
}

/** The messages before a question, with these at their end until they are read again. */
export function withPair<Message extends Pick<ShownMessage, 'id'>>(
  messages: readonly Message[],
  { after }: Pick<Asking, 'after'>,
  pair: readonly Message[],
): Message[] {
  return [...messages.filter(({ id }) => id <= after), ...pair];
}

/** Question and answer with numbers that no stored message has. */
export function pairOf(
  { question, after, timestamp }: Omit<Asking, 'draft'>,
  { answer, state, provider }: Answered,
): [ShownMessage, ShownMessage] {
  return [
    { id: after + 0.25, role: 'user', content: question, timestamp, state: 'complete', provider: null },
    { id: after + 0.5, role: 'assistant', content: answer, timestamp, state, provider },
  ];
}

/** The number of the last message; 0 before the first. */
export function lastId(messages: readonly Pick<ShownMessage, 'id'>[]): number {
  return messages.at(-1)?.id ?? 0;
}

/** Whether a message stands only in this window so far. */
export function isUnsent({ id }: Pick<ShownMessage, 'id'>): boolean {
  return !Number.isInteger(id);
}

/** Whether the server has numbered the message before a question: only then can it be told from what stands there already. */
export function isNumbered({ after }: Pick<Asking, 'after'>): boolean {
  return Number.isInteger(after);
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
export function questionOf<Message extends ShownMessage>(
  messages: readonly Message[],
  answer: Message,
): string | null {
  const before = messages[messages.indexOf(answer) - 1];
  return before?.role === 'user' ? before.content : null;
}

/** The input after a question could not be sent: nothing that was typed meanwhile is lost. */
export function withReturned(question: string, typed: string): string {
  return typed.trim() === '' ? question : `${question}\n\n${typed}`;
}
