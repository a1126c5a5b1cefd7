import { describe, expect, it } from 'vitest';
import { readEvents, type ServerEvent } from './read-events.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

function bodyOf(...chunks: Uint8Array[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
}

async function eventsOf(body: ReadableStream<Uint8Array>): Promise<ServerEvent[]> {
  const events: ServerEvent[] = [];
  for await (const event of readEvents(body)) events.push(event);
  return events;
}

describe('readEvents', () => {
  const text =
    '\uFEFF: hello\r\n\r\nevent: text\ndata: {"text":"Grüße 🚀 日本"}\n\nretry: 5\nevent:text\rdata:a\rdata: b\rdata\r\rdata:  spaced\n\nevent: none\n\n';
  const events = [
    { name: 'text', data: '{"text":"Grüße 🚀 日本"}' },
    { name: 'text', data: 'a\nb\n' },
    { name: 'message', data: ' spaced' },
  ];

  it('reads names, data of several lines, remarks, and every kind of line break', async () =>
    expect(await eventsOf(bodyOf(bytes(text)))).toEqual(events));

  it('gives the same wherever the stream is cut in two', async () => {
    const all = bytes(text.replaceAll('\n\nretry', '\r\n\r\nretry'));
    for (let cut = 1; cut < all.length; cut += 1)
      expect(await eventsOf(bodyOf(all.slice(0, cut), all.slice(cut))), `cut at ${cut}`).toEqual(events);
  });

  it('gives the same byte by byte', async () =>
    expect(await eventsOf(bodyOf(...[...bytes(text)].map((byte) => Uint8Array.of(byte))))).toEqual(events));

  it('drops what had only begun when the stream ended', async () =>
    expect(await eventsOf(bodyOf(bytes('data: whole\n\ndata: half')))).toEqual([
      { name: 'message', data: 'whole' },
    ]));

  it('drops an event whose empty line is missing', async () =>
    expect(await eventsOf(bodyOf(bytes('data: whole\n\ndata: half\n')))).toHaveLength(1));

  it('throws when the connection breaks, after what had arrived', async () => {
    let reads = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        reads += 1;
        if (reads === 1) controller.enqueue(bytes('data: 1\n\ndata: 2'));
        else controller.error(new TypeError('network error'));
      },
    });
    const events = readEvents(body);
    expect(await events.next()).toMatchObject({ value: { data: '1' } });
    await expect(events.next()).rejects.toThrow('network error');
  });

  it('lets go of the connection when nobody reads on', async () => {
    let isCancelled = false;
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(bytes('data: x\n\n')),
      cancel: () => {
        isCancelled = true;
      },
    });
    for await (const _ of readEvents(body)) break;
    expect(isCancelled).toBe(true);
  });
});
