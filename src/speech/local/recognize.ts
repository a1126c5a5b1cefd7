import type { z } from 'zod';
import type { Word } from '#contract/segments.ts';
import { amplifyQuiet } from './loudness.ts';
import type { Recognized, Recognizer } from './moonshine.ts';
import { readPcm, SAMPLES_PER_MS } from './pcm.ts';
import { isInvented } from './plausibility.ts';
import type { RecognizeRequest, SpokenWords } from './protocol.ts';
import { wordsOfTokens } from './vocabulary.ts';
import { estimatedTimes, measuredTimes } from './word-times.ts';

/** Reads the spans from the recording and recognizes them together; one entry per span, without words if nothing is said. */
export async function recognizeSpans(
  recognizer: Recognizer,
  { pcmPath, spans }: z.infer<typeof RecognizeRequest>,
): Promise<SpokenWords[]> {
  const sounds = await Promise.all(
    spans.map(async ({ startMs, endMs }) =>
      amplifyQuiet(await readPcm(pcmPath, startMs * SAMPLES_PER_MS, endMs * SAMPLES_PER_MS)),
    ),
  );
  const recognized = await recognizer.recognize(sounds);
  return spans.map(({ startMs }, index) => {
    const text = recognized[index];
    const sound = sounds[index];
    return text && sound ? timedWords(text, sound, startMs) : { words: [], timing: 'measured' };
  });
}

function timedWords(recognized: Recognized, sound: Float32Array, offsetMs: number): SpokenWords {
  const spelled = wordsOfTokens(recognized.tokens);
  const soundMs = Math.floor(sound.length / SAMPLES_PER_MS);
  const measured = measuredTimes(spelled, recognized.attention, sound);
  const times = measured ?? estimatedTimes(spelled, soundMs);
  const words = spelled.map(({ text, firstToken, endToken }, index): Word => {
    const { startMs, endMs } = times[index] ?? { startMs: 0, endMs: soundMs };
    const confidence = geometricMean(recognized.probabilities.slice(firstToken, endToken));
    return { text, startMs: offsetMs + startMs, endMs: offsetMs + endMs, confidence };
  });
  const keptShare =
    recognized.tokens.length / Math.max(1, recognized.tokens.length + recognized.loopedTokens);
  if (isInvented(words, soundMs, keptShare)) return { words: [], timing: 'measured' };
  return { words, timing: measured ? 'measured' : 'estimated' };
}

/** Rounded to thousandths, which is more than accurate enough and saves a third of the bytes. */
function geometricMean(probabilities: readonly number[]): number {
  const sum = probabilities.reduce((total, probability) => total + Math.log(Math.max(probability, 1e-6)), 0);
  return Math.round(Math.exp(sum / Math.max(1, probabilities.length)) * 1000) / 1000;
}
