import { replaceEqualDeep } from '@tanstack/react-query';
import type { LiveEvent } from '#contract/events.ts';
import type { Transcript, TranscriptListItem, TranscriptListPage } from '#contract/transcripts.ts';
import { formatTimestamp } from '#domain/timecode.ts';
import { paragraphTexts } from '#domain/turns.ts';
import { hasFailed } from '#web/lib/transcript-status.ts';

export type ProgressEvent = Extract<LiveEvent, { type: 'transcript.progress' }>;
type Said = NonNullable<ProgressEvent['said']>;

/** The list page with the new progress of a running transcript. */
export function withProgress(page: TranscriptListPage, event: ProgressEvent): TranscriptListPage {
  return {
    ...page,
    transcripts: page.transcripts.map((item) => (concerns(item, event) ? progressed(item, event) : item)),
  };
}

/** The transcript with its new progress, and with the newly recognized text at its place. */
export function withLiveText(transcript: Transcript, event: ProgressEvent): Transcript {
  if (!concerns(transcript, event)) return transcript;
  // The text does not change while the recording is transcribed again.
  if (transcript.status === 'completed') return progressed(transcript, event);
  const segments = event.said ? withSaid(transcript.timestampedTranscript, event.said) : null;
  if (!segments) return progressed(transcript, event);
  return {
    ...progressed(transcript, event),
    timestampedTranscript: segments,
    transcript: paragraphTexts(segments).join('\n\n'),
  };
}

/** The segments with what was said at its place: later words may arrive before earlier ones. Null if a refetch has already included it. */
function withSaid(segments: Segments, { start, end, text }: Said): Segments | null {
  if (text.trim() === '' || segments.some((segment) => segment.start >= start && segment.start < end))
    return null;
  const next = segments.findIndex((segment) => segment.start >= end);
  const at = next === -1 ? segments.length : next;
  // Who speaks is found last of all.
  const speaker = (segments[at - 1] ?? segments[at])?.speaker ?? '';
  const place = { id: 0, revision: 0, position: 0, timing: 'estimated' as const };
  const said = { ...place, speaker, text: text.trim(), timestamp: formatTimestamp(start), start, end };
  return segments
    .toSpliced(at, 0, said)
    .map((each, index) => ({ ...each, id: index + 1, position: index + 1 }));
}

/** The fetched transcript, reusing the unchanged objects of the one shown, so that only changes are rendered. */
export function withSameText(shown: Transcript | undefined, fresh: Transcript): Transcript {
  if (!shown) return fresh;
  const kept: Transcript = {
    ...fresh,
    speakerNames: replaceEqualDeep(shown.speakerNames, fresh.speakerNames),
    abilities: replaceEqualDeep(shown.abilities, fresh.abilities),
    timestampedTranscript: keptSegments(shown.timestampedTranscript, fresh.timestampedTranscript),
  };
  const isSame = Object.entries(kept).every(([key, value]) => Object.is(value, Reflect.get(shown, key)));
  return isSame ? shown : kept;
}

type Segments = Transcript['timestampedTranscript'];

/** The fetched segments; unchanged ones are the same objects as before, so that their rows are not rendered again. */
function keptSegments(shown: Segments, fresh: Segments): Segments {
  const known = new Map(shown.map((segment) => [segment.id, segment]));
  const kept = fresh.map((segment) => {
    const before = known.get(segment.id);
    return before && isSameSegment(before, segment) ? before : segment;
  });
  const isSame = kept.length === shown.length && kept.every((segment, index) => segment === shown[index]);
  return isSame ? shown : kept;
}

function isSameSegment(before: Segments[number], after: Segments[number]): boolean {
  return (
    before.revision === after.revision &&
    before.text === after.text &&
    before.speaker === after.speaker &&
    before.position === after.position &&
    before.start === after.start &&
    before.end === after.end
  );
}

/** Whether a transcript has ended according to the list, but not as shown. */
export function isBehind(shown: Transcript, listed: TranscriptListItem | undefined): boolean {
  if (!listed || listed.id !== shown.id) return false;
  if (listed.status === 'completed' && listed.segmentCount > 0) {
    return shown.status === 'processing' || shown.timestampedTranscript.length === 0;
  }
  return hasFailed(listed.status) && shown.status === 'processing';
}

/** Whether a job is working on it, for its first text or a new version. */
export function isRunning(item: Pick<TranscriptListItem, 'status' | 'stage'>): boolean {
  return item.status === 'processing' || item.stage !== null;
}

/** Whether the user is waiting for it: it is running, or completed without segments so far. */
export function isBusy(item: TranscriptListItem): boolean {
  return isRunning(item) || (item.status === 'completed' && item.segmentCount === 0);
}

function concerns(item: TranscriptListItem, event: ProgressEvent): boolean {
  return item.id === event.id && isRunning(item);
}

function progressed<Item extends TranscriptListItem>(item: Item, event: ProgressEvent): Item {
  return { ...item, progressPercent: event.percent, stage: event.stage };
}
