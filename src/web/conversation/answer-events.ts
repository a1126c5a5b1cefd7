import type { ZodType } from 'zod';
import { CHAT_STREAM_TYPE, type ChatEvent } from '#contract/chat.ts';
import { readEvents } from '#web/lib/read-events.ts';

/** The server gave up an answer after it had begun; its message is for people. */
export class AnswerFailed extends Error {
  readonly code: string;

  constructor(message: string, code: string) {
    super(message);
    this.name = 'AnswerFailed';
    this.code = code;
  }
}

/** The connection ended before the answer did. The server may be going on with it. */
export class AnswerLost extends Error {
  constructor(options?: ErrorOptions) {
    super('The connection was lost before the answer was complete.', options);
    this.name = 'AnswerLost';
  }
}

/** What an endpoint that answers questions sends: `events` one by one, or `whole`; the event 'done' has all that the whole has. */
export interface AnswerKind<Whole> {
  events: ZodType<Exclude<ChatEvent, { type: 'done' }> | (Whole & { type: 'done' })>;
  whole: ZodType<Whole>;
}

/** Where an answer goes while it is read. */
export interface AnswerReader {
  /** Gets each part of the draft. */
  onText: (text: string) => void;
  signal: AbortSignal;
}

/**
 * Reads an answer while it is written; the promise gives the checked whole. It rejects with AnswerFailed or AnswerLost, or
 * with the signal's reason when that ended the reading.
 */
export async function readAnswerStream<Whole>(
  response: Response,
  { events, whole }: AnswerKind<Whole>,
  { onText, signal }: AnswerReader,
): Promise<Whole> {
  // Something on the way may have waited for the whole.
  if (!response.headers.get('content-type')?.startsWith(CHAT_STREAM_TYPE) || !response.body)
    return whole.parse(await response.json());
  try {
    for await (const { name, data } of readEvents(response.body)) {
      const event = parseEvent(events, name, data);
      if (event?.type === 'text') onText(event.text);
      if (event?.type === 'failed') throw new AnswerFailed(event.message, event.code);
      if (event?.type === 'done') return event;
    }
  } catch (error) {
    signal.throwIfAborted();
    throw error instanceof AnswerFailed ? error : new AnswerLost({ cause: error });
  }
  signal.throwIfAborted();
  throw new AnswerLost();
}

/** Null for what a newer server may send besides. */
function parseEvent<Event>(events: ZodType<Event>, name: string, data: string): Event | null {
  try {
    const fields: unknown = JSON.parse(data);
    return events.safeParse({ ...(typeof fields === 'object' ? fields : {}), type: name }).data ?? null;
  } catch {
    return null;
  }
}
