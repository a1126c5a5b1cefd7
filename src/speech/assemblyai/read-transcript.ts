import type { Word } from '#contract/segments.ts';
import { type SpokenWord, segmentsOfWords } from '#domain/segmentation.ts';
import { inOrder } from '#domain/word-order.ts';
import type { Transcription } from '../engine.ts';
import type { RemoteTranscript, RemoteWord } from './client.ts';

/** Below this the service itself has little confidence. Good recordings have more than 0.9; not measured here. */
const DOUBTFUL_BELOW = 0.5;
const MIN_DOUBTED_WORDS = 10;
/** BCP 47 for an unknown language. */
const UNKNOWN_LANGUAGE = 'und';

/** The result for a recording in which nothing is said. */
export const EMPTY_TRANSCRIPTION: Transcription = {
  speakersBy: 'service',
  language: UNKNOWN_LANGUAGE,
  segments: [],
  lowConfidence: false,
};

/** Converts a finished job to a transcription; clamps its times to the recording. */
export function parseTranscript(remote: RemoteTranscript, durationMs: number): Transcription {
  const words = inOrder(labelledWords(remote), durationMs);
  return {
    speakersBy: remote.utterances?.length ? 'service' : null,
    language: languageTag(remote.language_code),
    segments: segmentsOfWords(words),
    lowConfidence: isLowConfidence(words),
  };
}

/** All words in time order, with speakers by first appearance. An interjection splits the other speaker's utterance. */
function labelledWords({ utterances, words }: RemoteTranscript): SpokenWord[] {
  const spoken = utterances?.length
    ? utterances.flatMap((utterance) => utterance.words.map((word) => spokenWord(word, utterance.speaker)))
    : (words ?? []).map((word) => spokenWord(word, ''));
  const heard = spoken.filter(({ text }) => text !== '').sort((a, b) => a.startMs - b.startMs);
  const order = [...new Set(heard.map(({ speaker }) => speaker))];
  return heard.map((word) => ({ ...word, speaker: `Speaker ${order.indexOf(word.speaker) + 1}` }));
}

function spokenWord({ text, start, end, confidence }: RemoteWord, speaker: string): SpokenWord {
  return {
    text: text.trim().replace(/\s+/g, ' '),
    startMs: Math.max(0, Math.round(start)),
    endMs: Math.round(end),
    confidence: Math.min(1, Math.max(0, confidence)),
    speaker,
    timing: 'measured',
  };
}

function isLowConfidence(words: readonly Word[]): boolean {
  const confidence = words.reduce((sum, word) => sum + (word.confidence ?? 1), 0) / words.length;
  return words.length >= MIN_DOUBTED_WORDS && confidence < DOUBTFUL_BELOW;
}

/** Converts 'en_us' to 'en-US'. The service's 'en_uk' is British English, whose region is GB. */
function languageTag(code: string | null | undefined): string {
  try {
    const [tag] = Intl.getCanonicalLocales((code ?? '').replaceAll('_', '-').replace(/-uk$/i, '-GB'));
    return tag ?? UNKNOWN_LANGUAGE;
  } catch {
    return UNKNOWN_LANGUAGE;
  }
}
