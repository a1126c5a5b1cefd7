import { ERRORS } from '#contract/errors.ts';
import { isSubtitleName, isTranscriptName } from '#contract/imports.ts';
import { MAX_IMPORT_BYTES } from '#contract/limits.ts';
import { isUploadable } from '#contract/media-types.ts';
import { isUnfinished, type QueueEntry } from './queue-entry.ts';

/** What a file is to the queue. Texts are more than subtitles only if they were chosen themselves: folders have many texts that are no transcripts. */
export function kindOf({ name, type }: Pick<File, 'name' | 'type'>, isChosen: boolean): QueueEntry['kind'] {
  if (isUploadable(type, name)) return 'recording';
  return isSubtitleName(name) || (isChosen && isTranscriptName(name)) ? 'text' : 'recording';
}

/** Why a transcript made elsewhere is not sent; null if it can be. */
export function textProblem({ size }: Pick<File, 'size'>): string | null {
  if (size > MAX_IMPORT_BYTES) return ERRORS.import_too_large.message;
  return size === 0 ? ERRORS.import_empty.message : null;
}

/** Gives texts to the recordings of their folder that are called like them: 'talk.srt' and 'talk.en.srt' to 'talk.mp4'. Each recording gets one. */
export function pairTexts(fresh: readonly QueueEntry[], waiting: readonly QueueEntry[]): QueueEntry[] {
  const all = [...waiting, ...fresh];
  const taken = new Set(all.flatMap(({ recordingId }) => recordingId ?? []));
  const recordings = new Map(
    all
      .filter(({ kind, state, id }) => kind === 'recording' && state === 'waiting' && !taken.has(id))
      .flatMap((entry) => [plain(entry.name), stemOf(entry.name)].map((name) => [keyOf(entry, name), entry])),
  );
  return fresh.map((entry) => {
    if (entry.kind !== 'text' || entry.state !== 'waiting') return entry;
    const stem = stemOf(entry.name);
    const recording = [stem, stem.replace(/\.[a-z]{2,3}(-[a-z0-9]{2,8})?$/, '')]
      .map((name) => recordings.get(keyOf(entry, name)))
      .find((each) => each && !taken.has(each.id));
    if (!recording) return entry;
    taken.add(recording.id);
    return { ...entry, recordingId: recording.id, note: textNote(recording) };
  });
}

function keyOf({ folder }: QueueEntry, name: string): string {
  return `${folder}/${name}`;
}

function plain(name: string): string {
  return name.normalize('NFC').toLowerCase();
}

function stemOf(name: string): string {
  return plain(name).replace(/\.[^.]*$/, '');
}

/** What people read below a text that goes with a recording. */
export function textNote({ name }: Pick<QueueEntry, 'name'>): string {
  return `The text of ${name}`;
}

/** Whether a text waits for a recording with which it is sent. */
export function goesWithRecording(entry: QueueEntry, entries: readonly QueueEntry[]): boolean {
  return entries.some((each) => each.id === entry.recordingId && isUnfinished(each));
}

/** The text that is sent with a recording. */
export function textFor(recording: QueueEntry, entries: readonly QueueEntry[]): QueueEntry | undefined {
  return entries.find((each) => each.recordingId === recording.id && isUnfinished(each));
}

/** The ids of recordings and of the texts that would be sent with them. */
export function withTexts(recordings: readonly QueueEntry[], entries: readonly QueueEntry[]): string[] {
  return recordings.flatMap((entry) => [entry.id, textFor(entry, entries)?.id ?? []].flat());
}
