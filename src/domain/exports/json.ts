import type { SegmentWords, TimestampedSegment } from '#contract/segments.ts';
import type { Transcript } from '#contract/transcripts.ts';
import { describeSpeakers, shownSpeakers } from '../speakers.ts';
import { cleanText } from './clean-text.ts';

export type JsonSource = Pick<
  Transcript,
  'title' | 'duration' | 'language' | 'speakerNames' | 'showSpeakers'
> & {
  timestampedTranscript: readonly Pick<
    TimestampedSegment,
    'id' | 'revision' | 'speaker' | 'text' | 'start' | 'end'
  >[];
};

/** The format of an exported JSON file. `version` increases with breaking changes only; new keys may be added without one. */
export interface ExportedJson {
  format: 'tapescript-transcript';
  version: 1;
  title: string;
  /** In seconds; null if unknown. */
  duration: number | null;
  /** A BCP 47 tag; null if unknown. */
  language: string | null;
  /** In the order in which they are first heard. Segments refer to `label`; `name` is the display name. */
  speakers: { label: string; name: string }[];
  segments: ExportedSegment[];
}

/** Times are in seconds from the start of the recording. */
export interface ExportedSegment {
  speaker: string;
  start: number;
  end: number;
  text: string;
  /** Only if they are known for this revision of the text. `confidence` is 0 to 1, or null if the engine gives none. */
  words?: { text: string; start: number; end: number; confidence: number | null }[];
}

/** The transcript as JSON (see ExportedJson), one segment per line. `words` has the words by segment id; blank segments are left out. */
export function exportJson(source: JsonSource, words: ReadonlyMap<number, SegmentWords> = new Map()): string {
  const head = {
    format: 'tapescript-transcript',
    version: 1,
    title: cleanText(source.title),
    duration: source.duration,
    language: source.language,
    speakers: shownSpeakers(source).map(({ label, name }) => ({ label, name: cleanText(name) })),
  } satisfies Omit<ExportedJson, 'segments'>;
  const lines = segmentsOf(source, words).map((segment) => `\n    ${JSON.stringify(segment)}`);
  const start = JSON.stringify(head, null, 2).slice(0, -'\n}'.length);
  return `${start},\n  "segments": [${lines.join(',')}${lines.length > 0 ? '\n  ' : ''}]\n}\n`;
}

function segmentsOf(source: JsonSource, words: ReadonlyMap<number, SegmentWords>): ExportedSegment[] {
  const speakers = describeSpeakers(source);
  return source.timestampedTranscript.flatMap((segment) => {
    const text = cleanText(segment.text);
    if (text === '') return [];
    const known = words.get(segment.id);
    const isOfThisText = known !== undefined && known.revision === segment.revision;
    return {
      speaker: speakers.get(segment.speaker)?.label ?? segment.speaker,
      start: segment.start,
      end: segment.end,
      text,
      ...(isOfThisText ? { words: known.words.map(exportedWord) } : {}),
    };
  });
}

function exportedWord([text, start, end, confidence]: SegmentWords['words'][number]) {
  return { text: cleanText(text), start, end, confidence };
}
