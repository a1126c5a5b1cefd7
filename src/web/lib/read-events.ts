/** One event of a stream of server-sent events. */
export interface ServerEvent {
  name: string;
  data: string;
}

/**
 * The events of an answer's body as they arrive, read by the rules of the HTML standard ("Interpreting an event stream").
 * EventSource cannot send a question. What was begun when the stream ends is dropped; a broken connection throws.
 */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent> {
  let name = '';
  let data: string[] = [];
  for await (const line of readLines(body)) {
    if (line === '') {
      if (data.length > 0) yield { name: name || 'message', data: data.join('\n') };
      name = '';
      data = [];
      continue;
    }
    const [field, value] = splitField(line);
    if (field === 'event') name = value;
    else if (field === 'data') data.push(value);
  }
}

async function* readLines(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.getReader();
  // Keeps the bytes of a character that arrived in part.
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      rest += decoder.decode(value, { stream: true });
      // A carriage return at the end may be half of a line break.
      const whole = rest.endsWith('\r') ? rest.slice(0, -1) : rest;
      const lines = whole.split(/\r\n|\n|\r/);
      rest = (lines.pop() ?? '') + rest.slice(whole.length);
      yield* lines;
    }
  } finally {
    // Who stops reading wants no more of it; the connection is let go.
    await reader.cancel().catch(() => undefined);
  }
}

/** A line that begins with a colon is a remark: its field has no name. */
function splitField(line: string): [string, string] {
  const colon = line.indexOf(':');
  if (colon < 0) return [line, ''];
  const value = line.slice(colon + 1);
  return [line.slice(0, colon), value.startsWith(' ') ? value.slice(1) : value];
}
