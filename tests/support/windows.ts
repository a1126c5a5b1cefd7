import { onTestFinished } from 'vitest';
import { EVENTS_PATH, LiveEvent } from '#contract/events.ts';
import type { WindowId } from '#contract/presence.ts';
import { readEvents } from '#web/lib/read-events.ts';
import type { TestApp } from './app.ts';
import type { Person } from './person.ts';

/** Opens a person's event stream, as a browser window does, until the test ends. */
export async function openWindow(
  { listen }: Pick<TestApp, 'listen'>,
  person: Person,
  { window, signal }: { window?: WindowId; signal?: AbortSignal } = {},
): Promise<AsyncGenerator<LiveEvent>> {
  const abort = new AbortController();
  onTestFinished(() => abort.abort());
  signal?.addEventListener('abort', () => abort.abort());
  const headers = person.credentials;
  const path = EVENTS_PATH + (window ? `?window=${window}` : '');
  const response = await fetch((await listen()) + path, { headers, signal: abort.signal });
  if (response.headers.get('content-type')?.includes('text/event-stream') !== true)
    throw new Error(`${response.status}: ${await response.text()}`);
  return eventsOf(response);
}

/** Reads events of a window up to and including the one for which `isLast` holds. */
export async function hear(
  stream: AsyncGenerator<LiveEvent>,
  isLast: (event: LiveEvent) => boolean,
): Promise<LiveEvent[]> {
  const heard: LiveEvent[] = [];
  for (;;) {
    const { value, done } = await stream.next();
    if (done) throw new Error(`The stream ended after ${JSON.stringify(heard)}.`);
    heard.push(value);
    if (isLast(value)) return heard;
  }
}

async function* eventsOf(response: Response): AsyncGenerator<LiveEvent> {
  if (!response.body) return;
  for await (const { name, data } of readEvents(response.body))
    yield LiveEvent.parse({ type: name, ...JSON.parse(data) });
}
