import { expect, it } from 'vitest';
import { segmentsOfWords } from '#domain/segmentation.ts';
import { spokenWords, withSpeakers } from './with-speakers.ts';

const words = 'We are here. So are we all. Good.'.split(' ').map((text, index) => ({
  text,
  startMs: index * 400,
  endMs: index * 400 + 350,
  confidence: 1,
  speaker: 'Speaker 1',
  timing: 'measured' as const,
}));
const transcription = {
  speakersBy: null,
  language: 'en',
  segments: segmentsOfWords(words),
  lowConfidence: false,
};

it('divides a text where its speakers change, and keeps every word with its times', () => {
  const told = withSpeakers(transcription, { speakers: [5, 5, 5, 2, 2, 2, 2, 5], by: 'cepstra' });
  expect(told.speakersBy).toBe('cepstra');
  expect(told.segments.map(({ speaker, text }) => `${speaker}: ${text}`)).toEqual([
    'Speaker 1: We are here.',
    'Speaker 2: So are we all.',
    'Speaker 1: Good.',
  ]);
  expect(spokenWords(told).map(({ speaker, ...word }) => word)).toEqual(
    words.map(({ speaker, ...word }) => word),
  );
});

it('takes a text without words', () => {
  expect(withSpeakers({ ...transcription, segments: [] }, { speakers: [], by: 'network' }).segments).toEqual(
    [],
  );
});
