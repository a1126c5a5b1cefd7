import { createParser } from 'eventsource-parser';

/** A server-sent event. */
export interface ServerEvent {
  name: string;
  data: string;
}

/**
 * Yields the server-sent events of a response body as they arrive, parsed as in the HTML standard ("Interpreting an event
 * stream"); EventSource cannot send a request body. An incomplete event at the end is dropped. Throws if the connection
 * breaks, after the events that arrived before.
 */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent> {
  const arrived: ServerEvent[] = [];
  const parser = createParser({
    onEvent: ({ event, data }) => arrived.push({ name: event || 'message', data }),
  });
  const reader = body.getReader();
  // Buffers the bytes of a character that has arrived only in part.
  const decoder = new TextDecoder();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      parser.feed(decoder.decode(value, { stream: true }));
      yield* arrived.splice(0);
    }
  } finally {
    // When the caller stops reading, the connection is released.
    await reader.cancel().catch(() => undefined);
  }
}
