import { alignLists } from './alignment.ts';
import { spacedTokensOf, WRITTEN_WITHOUT_SPACES } from './tokens.ts';
import { diffWords } from './word-diff.ts';

export interface MergedTexts {
  text: string;
  /** Whether no place was changed differently by both sides. If not, `text` has the words of both at each such place. */
  isClean: boolean;
}

/** A word, and whether the next one follows it without a space; null for the last word of a text. */
interface Token {
  word: string;
  isGlued: boolean | null;
}

/** The words of the base from `start` to `end` (exclusive) were replaced by `words`; if both are equal, `words` were inserted there. */
interface Hunk {
  start: number;
  end: number;
  words: Token[];
}

/**
 * Merges the changes that two people made to one text at the same time: a three-way merge by words, each text on one line as `oneLine`
 * gives it. Changes at different places are all applied, and a change that both made is applied once. If both inserted words at the same
 * place or changed the same words differently, the merge is not clean: the words of both are kept, theirs first.
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

/** Merges two texts whose common base is not known: the result has the words of both, each in its place, common words once. */
export function unionOfTexts(mine: string, theirs: string): string {
  return textOf(bothOf(tokensOf(theirs), tokensOf(mine)));
}

/** Where an offset (UTF-16) of one text is in the text that it became: after the same letters, or where they were removed. */
export function movedOffset(before: string, after: string, offset: number): number {
  let from = 0;
  let to = 0;
  for (const { kind, text } of diffWords(before, after)) {
    if (kind === 'added') {
      // Text inserted at the offset itself goes after it.
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

/** The ranges of the base that were changed, in order, with the hunks of each side; overlapping hunks form one place. */
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

/** One side's version of a place. */
function sideOf(old: readonly Token[], { start, end }: Place, hunks: readonly Hunk[]): Token[] {
  const words: Token[] = [];
  let at = start;
  for (const hunk of hunks) {
    words.push(...old.slice(at, hunk.start), ...hunk.words);
    at = hunk.end;
  }
  return [...words, ...old.slice(at, end)];
}

/** Words that nobody changed, with the spaces that either side inserted or removed between them. */
function keptTokens(
  old: readonly Token[],
  start: number,
  end: number,
  ...sides: readonly (readonly [readonly Token[], Pairs])[]
): Token[] {
  return old.slice(start, end).map(({ word, isGlued }, index) => {
    const found = sides.map(([tokens, pairs]) => tokens[pairs.get(start + index) ?? -1]?.isGlued ?? null);
    const changed = found.find((each) => each !== null && each !== isGlued);
    return { word, isGlued: changed ?? found.find((each) => each !== null) ?? isGlued };
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
