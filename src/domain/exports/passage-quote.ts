import type { TimestampedSegment } from '#contract/segments.ts';
import { describeSpeakers, type SpeakerSource, shownSpeakers } from '../speakers.ts';
import { formatTime } from '../timecode.ts';
import { joinWords } from '../tokens.ts';
import { cleanText } from './clean-text.ts';

/** Words in a row of one speaker. */
export interface QuotedPassage {
  /** Empty if the speakers have no names. */
  speaker: string;
  text: string;
}

export interface PassageQuote {
  passages: readonly QuotedPassage[];
  /** The second at which the first word is said. */
  start: number;
  /** Where the recording plays them. */
  url: string;
}

/**
 * The words between two places of a transcript, by speaker; empty if a place is not in the text. A recording whose only speaker
 * has just a default label is quoted without a speaker.
 */
export function passagesBetween(
  source: Omit<SpeakerSource, 'timestampedTranscript'> & {
    timestampedTranscript: readonly Pick<TimestampedSegment, 'id' | 'text' | 'speaker'>[];
  },
  { start, end }: { start: TextPlace; end: TextPlace },
): QuotedPassage[] {
  const { timestampedTranscript: segments } = source;
  const speakers = describeSpeakers(source);
  const shown = shownSpeakers(source);
  const hasNames = shown.length > 1 || shown.some(({ name, label }) => name !== label);
  const first = segments.findIndex(({ id }) => id === start.segmentId);
  const last = segments.findIndex(({ id }) => id === end.segmentId);
  const passages: { speaker: string; texts: string[] }[] = [];
  if (first < 0 || last < 0) return [];
  for (const [index, { text, speaker: label }] of segments.slice(first, last + 1).entries()) {
    const to = first + index === last ? end.offset : text.length;
    const part = text.slice(index === 0 ? start.offset : 0, to).trim();
    const speaker = hasNames ? (speakers.get(label)?.name ?? label) : '';
    const before = passages.at(-1);
    if (part === '') continue;
    if (before?.speaker === speaker) before.texts.push(part);
    else passages.push({ speaker, texts: [part] });
  }
  return passages.map(({ speaker, texts }) => ({ speaker, text: joinWords(texts) }));
}

interface TextPlace {
  segmentId: number;
  offset: number;
}

/**
 * Selected words with their speaker, time and link, to be pasted elsewhere: “words” — Speaker, 1:05, https://... Words of several
 * speakers stand in a line each, with the name before them.
 */
export function quoteText(quote: PassageQuote): string {
  return `${wordsOf(quote)} — ${sourceOf(quote).join(', ')}, ${quote.url}`;
}

/** The same as HTML, in which the time is the link. */
export function quoteHtml(quote: PassageQuote): string {
  const words = escaped(wordsOf(quote)).replaceAll('\n', '<br>');
  const [time = '', ...speaker] = sourceOf(quote).toReversed();
  const link = `<a href="${escaped(quote.url)}">${time}</a>`;
  return `<p>${words} — ${[...speaker.map(escaped), link].join(', ')}</p>`;
}

function wordsOf({ passages }: PassageQuote): string {
  const isOne = new Set(passages.map(({ speaker }) => speaker)).size === 1;
  const lines = passages.map(({ speaker, text }) =>
    isOne ? cleanText(text) : `${cleanText(speaker)}: ${cleanText(text)}`,
  );
  return `“${isOne ? joinWords(lines) : lines.join('\n')}”`;
}

/** The speaker, if there is only one and has a name, and the time. */
function sourceOf({ passages, start }: PassageQuote): string[] {
  const speakers = new Set(passages.map(({ speaker }) => cleanText(speaker)));
  const [only = ''] = speakers.size === 1 ? speakers : [];
  return [...(only === '' ? [] : [only]), formatTime(start)];
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character);
}
