import { MAX_SEGMENT_LENGTH, MAX_SPEAKER_NAME_LENGTH, MAX_SPEAKER_NAMES } from '#contract/limits.ts';
import type { Segment, Word } from '#contract/segments.ts';
import { cleanText } from '../exports/clean-text.ts';
import { retimeWords, shareByLength } from '../retime.ts';
import { segmentsOfWords } from '../segmentation.ts';
import { nextSpeakerLabel } from '../speakers.ts';
import { tokensOf } from '../tokens.ts';
import { inOrder } from '../word-order.ts';
import { giveTimes, type TimedUtterance } from './give-times.ts';
import type { Utterance } from './utterance.ts';

/** The text of a file as a transcript has it. */
export interface ImportedText {
  segments: Segment[];
  speakerNames: Record<string, string>;
  /** Whether the file says when things are said; else the times are estimated from the length of the text. */
  hasTimes: boolean;
  /** What was changed or may be wrong, in sentences. */
  notes: string[];
}

/** What is longer than this, or has more characters, is divided at sentences and pauses. Subtitles and the segments of engines are shorter. */
const LONG_MS = 20_000;
const LONG_LENGTH = 400;

/**
 * Makes segments within the limits of a transcript: in order, without overlaps, each with words that have times. What was exported here
 * (`isOurs`) stays as it was divided.
 */
export function makeSegments(
  utterances: readonly Utterance[],
  { isOurs = false }: { isOurs?: boolean } = {},
): ImportedText {
  const spoken = utterances
    .map((utterance) => ({ ...utterance, text: cleanText(utterance.text) }))
    .filter(({ text }) => text !== '');
  const { labels, speakerNames, notes } = labelSpeakers(spoken);
  const labelled = spoken.map((utterance, index) => ({
    ...utterance,
    speaker: labels[index] ?? 'Speaker 1',
  }));
  const { timed, hasTimes, notes: changes } = giveTimes(labelled, isOurs);
  const segments = timed.flatMap((utterance) => segmentsOf(utterance, isOurs));
  return { segments: segments.flatMap(withinLength), speakerNames, hasTimes, notes: [...notes, ...changes] };
}

/** Labels as engines give them, in order of appearance, and the names that belong to them. */
function labelSpeakers(spoken: readonly Utterance[]): {
  labels: string[];
  speakerNames: Record<string, string>;
  notes: string[];
} {
  /** Labels by what tells speakers apart: the label that a file of ours has, else the name. */
  const known = new Map<string, string>();
  const names = new Map<string, string>();
  const keyOf = ({ label, speaker }: Utterance) => label ?? (speaker === null ? '' : cleanText(speaker));
  for (const each of spoken) if (isLabel(keyOf(each))) known.set(keyOf(each), keyOf(each));
  let isTooMany = false;
  let last: string | null = null;
  const labels = spoken.map((each) => {
    const key = keyOf(each);
    const own = key === '' ? last : (known.get(key) ?? newLabel(key));
    if (own !== null && each.speaker !== null && !names.has(own)) names.set(own, cleanText(each.speaker));
    last = own ?? 'Speaker 1';
    return last;
  });

  function newLabel(key: string): string {
    isTooMany ||= known.size >= MAX_SPEAKER_NAMES;
    if (isTooMany) return last ?? 'Speaker 1';
    const label = nextSpeakerLabel([...new Set(known.values())]);
    known.set(key, label);
    return label;
  }

  const speakerNames: Record<string, string> = {};
  for (const [label, name] of names) {
    if (name !== label && name !== '' && !isMachineLabel(name))
      speakerNames[label] = [...name].slice(0, MAX_SPEAKER_NAME_LENGTH).join('').trim();
  }
  const notes = isTooMany
    ? [`More than ${MAX_SPEAKER_NAMES} speakers are named; the others were added to those before them.`]
    : [];
  return { labels, speakerNames, notes };
}

function isLabel(speaker: string): boolean {
  return /^Speaker [1-9]\d{0,3}$/.test(speaker);
}

/** 'A', '0', 'SPEAKER_00', 'Channel 1': a label that a program gave, which is nobody's name. */
function isMachineLabel(name: string): boolean {
  return /^(?:[A-Z]|\d{1,3}|(?:speaker|spk|channel)[ _-]?[A-Z\d ]{1,6})$/i.test(name);
}

function segmentsOf({ startMs, endMs, speaker, text, words }: TimedUtterance, isOurs: boolean): Segment[] {
  const timing = words?.length ? ('measured' as const) : ('estimated' as const);
  const span = { startMs, endMs };
  const known = words?.length
    ? retimeIfNeeded(wordsWithin(words, span), text, span)
    : shareByLength(tokensOf(text), span);
  const whole = { speaker, startMs, endMs, text, words: known, timing };
  if (isOurs || (endMs - startMs <= LONG_MS && text.length <= LONG_LENGTH)) return [whole];
  return segmentsOfWords(
    inOrder(
      known.map((word) => ({ ...word, speaker, timing })),
      endMs,
    ),
  );
}

/** A file can give words any times: they stay within their part, and in order. */
function wordsWithin(words: readonly Word[], { startMs, endMs }: { startMs: number; endMs: number }): Word[] {
  let fromMs = startMs;
  return words.map((word) => {
    fromMs = Math.min(Math.max(word.startMs, fromMs), endMs);
    return { ...word, startMs: fromMs, endMs: Math.min(Math.max(word.endMs, fromMs), endMs) };
  });
}

function retimeIfNeeded(words: readonly Word[], text: string, span: { startMs: number; endMs: number }) {
  const isSame = bare(words.map((word) => word.text).join('')) === bare(text);
  return isSame ? [...words] : retimeWords(words, text, span);
}

function bare(text: string): string {
  return text.replace(/\s+/g, '');
}

/** A single word of a hundred pages is cut: no segment may be longer than one can edit. */
function withinLength(segment: Segment): Segment[] {
  const { text, startMs, endMs } = segment;
  if (text.length <= MAX_SEGMENT_LENGTH) return [segment];
  const count = Math.ceil(text.length / MAX_SEGMENT_LENGTH);
  return Array.from({ length: count }, (_, index) => {
    const part = text.slice(index * MAX_SEGMENT_LENGTH, (index + 1) * MAX_SEGMENT_LENGTH).toWellFormed();
    const at = (share: number) => Math.round(startMs + ((endMs - startMs) * share) / count);
    const span = { startMs: at(index), endMs: at(index + 1) };
    return { ...segment, ...span, text: part.trim(), words: shareByLength(tokensOf(part), span) };
  });
}
