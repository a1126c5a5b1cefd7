import type { Transcript } from '#contract/transcripts.ts';

const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'];
const LIST = new Intl.ListFormat('en');

/** Says to people which of a recording's sound tracks its text is of. */
export function soundTrackText({
  number,
  of,
  mixed,
}: Pick<NonNullable<Transcript['soundTrack']>, 'number' | 'of' | 'mixed'>): string {
  return `This recording has ${of} sound tracks. This is the text of ${number === null ? mixText(mixed, of) : trackText(number)}.`;
}

function trackText(number: number): string {
  const ordinal = ORDINALS[number - 1];
  return ordinal ? `the ${ordinal}` : `track ${number}`;
}

function mixText(mixed: readonly number[], of: number): string {
  if (mixed.length === of) return of === 2 ? 'both, mixed' : 'all of them, mixed';
  return `tracks ${LIST.format(mixed.map(String))}, mixed`;
}

/** Says that the track that a program asked for is not there, or not heard, in a recording with `of` tracks. */
export function missingTrackText(number: number, of = 1): string {
  const why = number > of ? 'this recording has no such track' : 'nothing can be heard of it';
  return `Sound track ${number} was asked for, but ${why}.`;
}
