import type { LiveEvent } from '#contract/events.ts';
import { type ProjectId, TranscriptId, type UserId } from '#contract/ids.ts';
import type { WindowId } from '#contract/presence.ts';
import type { Actor } from '../../auth/actor.ts';
import type { Deps } from '../../deps.ts';
import type { BusMessage } from '../../events/bus.ts';
import { type ReadableTranscript, type Reader, readersAmong } from '../transcripts/access.ts';
import { createAnnouncements } from './announcements.ts';
import { createOtherNodes } from './other-nodes.ts';
import { createOwnWindows, type OpenWindow, type Place } from './own-windows.ts';
import type { PeopleByTranscript } from './people.ts';
import { presentPeople } from './present.ts';

/** Changes are gathered for so long, so that two hundred arrivals do not tell two hundred windows two hundred times. */
const GATHER_MS = 250;
const RETRY_MS = 1000;
const BEAT_MS = 1000;
/** With the time to gather, who was at a node that has died is gone within five seconds. */
const PATIENCE_MS = 3500;

export interface Presence {
  /** Takes a window whose stream of events was opened; returns what to call when that has closed. */
  open(window: OpenWindow): () => void;
  /** A user's window shows a transcript, and its user writes in this segment. */
  say(actor: Actor, transcript: ReadableTranscript, said: Said): Promise<void>;
  /** A user's window no longer shows a transcript, which need not exist any more. */
  leave(actor: Actor, transcriptId: TranscriptId, window: WindowId): Promise<void>;
  close(): Promise<void>;
}

interface Said extends Pick<Place, 'segmentId'> {
  window: WindowId;
}

/** Who is in which transcript, on all nodes, kept in memory only; tells the windows of this node (decision 085). */
export function createPresence(deps: Pick<Deps, 'db' | 'reservedDb' | 'events' | 'log'>): Presence {
  const { db, events, log } = deps;
  let touched = new Set<TranscriptId>();
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  /** The projects of the transcripts that windows of this node show. */
  const projects = new Map<TranscriptId, ProjectId>();

  const touch = (ids: Iterable<TranscriptId>) => {
    for (const id of ids) touched.add(id);
    schedule(GATHER_MS);
  };
  const own = createOwnWindows(touch);
  const announcements = createAnnouncements(deps, own);
  const others = createOtherNodes({
    patienceMs: PATIENCE_MS,
    onChanged: touch,
    ask: announcements.ask,
  });

  function schedule(ms: number): void {
    if (!isClosed) timer ??= setTimeout(() => void flush(), ms).unref();
  }

  async function flush(): Promise<void> {
    const ids = touched;
    touched = new Set();
    const ends = await Promise.allSettled([announcements.announce(ids), tellWindows(ids)]);
    timer = undefined;
    const failed = ends.find((end) => end.status === 'rejected');
    if (failed && !isClosed) {
      log.warn({ err: failed.reason }, 'could not tell who is in a transcript');
      for (const id of ids) touched.add(id);
    }
    if (touched.size > 0) schedule(failed ? RETRY_MS : GATHER_MS);
  }

  async function tellWindows(ids: Iterable<TranscriptId>): Promise<void> {
    const present: PeopleByTranscript = new Map();
    for (const id of ids) {
      if (own.in(id).size === 0) {
        projects.delete(id);
        continue;
      }
      const people = own.people(id);
      others.addTo(people, id);
      present.set(id, people);
    }
    const readers = await readersAmong({ db }, present);
    for (const [id, people] of present) {
      const known = readers.get(id) ?? { projectId: null, people: new Map<UserId, Reader>() };
      if (known.projectId === null) projects.delete(id);
      else projects.set(id, known.projectId);
      const eventFor = presentPeople(id, people, known.people);
      for (const window of [...own.in(id)]) {
        // Who came meanwhile is told next time.
        if (!people.has(window.userId)) continue;
        const event = eventFor(window.userId);
        const text = JSON.stringify(event);
        if (window.told !== text) window.tell(event);
        window.told = text;
        if (!known.people.has(window.userId)) own.remove(window);
      }
    }
  }

  function hear(message: BusMessage): void {
    switch (message.kind) {
      case 'window-said':
        own.hear(message);
        return;
      case 'sessions-ended':
        own.removeUser(message.userId);
        return;
      case 'live':
        look(message.event);
        return;
      case 'node-asked':
        if (message.node !== announcements.node) return;
        announcements.wholeIsDue();
        schedule(GATHER_MS);
        return;
      case 'node-presence':
        if (message.node !== announcements.node) others.hear(message);
        return;
      case 'node-beat':
        if (message.node !== announcements.node) others.hearBeat(message);
        return;
      default:
    }
  }

  /** Who may read a transcript may have changed with it or with its project. */
  function look(event: LiveEvent): void {
    if (event.type === 'transcript.changed' && own.in(event.id).size > 0) touch([event.id]);
    if (event.type === 'project.changed')
      for (const [id, projectId] of projects) if (projectId === event.id) touch([id]);
  }

  const unsubscribe = events.subscribe(hear);
  const beat = setInterval(() => void announcements.beat(), BEAT_MS).unref();
  return {
    open: own.open,
    // Always through the bus: the window's events may come from another node, and what it says stays in order.
    say: ({ id: userId }, { id }, { window, segmentId }) =>
      events.publish(db, {
        kind: 'window-said',
        userId,
        window,
        transcriptId: TranscriptId.parse(id),
        place: { segmentId },
      }),
    leave: ({ id: userId }, transcriptId, window) =>
      events.publish(db, { kind: 'window-said', userId, window, transcriptId, place: null }),
    close: async () => {
      isClosed = true;
      clearTimeout(timer);
      clearInterval(beat);
      unsubscribe();
      others.close();
      await announcements.end();
    },
  };
}
