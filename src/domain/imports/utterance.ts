import type { Word } from '#contract/segments.ts';

/** A cue, utterance or paragraph as it stands in a file that was made elsewhere. Times are in milliseconds; nothing is sure about them. */
export interface Utterance {
  /** Null if the file does not say. */
  startMs: number | null;
  endMs: number | null;
  /** The file's own name or label of the speaker; null if the file does not say. */
  speaker: string | null;
  /** The speaker's label in a file that was exported here: 'Speaker 2', whatever the name. */
  label?: string | undefined;
  text: string;
  /** If the file has them. */
  words?: readonly Word[];
}
