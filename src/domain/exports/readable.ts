import { languageName } from '#contract/languages.ts';
import type { Transcript } from '#contract/transcripts.ts';
import { shownSpeakers } from '../speakers.ts';
import { formatTime } from '../timecode.ts';
import { countWords } from '../tokens.ts';
import { cleanText } from './clean-text.ts';
import { paragraphsOf, plainParagraphs, type TextSource } from './text.ts';

/** The data of a transcript that the formats for reading (Markdown, PDF, DOCX) need. */
export type ReadableSource = TextSource & Pick<Transcript, 'duration' | 'language' | 'createdAt'>;

/** A transcript laid out for reading; every text is clean (see cleanText) and on one line. */
export interface ReadableDocument {
  title: string;
  /** '1:02:03 · 1,234 words · 2 speakers · English · 2026-11-21', without the facts that are not known. */
  facts: string;
  language: string | null;
  paragraphs: ReadableParagraph[];
}

export interface ReadableParagraph {
  /** The speaker and the start time; null in a text without segments. */
  heading: { speaker: string /** 1 to 8. */; color: number; time: string } | null;
  text: string;
  /** A reader's own words, which need not be in the language of the transcript. */
  isRemark?: true;
}

/** Lays a transcript out for reading: title, facts, and a paragraph for each turn or each minute of a long turn. */
export function readableOf(source: ReadableSource): ReadableDocument {
  const turns = paragraphsOf(source);
  const paragraphs =
    turns.length > 0
      ? turns.map(({ speaker, color, startSeconds, text }) => ({
          heading: { speaker, color, time: formatTime(startSeconds) },
          text,
        }))
      : plainParagraphs(source.transcript).map((text) => ({ heading: null, text }));
  return {
    title: cleanText(source.title) || 'Transcript',
    facts: factsLine(source, paragraphs),
    language: source.language,
    paragraphs,
  };
}

function factsLine(source: ReadableSource, paragraphs: readonly ReadableParagraph[]): string {
  const words = paragraphs.reduce((sum, { text }) => sum + countWords(text, text.split(' ').length), 0);
  const speakers = source.timestampedTranscript.length === 0 ? 0 : shownSpeakers(source).length;
  return [
    source.duration === null ? null : formatTime(source.duration),
    counted(words, 'word'),
    speakers === 0 ? null : counted(speakers, 'speaker'),
    source.language === null ? null : cleanText(languageName(source.language)),
    localDay(source.createdAt),
  ]
    .filter((fact) => fact !== null)
    .join(' · ');
}

/** The day of a moment (ISO 8601) where the reader is, as '2026-11-21'. */
function localDay(moment: string): string {
  const date = new Date(moment);
  const two = (number: number) => String(number).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** '1 word', '1,234 words'. */
export function counted(count: number, unit: string): string {
  return `${count.toLocaleString('en')} ${unit}${count === 1 ? '' : 's'}`;
}
