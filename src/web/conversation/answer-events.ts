import type { ZodType } from 'zod';
import { CHAT_STREAM_TYPE, type ChatEvent } from '#contract/chat.ts';
import { readEvents } from '#web/lib/read-events.ts';

/** The server stopped writing an answer halfway. The message is shown to the person who asked. */
export class AnswerFailed extends Error {
  readonly code: string;

  constructor(message: string, code: string) {
    super(message);
    this.name = 'AnswerFailed';
    this.code = code;
  }
}

/** The connection was lost before the answer was complete. The server may still be writing it. */
export class AnswerLost extends Error {
  constructor(options?: ErrorOptions) {
    super('The connection was lost before the answer was complete.', options);
    this.name = 'AnswerLost';
  }
}

/** The schemas of an endpoint that answers questions: of the streamed `events`, and of the `whole` answer, whose fields the event 'done' has, too. */
export interface AnswerKind<Whole> {
  events: ZodType<Exclude<ChatEvent, { type: 'done' }> | (Whole & { type: 'done' })>;
  whole: ZodType<Whole>;
}

export interface AnswerReader {
  /** Called with each new part of the draft. */
  onText: (text: string) => void;
  signal: AbortSignal;
}

/**
 * Reads an answer while it is being written, and returns it once it is complete and checked. Throws AnswerFailed or AnswerLost,
 * or the signal's reason if the signal ended the reading.
 */
export async function readAnswerStream<Whole>(
  response: Response,
  { events, whole }: AnswerKind<Whole>,
  { onText, signal }: AnswerReader,
): Promise<Whole> {
  // A proxy may have buffered the stream into one response.
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

/** Null for events that only newer servers send. */
function parseEvent<Event>(events: ZodType<Event>, name: string, data: string): Event | null {
  try {
    const fields: unknown = JSON.parse(data);
    return events.safeParse({ ...(typeof fields === 'object' ? fields : {}), type: name }).data ?? null;
  } catch {
    return null;
  }
}
