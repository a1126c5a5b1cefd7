import { isUnspaced } from '#contract/languages.ts';
import { joinWords } from '#domain/tokens.ts';

/** A word that a double has heard, in seconds of the sound. */
export interface DoubleWord {
  text: string;
  start: number;
  end: number;
  speaker: string;
}

/** A sentence of one voice. */
interface DoubleSegment {
  text: string;
  start: number;
  end: number;
  words: DoubleWord[];
  speaker: string;
}

export type SpeechServerProfile =
  | 'openai'
  | 'groq'
  | 'speaches'
  | 'vllm'
  | 'openasr'
  | 'whisper.cpp'
  | 'asr'
  | 'whisperx';

const SAMPLES_PER_SECOND = 16_000;
const WINDOW_SAMPLES = 1600;
/** Quieter sound is silence; so much of it ends a sentence. */
const SILENCE_LEVEL = 0.003;
const PAUSE_WINDOWS = 5;
const WORD_SECONDS = 0.3;
/** The sentences of each language, said in turn. Japanese is divided into words as Whisper divides it. */
const TEXTS = {
  en: ["Good morning from the server. We don't know who will answer this."],
  de: ['Guten Morgen vom Server. Wir wissen nicht, wer darauf antworten wird.'],
  ar: [
    'NASA أعلنت اليوم عن رحلة جديدة إلى القمر، وقالت إن الصاروخ جاهز.',
    'هل يعرف أحد متى تبدأ الرحلة في عام 2027؟ لا، لا أحد.',
  ],
  ja: [
    '新しい 橋 について、 市 の 会議 で 長い 時間 話し合い まし た。',
    '「高すぎる」 と 言う 人 も います が、 工事 は 来年 の春に 始まります。',
  ],
};
const LANGUAGE_NAMES = { en: 'english', de: 'german', ar: 'arabic', ja: 'japanese' };
export type DoubleLanguage = keyof typeof TEXTS;

/** Whether the double hears this language. */
export function isDoubleLanguage(tag: string): tag is DoubleLanguage {
  return Object.hasOwn(TEXTS, tag);
}

/** Fills each stretch of sound with words, the first stretch by one voice, the next by another, and so on. */
export function hearSentences(samples: Float32Array, language: DoubleLanguage): DoubleSegment[] {
  const stretches: { start: number; end: number }[] = [];
  for (let from = 0; from < samples.length; from += WINDOW_SAMPLES) {
    const window = samples.subarray(from, from + WINDOW_SAMPLES);
    if (!window.some((sample) => Math.abs(sample) > SILENCE_LEVEL)) continue;
    const [start, end] = [from, from + window.length].map((at) => at / SAMPLES_PER_SECOND) as [
      number,
      number,
    ];
    const last = stretches.at(-1);
    if (last && start - last.end < (PAUSE_WINDOWS * WINDOW_SAMPLES) / SAMPLES_PER_SECOND) last.end = end;
    else stretches.push({ start, end });
  }
  return stretches.map(({ start, end }, index) => {
    const speaker = index % 2 === 0 ? 'A' : 'B';
    const count = Math.max(1, Math.floor((end - start) / WORD_SECONDS));
    const length = (end - start) / count;
    const said = TEXTS[language][index % TEXTS[language].length]?.split(' ') ?? [];
    const words = Array.from({ length: count }, (_, number) => ({
      text: said[number % said.length] ?? '',
      start: rounded(start + number * length),
      end: rounded(start + (number + 1) * length),
      speaker,
    }));
    return {
      text: joinWords(words.map(({ text }) => text)),
      start: rounded(start),
      end: rounded(end),
      words,
      speaker,
    };
  });
}

export interface AnswerOptions {
  profile: SpeechServerProfile;
  language: DoubleLanguage;
  /** What the request asked for. */
  format: string;
  granularities: readonly string[];
  diarize: boolean;
  seconds: number;
}

