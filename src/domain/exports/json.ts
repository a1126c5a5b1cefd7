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

/** The shape of an exported JSON file. `version` grows when a reader of the old shape would stumble; new keys may come without. */
export interface ExportedJson {
  format: 'tapescript-transcript';
  version: 1;
  title: string;
  /** Seconds; null when unknown. */
  duration: number | null;
  /** BCP 47; null when unknown. */
  language: string | null;
  /** In the order in which they are first heard: `label` is what segments refer to, `name` what people call them. */
  speakers: { label: string; name: string }[];
  segments: ExportedSegment[];
}

/** Times are seconds from the start of the recording. */
export interface ExportedSegment {
  speaker: string;
  start: number;
  end: number;
  text: string;
  /** Only where they are known for this very text. `confidence` is 0 to 1, null where the engine gives none. */
  words?: { text: string; start: number; end: number; confidence: number | null }[];
}

/** The transcript as JSON, a segment a line (see ExportedJson). Words are given by segment id; blank segments are left out. */
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
