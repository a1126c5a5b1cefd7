import { alignLists } from './alignment.ts';
import { spacedTokensOf, WRITTEN_WITHOUT_SPACES } from './tokens.ts';
import { diffWords } from './word-diff.ts';

export interface MergedTexts {
  text: string;
  /** Whether both sides changed other places; else `text` holds, at each place that both changed, the words of both. */
  isClean: boolean;
}

/** A word, and whether the next one stands right behind it; null: it was the last of its text. */
interface Token {
  word: string;
  isGlued: boolean | null;
}

/** Words of the base from `start` to before `end` that became others; where both are the same, others were put in there. */
interface Hunk {
  start: number;
  end: number;
  words: Token[];
}

/**
 * What comes of one text that two people changed at once: a three-way merge by words, each text one line as `oneLine` gives it. Changes of
 * different places stand beside each other; what both did alike stands once. Words put in at the same place by both, or words that both
 * changed differently, are no clean merge: then the words of both are kept, theirs first.
 */
export function mergeTexts(base: string, mine: string, theirs: string): MergedTexts {
  const [old, my, their] = [tokensOf(base), tokensOf(mine), tokensOf(theirs)];
  const myPairs = alignWords(old, my);
  const theirPairs = alignWords(old, their);
  const merged: Token[] = [];
  let isClean = true;
  let at = 0;
  for (const place of placesOf(hunksOf(old, my, myPairs), hunksOf(old, their, theirPairs))) {
    merged.push(...keptTokens(old, at, place.start, [my, myPairs], [their, theirPairs]));
    at = place.end;
    const [one, other] = [place.mine, place.theirs].map((hunks) => sideOf(old, place, hunks));
    if (!one || !other || place.mine.length === 0) merged.push(...(other ?? []));
    else if (place.theirs.length === 0 || isSame(one, other)) merged.push(...one);
    else {
      isClean = false;
      merged.push(...bothOf(other, one));
    }
  }
  merged.push(...keptTokens(old, at, old.length, [my, myPairs], [their, theirPairs]));
  return { text: textOf(merged), isClean };
}

/** The words of both texts, where it is not known what they were made of: what is in one only stands where it stands there. */
export function unionOfTexts(mine: string, theirs: string): string {
  return textOf(bothOf(tokensOf(theirs), tokensOf(mine)));
}

/** Where a place in a text is when it has become another text: behind the same letters, or where they were taken out. */
export function movedOffset(before: string, after: string, offset: number): number {
  let from = 0;
  let to = 0;
  for (const { kind, text } of diffWords(before, after)) {
    if (kind === 'added') {
      // What is put in at the place itself stands behind it.
      if (from >= offset) return to;
      to += text.length;
      continue;
    }
    if (kind === 'removed') {
      if (from + text.length >= offset) return to;
      from += text.length;
      continue;
    }
    if (from + text.length >= offset) return to + Math.max(0, offset - from);
    from += text.length;
    to += text.length;
  }
  return Math.min(to, after.length);
}

type Pairs = ReadonlyMap<number, number>;

function tokensOf(text: string): Token[] {
  const tokens = spacedTokensOf(text);
  return tokens.map((token, index) => ({
    word: token.trimEnd(),
    isGlued: index === tokens.length - 1 ? null : token.trimEnd() === token,
  }));
}

const wordOf = ({ word }: Token) => word;

function alignWords(old: readonly Token[], now: readonly Token[]): Pairs {
  return new Map(
    alignLists(old.map(wordOf), now.map(wordOf)).map(({ before, after }) => [before, after] as const),
  );
}

function hunksOf(old: readonly Token[], now: readonly Token[], pairs: Pairs): Hunk[] {
  const hunks: Hunk[] = [];
  let i = 0;
  let j = 0;
  for (const [before, after] of [...pairs, [old.length, now.length] as const]) {
    if (before > i || after > j) hunks.push({ start: i, end: before, words: now.slice(j, after) });
    i = before + 1;
    j = after + 1;
  }
  return hunks;
}

interface Place {
  start: number;
  end: number;
  mine: Hunk[];
  theirs: Hunk[];
}

/** Stretches of the base that somebody changed, in order, with who did; hunks that overlap are of one place. */
function placesOf(mine: readonly Hunk[], theirs: readonly Hunk[]): Place[] {
  const places: Place[] = [];
  const hunks = [
    ...mine.map((hunk) => ({ hunk, side: 'mine' as const })),
    ...theirs.map((hunk) => ({ hunk, side: 'theirs' as const })),
  ].sort((a, b) => a.hunk.start - b.hunk.start || a.hunk.end - b.hunk.end);
  for (const { hunk, side } of hunks) {
    let place = places.at(-1);
    if (!place || !isOverlap(place, hunk)) {
      place = { start: hunk.start, end: hunk.end, mine: [], theirs: [] };
      places.push(place);
    }
    place.end = Math.max(place.end, hunk.end);
    place[side].push(hunk);
  }
  return places;
}

function isOverlap(place: Place, { start, end }: Hunk): boolean {
  const isSamePoint = place.start === place.end && start === end && place.start === start;
  return isSamePoint || (start < place.end && place.start < end);
}

/** What one side made of a place. */
function sideOf(old: readonly Token[], { start, end }: Place, hunks: readonly Hunk[]): Token[] {
  const words: Token[] = [];
  let at = start;
  for (const hunk of hunks) {
    words.push(...old.slice(at, hunk.start), ...hunk.words);
    at = hunk.end;
  }
  return [...words, ...old.slice(at, end)];
}

/** Words that nobody changed; a space that somebody put in or took out is so. */
function keptTokens(
  old: readonly Token[],
  start: number,
  end: number,
  ...sides: readonly (readonly [readonly Token[], Pairs])[]
): Token[] {
  return old.slice(start, end).map(({ word, isGlued }, index) => {
    const told = sides.map(([tokens, pairs]) => tokens[pairs.get(start + index) ?? -1]?.isGlued ?? null);
    const changed = told.find((each) => each !== null && each !== isGlued);
    return { word, isGlued: changed ?? told.find((each) => each !== null) ?? isGlued };
  });
}

function isSame(one: readonly Token[], other: readonly Token[]): boolean {
  return one.length === other.length && one.every(({ word }, index) => word === other[index]?.word);
}

function bothOf(first: readonly Token[], second: readonly Token[]): Token[] {
  const both: Token[] = [];
  let i = 0;
  let j = 0;
  for (const [before, after] of [...alignWords(first, second), [first.length, second.length] as const]) {
    both.push(...first.slice(i, before), ...second.slice(j, after), ...first.slice(before, before + 1));
    i = before + 1;
    j = after + 1;
  }
  return both;
}

function textOf(tokens: readonly Token[]): string {
  return tokens
    .map(({ word, isGlued }, index) => {
      const next = tokens[index + 1];
      if (!next) return word;
      return (isGlued ?? (endsUnspaced(word) && beginsUnspaced(next.word))) ? word : `${word} `;
    })
    .join('');
}

const endsUnspaced = (word: string) => WRITTEN_WITHOUT_SPACES.test(word.at(-1) ?? '');
const beginsUnspaced = (word: string) => WRITTEN_WITHOUT_SPACES.test(word.at(0) ?? '');
