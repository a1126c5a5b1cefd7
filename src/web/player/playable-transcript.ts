import type { Transcript } from '#contract/transcripts.ts';

/** The parts of a transcript that the player needs. */
export type PlayableTranscript = Pick<
  Transcript,
  | 'title'
  | 'duration'
  | 'sourceType'
  | 'sourceUrl'
  | 'mediaUrl'
  | 'mediaPreparing'
  | 'originalFilename'
  | 'timestampedTranscript'
  | 'speakerNames'
  | 'showSpeakers'
>;
