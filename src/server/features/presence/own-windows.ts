import type { LiveEvent } from '#contract/events.ts';
import type { SegmentId, TranscriptId, UserId } from '#contract/ids.ts';
import type { WindowId } from '#contract/presence.ts';
import type { WindowSaid } from '../../events/presence-messages.ts';
import { addPerson, type People } from './people.ts';

export interface Place {
  transcriptId: TranscriptId;
  segmentId: SegmentId | null;
}

export interface OpenWindow {
  userId: UserId;
  id: WindowId;
  /** Sends an event to this window alone. */
  tell: (event: LiveEvent) => void;
}

export interface PlacedWindow extends OpenWindow {
  place: Place | null;
  /** What it was last told about the people in its transcript; null: nothing yet. */
  told: string | null;
}

/** The windows whose events this node sends, and the transcripts that they show. */
export function createOwnWindows(onChanged: (transcriptIds: Iterable<TranscriptId>) => void) {
  const windows = new Map<string, PlacedWindow>();
  const byTranscript = new Map<TranscriptId, Set<PlacedWindow>>();

  const move = (window: PlacedWindow, place: Place | null) => {
    const from = window.place?.transcriptId;
    if (from !== place?.transcriptId) window.told = null;
    if (from !== undefined && from !== place?.transcriptId) {
      byTranscript.get(from)?.delete(window);
      if (byTranscript.get(from)?.size === 0) byTranscript.delete(from);
      onChanged([from]);
    }
    window.place = place;
    if (!place) return;
    const others = byTranscript.get(place.transcriptId) ?? new Set();
    // The last one that said something stands last, and its passage counts.
    others.delete(window);
    byTranscript.set(place.transcriptId, others.add(window));
    onChanged([place.transcriptId]);
  };

  return {
    /** Takes a window whose stream of events was opened; returns what to call when that has closed. */
    open: (opened: OpenWindow): (() => void) => {
      const key = keyOf(opened.userId, opened.id);
      const window: PlacedWindow = { ...opened, place: null, told: null };
      // A window that lost its connection may be back before that is noticed.
      const before = windows.get(key);
      if (before) move(before, null);
      windows.set(key, window);
      return () => {
        move(window, null);
        if (windows.get(key) === window) windows.delete(key);
      };
    },
    /** Takes what a window has said, if it is one of this node's. */
    hear: ({ userId, window: id, transcriptId, place }: WindowSaid) => {
      const window = windows.get(keyOf(userId, id));
      if (!window) return;
      if (place) move(window, { transcriptId, ...place });
      else if (window.place?.transcriptId === transcriptId) move(window, null);
    },
    /** Forgets where a window is, until it says that again. */
    remove: (window: PlacedWindow) => move(window, null),
    /** The same for all windows of a user. */
    removeUser: (userId: UserId) => {
      for (const window of windows.values()) if (window.userId === userId) move(window, null);
    },
    in: (transcriptId: TranscriptId): ReadonlySet<PlacedWindow> => byTranscript.get(transcriptId) ?? NONE,
    /** The transcripts that windows of this node show. */
    transcripts: (): Iterable<TranscriptId> => byTranscript.keys(),
    /** The people whose windows of this node show a transcript. */
    people: (transcriptId: TranscriptId): People => {
      const people: People = new Map();
      for (const { userId, place } of byTranscript.get(transcriptId) ?? [])
        addPerson(people, userId, place?.segmentId ?? null);
      return people;
    },
  };
}
export type OwnWindows = ReturnType<typeof createOwnWindows>;

const NONE: ReadonlySet<PlacedWindow> = new Set();

/** With the user, because anybody can name a window like somebody else's. */
function keyOf(userId: UserId, id: WindowId): string {
  return `${userId} ${id}`;
}
