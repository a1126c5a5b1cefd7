import { replaceEqualDeep } from '@tanstack/react-query';
import type { LiveEvent } from '#contract/events.ts';
import type { Transcript, TranscriptListItem, TranscriptListPage } from '#contract/transcripts.ts';
import { hasFailed } from '#web/lib/transcript-status.ts';

export type ProgressEvent = Extract<LiveEvent, { type: 'transcript.progress' }>;

/** The page with the progress that a running transcript has made. */
export function withProgress(page: TranscriptListPage, event: ProgressEvent): TranscriptListPage {
  return {
    ...page,
    transcripts: page.transcripts.map((item) => (concerns(item, event) ? progressed(item, event) : item)),
  };
}

/** The transcript with its progress, and what was recognized just now at the end of its text. */
export function withLiveText(transcript: Transcript, event: ProgressEvent): Transcript {
  if (!concerns(transcript, event)) return transcript;
  // While it is transcribed again, the text stays as it is.
  if (transcript.status === 'completed') return progressed(transcript, event);
  const text = event.text?.trim() ?? '';
  // A refetch may have brought this piece already.
  const isNew = text !== '' && !transcript.transcript.trimEnd().endsWith(text);
  const joined = isNew ? `${transcript.transcript.trimEnd()} ${text}`.trimStart() : transcript.transcript;
  return { ...progressed(transcript, event), transcript: joined };
}

/** What was fetched anew, with the parts of what is shown that are still the same, so that only what changed is drawn. */
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

/** The fresh segments; those that are as they were are the same objects, so that their rows need not be rendered again. */
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

/** Whether the list says that a transcript is done while what is shown of it is not. */
export function isBehind(shown: Transcript, listed: TranscriptListItem | undefined): boolean {
  if (!listed || listed.id !== shown.id) return false;
  if (listed.status === 'completed' && listed.segmentCount > 0) {
    return shown.status === 'processing' || shown.timestampedTranscript.length === 0;
  }
  return hasFailed(listed.status) && shown.status === 'processing';
}

/** Whether a job works on it, be it for the first text or for a new one. */
export function isRunning(item: Pick<TranscriptListItem, 'status' | 'stage'>): boolean {
  return item.status === 'processing' || item.stage !== null;
}

/** Whether somebody waits for one of these: it is running (again), or completed with its segments still to come. */
export function isBusy(item: TranscriptListItem): boolean {
  return isRunning(item) || (item.status === 'completed' && item.segmentCount === 0);
}

function concerns(item: TranscriptListItem, event: ProgressEvent): boolean {
  return item.id === event.id && isRunning(item);
}

function progressed<Item extends TranscriptListItem>(item: Item, event: ProgressEvent): Item {
  return { ...item, progressPercent: event.percent, stage: event.stage };
}
