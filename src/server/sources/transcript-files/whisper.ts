import { z } from 'zod';
import { type FoundText, msOf, wordsAt } from './found-text.ts';

const Word = z.object({
  word: z.string(),
  start: z.number().nullish(),
  end: z.number().nullish(),
  score: z.number().nullish(),
  probability: z.number().nullish(),
});
const Segment = z.object({
  start: z.number().nullish(),
  end: z.number().nullish(),
  text: z.string(),
  speaker: z.string().nullish(),
  words: z.array(Word).nullish(),
});
/** OpenAI's Whisper and its interface, faster-whisper and WhisperX: seconds. WhisperX alone has `word_segments`, and scores of words. */
const Whisper = z.object({
  segments: z.array(Segment),
  word_segments: z.unknown().optional(),
  language: z.string().nullish().catch(null),
});
/** whisper.cpp: milliseconds. */
const WhisperCpp = z.object({
  transcription: z.array(
    z.object({
      offsets: z.object({ from: z.number(), to: z.number() }),
      text: z.string(),
      speaker: z.string().nullish(),
    }),
  ),
});

/** Reads the JSON of Whisper and of the programs around it. */
export function readWhisper(json: unknown): FoundText | null {
  const whisper = Whisper.safeParse(json).data;
  if (whisper) {
    const { segments, word_segments } = whisper;
    const isWhisperx =
      word_segments !== undefined || segments.some(({ words }) => words?.some(({ score }) => score != null));
    return {
      format: isWhisperx ? 'whisperx' : 'whisper',
      segments: segments.map(({ start, end, text, speaker, words }) => ({
        startMs: msOf(start),
        endMs: msOf(end),
        speaker: speaker ?? null,
        text,
        words: (words ?? []).flatMap((word) =>
          wordsAt(
            word.word,
            { startMs: msOf(word.start), endMs: msOf(word.end) },
            word.probability ?? word.score,
          ),
        ),
      })),
      language: whisper.language,
      warnings: [],
    };
  }
  const cpp = WhisperCpp.safeParse(json).data;
  if (!cpp) return null;
  return {
    format: 'whisper.cpp',
    segments: cpp.transcription.map(({ offsets, text, speaker }) => ({
      startMs: offsets.from,
      endMs: offsets.to,
      speaker: speaker ?? null,
      text,
    })),
    warnings: [],
  };
}
