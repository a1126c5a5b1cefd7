import { SPEAKER_COLORS } from '#contract/limits.ts';
import type { TimestampedSegment } from '#contract/segments.ts';
import type { Transcript } from '#contract/transcripts.ts';

/** A speaker as displayed: the engine's label, the display name, and the number of the color, 1 to 8. */
export interface Speaker {
  label: string;
  name: string;
  color: number;
}

/** The data of a transcript that decides how its speakers are shown. */
export type SpeakerSource = Pick<Transcript, 'speakerNames' | 'showSpeakers'> & {
  timestampedTranscript: readonly Pick<TimestampedSegment, 'speaker'>[];
};

type Segments = SpeakerSource['timestampedTranscript'];

/** Many parts of a page ask about the same thousands of segments, at each new name again. */
const knownLabels = new WeakMap<Segments, readonly string[]>();

/** The engine's labels in the order in which they are first heard. The segments must not be changed in place afterwards. */
export function speakerLabels(segments: Segments): readonly string[] {
  const labels = knownLabels.get(segments) ?? [...new Set(segments.map((segment) => segment.speaker))];
  knownLabels.set(segments, labels);
  return labels;
}

/** The label for one more speaker: 'Speaker' and the next number after the highest one in use. */
export function nextSpeakerLabel(labels: readonly string[]): string {
  const numbers = labels.map((label) => Number(/^Speaker (\d+)$/.exec(label)?.[1] ?? 0));
  return `Speaker ${numbers.reduce((highest, number) => Math.max(highest, number), 0) + 1}`;
}

/** A speaker's display name: the name that a user gave, or the engine's label if there is none. */
export function speakerName(label: string, names: Readonly<Record<string, string>>): string {
  const name = Object.hasOwn(names, label) ? names[label]?.trim() : '';
  return name || label;
}

/**
 * How each label is displayed. Colors follow the order of first appearance, so that a renamed speaker keeps the color.
 * With suggested speakers hidden, every label is shown as the first one.
 */
export function describeSpeakers(source: SpeakerSource): Map<string, Speaker> {
  const labels = speakerLabels(source.timestampedTranscript);
  return new Map(
    labels.map((label, index) => {
      const shown = source.showSpeakers ? label : (labels[0] ?? label);
      const color = source.showSpeakers ? (index % SPEAKER_COLORS) + 1 : 1;
      return [label, { label: shown, name: speakerName(shown, source.speakerNames), color }];
    }),
  );
}

/** The distinct speakers that are shown, in the order in which they are first heard. */
export function shownSpeakers(source: SpeakerSource): Speaker[] {
  const speakers = [...describeSpeakers(source).values()];
  return source.showSpeakers ? speakers : speakers.slice(0, 1);
}

/** Whether users have given every speaker a name, which means that they have checked who is who. */
export function areAllNamed({
  timestampedTranscript,
  speakerNames,
}: Omit<SpeakerSource, 'showSpeakers'>): boolean {
  return speakerLabels(timestampedTranscript).every((label) => speakerName(label, speakerNames) !== label);
}

/** Whether nothing is said in a transcript: it has neither segments nor plain text. */
export function isSilent({
  timestampedTranscript,
  transcript,
}: Pick<Transcript, 'timestampedTranscript' | 'transcript'>): boolean {
  return timestampedTranscript.length === 0 && transcript.trim() === '';
}

/** The number of speakers that the screen shows, at least one. */
export function countSpeakers(source: SpeakerSource): number {
  return Math.max(1, shownSpeakers(source).length);
}
