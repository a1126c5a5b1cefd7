import type { SegmentId, TranscriptId, UserId } from '#contract/ids.ts';

/** The people in a transcript, with the passage in which each of them writes; null: they read. */
export type People = Map<UserId, SegmentId | null>;

/** The people of several transcripts. */
export type PeopleByTranscript = Map<TranscriptId, People>;

/** Adds a window or a node of a person, who writes if any of them says so. */
export function addPerson(people: People, userId: UserId, segmentId: SegmentId | null): void {
  people.set(userId, segmentId ?? people.get(userId) ?? null);
}

/** The people of a transcript, to be changed; those of an unknown one are added. */
export function peopleIn(all: PeopleByTranscript, transcriptId: TranscriptId): People {
  const people: People = all.get(transcriptId) ?? new Map();
  all.set(transcriptId, people);
  return people;
}
