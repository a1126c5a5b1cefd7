import { expect, it } from 'vitest';
import { EVENTS_PATH, LiveEvent } from '#contract/events.ts';
import { deleteTranscript } from '#contract/transcripts.ts';
import { type TestApp, testApp } from '#tests/support/app.ts';
import type { Person } from '#tests/support/person.ts';
import { wavRecording } from '#tests/support/recordings.ts';

/** The events of a person's window as they arrive. */
async function openWindow(
  { app }: TestApp,
  person: Person,
  signal: AbortSignal,
): Promise<AsyncGenerator<LiveEvent>> {
  const address = await app.listen({ port: 0 });
  const response = await fetch(address + EVENTS_PATH, { headers: { cookie: person.cookie }, signal });
  expect(response.headers.get('content-type')).toContain('text/event-stream');
  return eventsOf(response);
}

async function* eventsOf(response: Response): AsyncGenerator<LiveEvent> {
  let text = '';
  for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += piece;
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      const match = /^event: (.+)\ndata: (.+)$/.exec(block);
      if (match?.[1] && match[2]) yield LiveEvent.parse({ type: match[1], ...JSON.parse(match[2]) });
    }
  }
}

it("tells a person's window how the work goes, with the text, and when it is done", async () => {
  const test = await testApp({ workers: true });
  const ann = await test.person();
  const abort = new AbortController();
  const stream = await openWindow(test, ann, abort.signal);
  const id = await ann.upload(await wavRecording(31_000));
  const seen: LiveEvent[] = [];
  for await (const event of stream) {
    seen.push(event);
    const heard = seen.some((each) => each.type === 'transcript.progress' && each.text !== undefined);
    const done =
      heard && event.type === 'transcript.changed' && (await ann.settled(id)).status === 'completed';
    if (done) break;
  }
  abort.abort();
  expect(seen.some((event) => event.type === 'list.changed')).toBe(true);
  const progress = seen.filter((event) => event.type === 'transcript.progress');
  expect(progress.every((event, index) => event.percent >= (progress[index - 1]?.percent ?? 0))).toBe(true);
  expect(progress.some((event) => event.id === id && event.text?.includes('Thank you'))).toBe(true);
});

it("does not tell anybody about other people's work, nor people who are not signed in anything", async () => {
  const test = await testApp();
  const ann = await test.person('Ann');
  const bob = await test.person('Bob');
  const abort = new AbortController();
  const stream = await openWindow(test, bob, abort.signal);
  const hers = await ann.upload(Buffer.from('x'));
  await ann.call(deleteTranscript, { params: { id: hers } });
  const his = await bob.upload(Buffer.from('x'));
  await bob.call(deleteTranscript, { params: { id: his } });
  const seen: LiveEvent[] = [];
  while (!seen.some((event) => event.type === 'transcript.changed')) seen.push((await stream.next()).value);
  abort.abort();
  expect(seen.filter((event) => 'id' in event).every((event) => event.id === his)).toBe(true);
  expect((await test.app.inject({ url: EVENTS_PATH })).statusCode).toBe(401);
});
