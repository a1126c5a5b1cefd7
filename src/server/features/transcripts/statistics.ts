import { normalizeText } from '#domain/normalize-text.ts';
import { countWords } from '#domain/tokens.ts';
import type { Transcription } from '#speech/engine.ts';
import type { NewSegment, TranscriptChange } from './queries.ts';

/** A transcription as rows, with the numbers that lists show. */
export function summarizeTranscription(transcription: Pick<Transcription, 'segments' | 'speakersBy'>): {
  rows: NewSegment[];
  statistics: Required<
    Pick<TranscriptChange, 'segmentCount' | 'wordCount' | 'accuracy' | 'speakersSuggested' | 'speakersBy'>
  >;
} {
  const { segments } = transcription;
  const confidences = segments.flatMap(({ words }) => words.flatMap(({ confidence }) => confidence ?? []));
  const speakers = new Set(segments.map(({ speaker }) => speaker));
  return {
    rows: segments.map((segment) => ({ ...segment, normalized: normalizeText(segment.text) })),
    statistics: {
      segmentCount: segments.length,
      wordCount: sum(segments.map(({ text, words }) => countWords(text, words.length))),
      accuracy: confidences.length > 0 ? (100 * sum(confidences)) / confidences.length : null,
      speakersSuggested: speakers.size > 1,
      speakersBy: transcription.speakersBy,
    },
  };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
