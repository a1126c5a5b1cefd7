import type { Word } from '#contract/segments.ts';
import { nextSpeakerLabel } from './speakers.ts';
import { spacedTokensOf } from './tokens.ts';

/** Who speaks from one time to another, as a number from 0. */
export interface SpokenTurn {
  startMs: number;
  endMs: number;
  speaker: number;
}

/** A passage whose speakers are found anew. */
export interface HeardPassage {
  id: number;
  speaker: string;
  text: string;
  words: readonly Pick<Word, 'startMs' | 'endMs'>[];
  /** Whether somebody has said who speaks here: then that stays. */
  isSettled: boolean;
}

/** What one speaker says of a passage: so many of its words, and their text. */
export interface PassagePart {
  speaker: string;
  words: number;
  text: string;
}

/** How the speakers of a text change. */
export interface SpeakersAgain {
  /** The passages that change, each with its parts in order: one if only its speaker changes. */
  changes: { id: number; parts: PassagePart[] }[];
  /** How many speakers the text has before and afterwards. */
  before: number;
  after: number;
}

/** The turns of these words, in time order, by the number of each word's speaker. */
export function turnsOfWords(
  words: readonly Pick<Word, 'startMs' | 'endMs'>[],
  speakers: readonly number[],
): SpokenTurn[] {
  const turns: SpokenTurn[] = [];
  words.forEach(({ startMs, endMs }, index) => {
    const speaker = speakers[index] ?? 0;
    const last = turns.at(-1);
    if (last?.speaker === speaker) last.endMs = Math.max(last.endMs, endMs);
    else turns.push({ startMs, endMs, speaker });
  });
  return turns;
}

/**
 * Gives passages, in order, the speakers of these turns, in time order. A voice gets the label of the speaker with whom it shares most
 * time, so that names stay with their voices; one that is left over gets a new label, none of `taken`. A passage in which several voices
 * speak is divided between words, or goes as a whole to the one who speaks longest if its words are not those of its text.
 */
export function speakersAgain(
  passages: readonly HeardPassage[],
  turns: readonly SpokenTurn[],
  taken: readonly string[],
): SpeakersAgain {
  const heard = passages.map((passage) => ({
    passage,
    voices: passage.words.map((word) => voiceAt(turns, (word.startMs + word.endMs) / 2)),
  }));
  const labels = labelsOf(heard, taken);
  const after = new Set<string>();
  const changes: SpeakersAgain['changes'] = [];
  for (const each of heard) {
    const { passage } = each;
    const parts = passage.isSettled || passage.words.length === 0 ? [] : partsOf(each, labels);
    for (const { speaker } of parts) after.add(speaker);
    if (parts.length === 0) after.add(passage.speaker);
    const isSame = parts.every(({ speaker }) => speaker === passage.speaker);
    if (!isSame) changes.push({ id: passage.id, parts });
  }
  return { changes, before: new Set(passages.map(({ speaker }) => speaker)).size, after: after.size };
}

interface Heard {
  passage: HeardPassage;
  /** The number of the voice of each word. */
  voices: readonly number[];
}

/** Who speaks at a time: the speaker of the turn that is nearest. */
function voiceAt(turns: readonly SpokenTurn[], ms: number): number {
  let [low, high] = [0, turns.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((turns[middle]?.startMs ?? 0) <= ms) low = middle + 1;
    else high = middle;
  }
  const [before, next] = [turns[low - 1], turns[low]];
  if (!before) return next?.speaker ?? 0;
  return next && next.startMs - ms < ms - before.endMs ? next.speaker : before.speaker;
}

/** The label of each voice: the pairs that share most time first, one label for each voice. */
function labelsOf(heard: readonly Heard[], taken: readonly string[]): Map<number, string> {
  const shared = new Map<number, Map<string, number>>();
  for (const { passage, voices } of heard) {
    passage.words.forEach((word, index) => {
      const voice = voices[index] ?? 0;
      const times = shared.get(voice) ?? new Map<string, number>();
      shared.set(voice, times);
      times.set(passage.speaker, (times.get(passage.speaker) ?? 0) + word.endMs - word.startMs);
    });
  }
  const pairs = [...shared].flatMap(([voice, times]) =>
    [...times].map(([label, ms]) => ({ voice, label, ms })),
  );
  const labels = new Map<number, string>();
  const used = new Set<string>();
  for (const { voice, label } of pairs.toSorted((a, b) => b.ms - a.ms)) {
    if (labels.has(voice) || used.has(label)) continue;
    labels.set(voice, label);
    used.add(label);
  }
  const all = new Set([...taken, ...heard.map(({ passage }) => passage.speaker)]);
  for (const voice of shared.keys()) {
    if (labels.has(voice)) continue;
    const label = nextSpeakerLabel([...all]);
    labels.set(voice, label);
    all.add(label);
  }
  return labels;
}

function partsOf({ passage, voices }: Heard, labels: ReadonlyMap<number, string>): PassagePart[] {
  const runs: { speaker: string; words: number }[] = [];
  for (const voice of voices) {
    const speaker = labels.get(voice) ?? passage.speaker;
    const last = runs.at(-1);
    if (last?.speaker === speaker) last.words += 1;
    else runs.push({ speaker, words: 1 });
  }
  const { text, words } = passage;
  const whole = (speaker: string) => [{ speaker, words: words.length, text }];
  if (runs.length < 2) return whole(runs[0]?.speaker ?? passage.speaker);
  const tokens = spacedTokensOf(text);
  if (tokens.length !== words.length) return whole(longestSpeaker(passage, runs));
  let at = 0;
  return runs.map((run) => {
    const from = at;
    at += run.words;
    return { ...run, text: tokens.slice(from, at).join('').trimEnd() };
  });
}

function longestSpeaker(
  { speaker, words }: HeardPassage,
  runs: readonly { speaker: string; words: number }[],
): string {
  const times = new Map<string, number>();
  let at = 0;
  for (const run of runs) {
    for (const word of words.slice(at, at + run.words))
      times.set(run.speaker, (times.get(run.speaker) ?? 0) + word.endMs - word.startMs);
    at += run.words;
  }
  return [...times].toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? speaker;
}
