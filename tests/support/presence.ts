import { randomBytes } from 'node:crypto';
import type { LiveEvent } from '#contract/events.ts';
import type { TranscriptId } from '#contract/ids.ts';
import { type PresentPerson, sayPresence, WindowId } from '#contract/presence.ts';
import type { TestApp } from './app.ts';
import type { Person } from './person.ts';
import { hear, openWindow } from './windows.ts';

export const someWindow = () => WindowId.parse(randomBytes(16).toString('base64url'));

/** A window of a person in a transcript. */
export async function enter(test: Pick<TestApp, 'listen'>, person: Person, id: TranscriptId) {
  const window = someWindow();
  const closing = new AbortController();
  const stream = await openWindow(test, person, { window, signal: closing.signal });
  const write = (segmentId: number | null) =>
    person.call(sayPresence, { params: { id }, body: { window, segmentId } });
  await write(null);
  return {
    window,
    stream,
    /** Says in which passage the person writes. */
    write,
    close: () => closing.abort(),
    /** Reads the window's events until it has been told of exactly these people: their names, with the passage in which they write. */
    sees: async (...people: string[]): Promise<PresentPerson[]> => {
      const events = await hear(stream, (event) => isOf(event, id) && isSame(event.people, people));
      const last = events.at(-1);
      return last?.type === 'presence.changed' ? last.people : [];
    },
  };
}

type PresenceEvent = Extract<LiveEvent, { type: 'presence.changed' }>;

function isOf(event: LiveEvent, id: TranscriptId): event is PresenceEvent {
  return event.type === 'presence.changed' && event.id === id;
}

function isSame(people: readonly PresentPerson[], wanted: readonly string[]): boolean {
  const shown = people.map(({ name, segmentId }) => (segmentId === null ? name : `${name} in ${segmentId}`));
  return JSON.stringify(shown.toSorted()) === JSON.stringify(wanted.toSorted());
}
