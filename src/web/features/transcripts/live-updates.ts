import { replaceEqualDeep } from '@tanstack/react-query';
import type { LiveEvent } from '#contract/events.ts';
import type { Transcript, TranscriptListItem, TranscriptPage } from '#contract/transcripts.ts';

export type ProgressEvent = Extract<LiveEvent, { type: 'transcript.progress' }>;

/** The page with the progress that a running transcript has made. */
export function withProgress(page: TranscriptPage, event: ProgressEvent): TranscriptPage {
  return {
    ...page,
    transcripts: page.transcripts.map((item) => (concerns(item, event) ? progressed(item, event) : item)),
  };
}

/** The transcript with its progress, and what was recognised just now at the end of its text. */
export function withLiveText(transcript: Transcript, event: ProgressEvent): Transcript {
  if (!concerns(transcript, event)) return transcript;
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
    timestampedTranscript: hasSameSegments(shown, fresh)
      ? shown.timestampedTranscript
      : fresh.timestampedTranscript,
  };
  const isSame = Object.entries(kept).every(([key, value]) => Object.is(value, Reflect.get(shown, key)));
  return isSame ? shown : kept;
}

// Without the words: they follow from the text, and there are ten times as many.
function hasSameSegments({ timestampedTranscript: before }: Transcript, fresh: Transcript): boolean {
  const after = fresh.timestampedTranscript;
  return (
    before.length === after.length &&
    before.every(({ speaker, text, start, end }, index) => {
      const other = after[index];
      return other?.text === text && other.start === start && other.end === end && other.speaker === speaker;
    })
  );
}

/** Whether the list says that a transcript is done while what is shown of it is not. */
export function isBehind(shown: Transcript, listed: TranscriptListItem | undefined): boolean {
  if (!listed || listed.id !== shown.id) return false;
  if (listed.status === 'completed' && listed.segmentCount > 0) {
    return shown.status === 'processing' || shown.timestampedTranscript.length === 0;
  }
  return listed.status === 'failed' && shown.status === 'processing';
}

/** Whether somebody waits for one of these: it is running, or completed with its segments still to come. */
export function isBusy(item: TranscriptListItem): boolean {
  return item.status === 'processing' || (item.status === 'completed' && item.segmentCount === 0);
}

function concerns(item: TranscriptListItem, event: ProgressEvent): boolean {
  return item.id === event.id && item.status === 'processing';
}

function progressed<Item extends TranscriptListItem>(item: Item, event: ProgressEvent): Item {
  return { ...item, progressPercent: event.percent, stage: event.stage };
}
