import { createParser } from 'eventsource-parser';

/** One event of a stream of server-sent events. */
export interface ServerEvent {
  name: string;
  data: string;
}

/**
 * The events of an answer's body as they arrive, read by the rules of the HTML standard ("Interpreting an event stream").
 * EventSource cannot send a question. What was begun when the stream ends is dropped; a broken connection throws, after what had arrived.
 */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent> {
  const arrived: ServerEvent[] = [];
  const parser = createParser({
    onEvent: ({ event, data }) => arrived.push({ name: event || 'message', data }),
  });
  const reader = body.getReader();
  // Keeps the bytes of a character that arrived in part.
  const decoder = new TextDecoder();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      parser.feed(decoder.decode(value, { stream: true }));
      yield* arrived.splice(0);
    }
  } finally {
    // Who stops reading wants no more of it; the connection is let go.
    await reader.cancel().catch(() => undefined);
  }
}
