import { SPEAKER_COLORS } from '#contract/limits.ts';
import type { TimestampedSegment } from '#contract/segments.ts';
import type { Transcript } from '#contract/transcripts.ts';

/** A speaker as displayed: the engine's label, the display name, and the color, 1 to 8. */
export interface Speaker {
  label: string;
  name: string;
  color: number;
}

/** What decides how speakers are shown. */
export type SpeakerSource = Pick<Transcript, 'speakerNames' | 'showSpeakers'> & {
  timestampedTranscript: readonly Pick<TimestampedSegment, 'speaker'>[];
};

/** The engine's labels in the order in which they are first heard. */
export function speakerLabels(segments: readonly Pick<TimestampedSegment, 'speaker'>[]): string[] {
  return [...new Set(segments.map((segment) => segment.speaker))];
}

/** A label for one more speaker: the next number after those that are there. */
export function nextSpeakerLabel(labels: readonly string[]): string {
  const numbers = labels.map((label) => Number(/^Speaker (\d+)$/.exec(label)?.[1] ?? 0));
  return `Speaker ${Math.max(0, ...numbers) + 1}`;
}

/** A speaker's display name: the name given by people, else the engine's label. */
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

/** Whether people have given each of the speakers a name, and so have looked at who is who. */
export function areAllNamed({
  timestampedTranscript,
  speakerNames,
}: Omit<SpeakerSource, 'showSpeakers'>): boolean {
  return speakerLabels(timestampedTranscript).every((label) => speakerName(label, speakerNames) !== label);
}

/** Whether nothing is said in it: no text, neither in segments nor plain. */
export function isSilent({
  timestampedTranscript,
  transcript,
}: Pick<Transcript, 'timestampedTranscript' | 'transcript'>): boolean {
  return timestampedTranscript.length === 0 && transcript.trim() === '';
}

/** How many speakers the screen counts: at least one. */
export function countSpeakers(source: SpeakerSource): number {
  return Math.max(1, shownSpeakers(source).length);
}
