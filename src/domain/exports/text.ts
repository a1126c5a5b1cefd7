import type { TimestampedSegment, Transcript } from '#contract/transcripts.ts';
import { describeSpeakers } from '../speakers.ts';
import { formatTime } from '../timecode.ts';

export type TextSource = Pick<
  Transcript,
  'title' | 'transcript' | 'timestampedTranscript' | 'speakerNames' | 'showSpeakers'
>;

/** What one speaker says in one go, as a paragraph. */
export interface Paragraph {
  speaker: string;
  startSeconds: number;
  text: string;
}

/** After this long a speaker's paragraph ends, so that a monologue keeps its times. */
const PARAGRAPH_SECONDS = 60;

/** The transcript as plain text: the title, then a paragraph for each turn with its time and speaker. */
export function exportText(source: TextSource): string {
  const paragraphs = paragraphsOf(source);
  const body =
    paragraphs.length > 0
      ? paragraphs.map(
          ({ startSeconds, speaker, text }) => `[${formatTime(startSeconds)}] ${speaker}: ${text}`,
        )
      : [source.transcript.trim()];
  return `${[source.title, ...body].filter((part) => part !== '').join('\n\n')}\n`;
}

/** The turns of the speakers, as they are shown, in paragraphs of about a minute at most. */
export function paragraphsOf(
  source: Pick<TextSource, 'timestampedTranscript' | 'speakerNames' | 'showSpeakers'>,
): Paragraph[] {
  const speakers = describeSpeakers(source);
  const paragraphs: Paragraph[] = [];
  for (const segment of source.timestampedTranscript) {
    const text = inOneLine(segment);
    if (text === '') continue;
    const speaker = speakers.get(segment.speaker)?.name ?? segment.speaker;
    const last = paragraphs.at(-1);
    if (last && last.speaker === speaker && segment.start - last.startSeconds < PARAGRAPH_SECONDS) {
      last.text += ` ${text}`;
    } else {
      paragraphs.push({ speaker, startSeconds: segment.start, text });
    }
  }
  return paragraphs;
}

function inOneLine(segment: Pick<TimestampedSegment, 'text'>): string {
  return segment.text.replace(/\s+/g, ' ').trim();
}
