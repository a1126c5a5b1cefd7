import { randomUUID } from 'node:crypto';
import type { TranscriptId } from '#contract/ids.ts';
import type { Deps } from '../../deps.ts';
import type { NodePresence, PresenceEntry } from '../../events/presence-messages.ts';
import type { OwnWindows } from './own-windows.ts';
import type { PeopleByTranscript } from './people.ts';

/** An entry takes at most 46 bytes of a notification's 7,900. */
const ENTRIES_A_MESSAGE = 150;

/** What this node tells the others about its people: changes, and everything to who asks. */
export function createAnnouncements(
  { events, reservedDb }: Pick<Deps, 'events' | 'reservedDb'>,
  windows: Pick<OwnWindows, 'people' | 'transcripts'>,
) {
  const node = randomUUID();
  let number = 0;
  let isWholeDue = false;
  let pending = 0;
  let announced: PeopleByTranscript = new Map();

  async function publish(isWhole: boolean, entries: readonly PresenceEntry[]): Promise<void> {
    const messages: NodePresence[] = [];
    for (let from = 0; from < entries.length || messages.length === 0; from += ENTRIES_A_MESSAGE) {
      number += 1;
      messages.push({
        kind: 'node-presence',
        node,
        number,
        isWhole: isWhole && from === 0,
        entries: entries.slice(from, from + ENTRIES_A_MESSAGE),
      });
    }
    pending += 1;
    try {
      await events.publish(reservedDb, ...messages);
      if (isWhole) isWholeDue = false;
    } catch (error) {
      isWholeDue = true;
      throw error;
    } finally {
      pending -= 1;
    }
  }

  return {
    node,
    /** Somebody has missed a message. */
    wholeIsDue: () => {
      isWholeDue = true;
    },
    /** Tells the others what has changed in these transcripts. Only one call at a time. */
    announce: async (transcriptIds: ReadonlySet<TranscriptId>): Promise<void> => {
      const before = announced;
      // Whoever has forgotten this node meanwhile need not ask.
      const isWhole = isWholeDue || before.size === 0;
      announced = new Map(before);
      for (const id of isWhole ? [...before.keys(), ...windows.transcripts()] : transcriptIds) {
        const people = windows.people(id);
        if (people.size === 0) announced.delete(id);
        else announced.set(id, people);
      }
      const entries = isWhole ? entriesOf(announced) : changesOf(before, announced, transcriptIds);
      if (isWholeDue || entries.length > 0) await publish(isWhole, entries);
    },
    /** Says that this node still runs, if it has people. */
    beat: async (): Promise<void> => {
      // What is being sent says so, too, and must not be overtaken; and beats do not queue up before a database that hangs.
      if (announced.size === 0 || pending > 0) return;
      pending += 1;
      // If this fails, the others forget this node, as they should.
      await events.publish(reservedDb, { kind: 'node-beat', node, number }).catch(() => undefined);
      pending -= 1;
    },
    /** Asks another node for everything. */
    ask: (other: string) => {
      events.publish(reservedDb, { kind: 'node-asked', node: other }).catch(() => undefined);
    },
    /** Nobody is here any more. */
    end: async (): Promise<void> => {
      if (announced.size === 0) return;
      announced = new Map();
      await publish(true, []).catch(() => undefined);
    },
  };
}

function entriesOf(all: PeopleByTranscript): PresenceEntry[] {
  return [...all].flatMap(([id, people]) =>
    [...people].map(([userId, segmentId]): PresenceEntry => [id, userId, segmentId]),
  );
}

function changesOf(
  before: PeopleByTranscript,
  now: PeopleByTranscript,
  transcriptIds: Iterable<TranscriptId>,
): PresenceEntry[] {
  const changes: PresenceEntry[] = [];
  for (const id of transcriptIds) {
    const people = now.get(id);
    for (const [userId, segmentId] of people ?? [])
      if (before.get(id)?.get(userId) !== segmentId) changes.push([id, userId, segmentId]);
    for (const userId of before.get(id)?.keys() ?? [])
      if (!people?.has(userId)) changes.push([id, userId, 'gone']);
  }
  return changes;
}
