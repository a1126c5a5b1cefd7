import type { TimestampedSegment } from '#contract/segments.ts';
import type { Transcript } from '#contract/transcripts.ts';
import { describeSpeakers } from '../speakers.ts';
import { withLeadingMark } from '../text-direction.ts';
import { formatTime } from '../timecode.ts';
import { joinWords } from '../tokens.ts';
import { cleanText } from './clean-text.ts';

export type TextSource = Pick<Transcript, 'title' | 'transcript' | 'speakerNames' | 'showSpeakers'> &
  Partial<Pick<Transcript, 'language'>> & {
    timestampedTranscript: readonly SpokenText[];
  };

type SpokenText = Pick<TimestampedSegment, 'speaker' | 'text' | 'start'>;

/** A speaker turn, or a part of a long one, as a paragraph. */
export interface Paragraph {
  speaker: string;
  /** The speaker's color, 1 to 8. */
  color: number;
  startSeconds: number;
  text: string;
}

/** A speaker's paragraph ends after this long, so that a monologue has several times. */
const PARAGRAPH_SECONDS = 60;

/** The transcript as plain text: the title, then a paragraph for each turn, with its time and speaker. */
export function exportText(source: TextSource): string {
  const turns = turnLines(source);
  const body =
    turns.length > 0
      ? turns
      : plainParagraphs(source.transcript).map((line) => withLeadingMark(line, source.language));
  return `${[cleanText(source.title), ...body].filter((part) => part !== '').join('\n\n')}\n`;
}

/** A line for each paragraph of the speaker turns, with its time and speaker. */
export function turnLines(source: Omit<TextSource, 'title' | 'transcript'>): string[] {
  return paragraphsOf(source).map(({ startSeconds, speaker, text }) =>
    withLeadingMark(`[${formatTime(startSeconds)}] ${speaker}: ${text}`, source.language),
  );
}

/** The speaker turns as they are shown, in paragraphs of at most about a minute. */
export function paragraphsOf(
  source: Pick<TextSource, 'timestampedTranscript' | 'speakerNames' | 'showSpeakers'>,
): Paragraph[] {
  const speakers = describeSpeakers(source);
  const paragraphs: (Omit<Paragraph, 'text'> & { texts: string[] })[] = [];
  for (const segment of source.timestampedTranscript) {
    const text = cleanText(segment.text);
    if (text === '') continue;
    const speaker = speakers.get(segment.speaker);
    const name = cleanText(speaker?.name ?? segment.speaker);
    const last = paragraphs.at(-1);
    if (last && last.speaker === name && segment.start - last.startSeconds < PARAGRAPH_SECONDS) {
      last.texts.push(text);
    } else {
      paragraphs.push({
        speaker: name,
        color: speaker?.color ?? 1,
        startSeconds: segment.start,
        texts: [text],
      });
    }
  }
  return paragraphs.map(({ texts, ...paragraph }) => ({ ...paragraph, text: joinWords(texts) }));
}

/** The paragraphs of a text that has no segments. */
export function plainParagraphs(text: string): string[] {
  return text
    .split(/\n\s*\n/)
    .map(cleanText)
    .filter((paragraph) => paragraph !== '');
}
