import { z } from 'zod';
import { type FoundSegment, type FoundText, msOf, wordsAt } from './found-text.ts';
import { segmentsOfWords } from './word-segments.ts';

const Time = z.number().nullish();
const Speaker = z.number().nullish();
const Word = z.object({
  word: z.string(),
  punctuated_word: z.string().nullish(),
  start: Time,
  end: Time,
  speaker: Speaker,
  confidence: z.number().nullish(),
});
type Word = z.infer<typeof Word>;
const Utterance = z.object({
  start: Time,
  end: Time,
  channel: z.number().nullish(),
  transcript: z.string(),
  speaker: Speaker,
  words: z.array(Word).nullish(),
});
const Paragraph = z.object({
  start: Time,
  end: Time,
  speaker: Speaker,
  sentences: z.array(z.object({ text: z.string() })),
});
const Alternative = z.object({
  transcript: z.string().nullish(),
  words: z.array(Word).nullish(),
  paragraphs: z.object({ paragraphs: z.array(Paragraph) }).nullish(),
});
type Alternative = z.infer<typeof Alternative>;
/** In seconds. */
const Remote = z.object({
  results: z.object({
    channels: z.array(z.object({ alternatives: z.array(Alternative) })),
    utterances: z.array(Utterance).nullish(),
  }),
});

/** Reads Deepgram's answer: its utterances, else its paragraphs, else sentences of its words. Several channels are merged by time. */
export function readDeepgram(json: unknown): FoundText | null {
  const { data } = Remote.safeParse(json);
  if (!data) return null;
  const { channels, utterances } = data.results;
  const several = channels.length > 1;
  const segments = utterances?.length
    ? utterances.map(({ start, end, channel, transcript, speaker, words }) => ({
        startMs: msOf(start),
        endMs: msOf(end),
        speaker: labelOf(several ? channel : null, speaker),
        text: transcript,
        words: (words ?? []).flatMap(wordsOf),
      }))
    : channels.flatMap(({ alternatives: [best] }, channel) => segmentsIn(best, several ? channel : null));
  if (several) segments.sort((a, b) => (a.startMs ?? 0) - (b.startMs ?? 0));
  return { format: 'deepgram', segments, warnings: [] };
}

function segmentsIn(best: Alternative | undefined, channel: number | null): FoundSegment[] {
  if (best?.paragraphs?.paragraphs.length)
    return best.paragraphs.paragraphs.map(({ start, end, speaker, sentences }) => ({
      startMs: msOf(start),
      endMs: msOf(end),
      speaker: labelOf(channel, speaker),
      text: sentences.map(({ text }) => text).join(' '),
    }));
  if (best?.words?.length)
    return segmentsOfWords(
      best.words.map(({ word, punctuated_word, start, end, speaker, confidence }) => ({
        text: punctuated_word ?? word,
        startMs: msOf(start),
        endMs: msOf(end),
        speaker: labelOf(channel, speaker),
        confidence: confidence ?? null,
      })),
    );
  return [{ startMs: null, endMs: null, speaker: labelOf(channel, null), text: best?.transcript ?? '' }];
}

/** Both are numbers from 0: 'Speaker 0' as Deepgram calls it, 'Channel 1, Speaker 0' where there are several channels. */
function labelOf(channel: number | null | undefined, speaker: number | null | undefined): string | null {
  const parts = [
    ...(channel == null ? [] : [`Channel ${channel}`]),
    ...(speaker == null ? [] : [`Speaker ${speaker}`]),
  ];
  return parts.join(', ') || null;
}

function wordsOf({ word, punctuated_word, start, end, confidence }: Word) {
  return wordsAt(punctuated_word ?? word, { startMs: msOf(start), endMs: msOf(end) }, confidence);
}