/** The answer of a real server of this kind, with its oddities. */
export function answerFor(
  sentences: readonly DoubleSegment[],
  options: AnswerOptions,
): Record<string, unknown> {
  const { profile, language, format, granularities, diarize, seconds } = options;
  const text = joinWords(sentences.map((each) => each.text));
  const verbose = { task: 'transcribe', language: LANGUAGE_NAMES[language], duration: seconds, text };
  const words = granularities.includes('word')
    ? sentences.flatMap((each) =>
        each.words.map((word) => ({ word: word.text, start: word.start, end: word.end })),
      )
    : undefined;
  if (profile === 'asr' || profile === 'whisperx') return asrAnswer(sentences, options, text);
  if (format === 'json') return { text };
  if (format === 'diarized_json') {
    const segments = sentences.map(({ start, end, speaker, text: said }, index) => ({
      ...{ type: 'transcript.text.segment', id: `seg_${index}`, start, end, text: said, speaker },
    }));
    return { task: 'transcribe', duration: seconds, text, segments };
  }
  const segments = sentences.map((each, index) => whisperSegment(each, index));
  switch (profile) {
    case 'openai':
      // Its words have no punctuation.
      for (const word of words ?? []) word.word = word.word.replace(/[.,?،؟、。]/g, '');
      return {
        ...verbose,
        ...(granularities.includes('segment') || granularities.length === 0 ? { segments } : {}),
        ...(words ? { words } : {}),
        usage: { type: 'duration', seconds: Math.ceil(seconds) },
      };
    case 'groq':
      return { ...verbose, language: LANGUAGE_NAMES[language], segments, words, x_groq: { id: 'req_1' } };
    case 'speaches':
      // Its words come only when they are asked for, and begin with a space where the language has spaces.
      return {
        ...verbose,
        language,
        segments,
        words:
          words?.map((word) => ({
            ...word,
            word: `${isUnspaced(language) ? '' : ' '}${word.word}`,
            probability: 0.9,
          })) ?? null,
      };
    case 'vllm':
      // Its duration is a string, its ids begin again with each half a minute, and it has no words.
      return {
        ...{ ...verbose, language, duration: String(seconds), words: [] },
        segments: segments.map((each) => ({ ...each, id: each.id % 3, no_speech_prob: null })),
      };
    case 'openasr':
      return {
        ...{ ...verbose, language, words: words ?? null },
        segments: sentences.map((each, index) => ({
          ...whisperSegment(each, index),
          ...(diarize ? { speaker: `SPEAKER_0${each.speaker === 'A' ? 0 : 1}` } : {}),
        })),
      };
    case 'whisper.cpp':
      return {
        ...verbose,
        segments: sentences.map((each, index) => ({
          ...whisperSegment(each, index),
          text: ` ${each.text}`,
          words: tokensOf(each),
        })),
      };
  }
}

/** whisper-asr-webservice with faster-whisper, or WhisperX, whose numbers have no times. */
function asrAnswer(
  sentences: readonly DoubleSegment[],
  { profile, language, diarize }: AnswerOptions,
  text: string,
) {
  const isWhisperX = profile === 'whisperx';
  const label = (speaker: string) =>
    isWhisperX && diarize ? { speaker: `SPEAKER_0${speaker === 'A' ? 0 : 1}` } : {};
  const segments = sentences.map((each, index) => ({
    ...(isWhisperX
      ? { start: each.start, end: each.end, text: ` ${each.text}` }
      : whisperSegment(each, index)),
    ...label(each.speaker),
    words: each.words.map(({ text: word, start, end, speaker }, number) =>
      isWhisperX
        ? { word, ...(number === 2 ? {} : { start, end, score: 0.7 }), ...label(speaker) }
        : { start, end, word: ` ${word}`, probability: 0.93 },
    ),
  }));
  return isWhisperX ? { segments, language } : { language, segments, text };
}

function whisperSegment({ start, end, text }: DoubleSegment, id: number) {
  const tokens = [50_364, 1, 2, 50_414];
  const scores = { temperature: 0, avg_logprob: -0.2, compression_ratio: 1.3, no_speech_prob: 0.01 };
  return { id, seek: 0, start, end, text: ` ${text}`, tokens, ...scores };
}

/** whisper.cpp's words are tokens: a word may be several, of which only the first begins with a space. */
function tokensOf({ words }: DoubleSegment) {
  return words.flatMap(({ text, start, end }) => {
    const parts = text.split(/(?='t)|(?<=.)(?=[.,]$)/);
    const length = (end - start) / parts.length;
    return parts.map((part, index) => ({
      word: index === 0 ? ` ${part}` : part,
      start: start + index * length,
      end: start + (index + 1) * length,
      t_dtw: -1,
      probability: 0.88,
    }));
  });
}

function rounded(seconds: number): number {
  return Math.round(seconds * 100) / 100;
}
