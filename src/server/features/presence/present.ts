import type { LiveEvent } from '#contract/events.ts';
import type { TranscriptId, UserId } from '#contract/ids.ts';
import { PERSON_COLORS, type PresentPerson } from '#contract/presence.ts';
import { personName } from '#domain/person-name.ts';
import type { Reader } from '../transcripts/access.ts';
import type { People } from './people.ts';

/** More people at once are only counted. */
const MAX_PEOPLE = 50;

/**
 * What each person is told about the people in a transcript: the others of them who may still read it, in an order that stays
 * the same. Who may not read it is told about nobody.
 */
export function presentPeople(
  id: TranscriptId,
  people: People,
  readers: ReadonlyMap<UserId, Reader>,
): (userId: UserId) => LiveEvent {
  const all: PresentPerson[] = [];
  for (const [userId, segmentId] of people) {
    const reader = readers.get(userId);
    if (reader) all.push(presentPerson(userId, reader, segmentId));
  }
  const isWriting = ({ segmentId }: PresentPerson) => segmentId !== null;
  all.sort((one, other) => Number(isWriting(other)) - Number(isWriting(one)) || one.id - other.id);
  // One more, because one of them may be the person who is told.
  const first = all.slice(0, MAX_PEOPLE + 1);
  return (userId) => {
    if (!readers.has(userId)) return { type: 'presence.changed', id, people: [], more: 0 };
    const told = first.filter((person) => person.id !== userId).slice(0, MAX_PEOPLE);
    told.sort((one, other) => one.id - other.id);
    return { type: 'presence.changed', id, people: told, more: all.length - 1 - told.length };
  };
}

function presentPerson(
  id: UserId,
  { canEdit, ...name }: Reader,
  segmentId: PresentPerson['segmentId'],
): PresentPerson {
  const color = ((id - 1) % PERSON_COLORS) + 1;
  return { id, name: personName(name), color, segmentId: canEdit ? segmentId : null };
}
