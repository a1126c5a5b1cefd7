import { type SpokenWord, segmentsOfWords } from '#domain/segmentation.ts';
import type { FoundSpeakers, Transcription } from './engine.ts';
import { speakerLabels } from './speaker-labels.ts';

/** All words of a transcription in order, with the speaker and the timing of their segments. */
export function spokenWords({ segments }: Pick<Transcription, 'segments'>): SpokenWord[] {
  return segments.flatMap(({ words, speaker, timing }) =>
    words.map((word) => ({ ...word, speaker, timing })),
  );
}

/** The transcription with the numbered speakers of its words, divided anew where they change. */
export function withSpeakers<Made extends Transcription>(
  transcription: Made,
  { speakers, by }: FoundSpeakers,
): Made {
  const labels = speakerLabels(speakers);
  const words = spokenWords(transcription).map((word, index) => ({
    ...word,
    speaker: labels[index] ?? word.speaker,
  }));
  return { ...transcription, speakersBy: by, segments: segmentsOfWords(words) };
}
