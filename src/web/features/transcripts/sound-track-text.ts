import type { Transcript } from '#contract/transcripts.ts';

const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'];

/** Says to people which of a recording's sound tracks its text is of. */
export function soundTrackText({ number, of }: NonNullable<Transcript['soundTrack']>): string {
  const ordinal = ORDINALS[number - 1];
  return `This recording has ${of} sound tracks. This is the text of ${ordinal ? `the ${ordinal}` : `track ${number}`}.`;
}
