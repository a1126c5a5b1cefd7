import type { Segment, Word } from '#contract/segments.ts';
import { shareByLength } from './retime.ts';
import { spacedTokensOf, WRITTEN_WITHOUT_SPACES } from './tokens.ts';

/** One caption, with its text in parts that may have times of their own. */
export interface Caption {
  startMs: number;
  endMs: number;
  /** `offsetMs` counts from the caption's start; null if the part's time was not measured. */
  parts: readonly { text: string; offsetMs: number | null }[];
}

interface Token {
  /** A word with the spaces after it. */
  spaced: string;
  /** Whether the speaker changes here. */
  beginsTurn: boolean;
}
type TimedToken = Token & Word & { isMeasured: boolean };

const MAX_SEGMENT_MS = 15_000;
/** Shorter sentences are joined with the next one. */
const MIN_SENTENCE_MS = 4000;
/** The silence that ends a segment, and the shorter silence that ends a segment that is already long. */
const PAUSE_MS = 1500;
const SHORT_PAUSE_MS = 400;
const LONG_MS = 8000;
/** The longest duration given to a word, however long the silence after it. */
const MAX_WORD_MS = 1500;
/** From this many words on, a repetition in the next caption is a rolled-up line and not a coincidence. */
const ROLLED_WORDS = 3;
const SENTENCE_END = /[.!?…。！？][\p{Pe}\p{Pf}"']*$/u;
const INVISIBLE = /[\u200b-\u200d\u2060\ufeff]/g;

/** Turns captions (in any order) into segments of one speaker: whole sentences where they can be recognized, at most about 15 seconds each, every word once. */
export function captionSegments(captions: readonly Caption[]): Segment[] {
  const segments: Segment[] = [];
  let current: TimedToken[] = [];
  for (const token of inOrder(timedTokens(captions))) {
    if (endsBefore(token, current)) {
      segments.push(segmentOf(current));
      current = [];
    }
    current.push(token);
  }
  if (current.length > 0) segments.push(segmentOf(current));
  return segments;
}

function timedTokens(captions: readonly Caption[]): TimedToken[] {
  const inTime = captions.toSorted((a, b) => a.startMs - b.startMs);
  let shown: { untilMs: number; tokens: readonly Token[] } = { untilMs: 0, tokens: [] };
  let next = 0;
  return inTime.flatMap((caption) => {
    // Captions that start at the same moment are shown together; a later one replaces them.
    while ((inTime[next]?.startMs ?? Infinity) <= caption.startMs) next += 1;
    const endMs = Math.min(Math.max(caption.startMs, caption.endMs), inTime[next]?.startMs ?? Infinity);
    if (isMeasured(caption)) return measuredTokens(caption, endMs);

    const tokens = tokensIn(caption.parts.map(({ text }) => text).join(''));
    const fresh = caption.startMs < shown.untilMs ? tokens.slice(rolledOver(shown.tokens, tokens)) : tokens;
    if (tokens.length > 0) shown = { untilMs: caption.endMs, tokens };
    return withTimes(fresh, { startMs: caption.startMs, endMs }, false);
  });
}

function isMeasured({ parts }: Caption): boolean {
  return parts.some(({ offsetMs }) => offsetMs !== null && offsetMs > 0);
}

function measuredTokens({ startMs, parts }: Caption, endMs: number): TimedToken[] {
  const starts = parts.map(({ offsetMs }) => startMs + (offsetMs ?? 0));
  return parts.flatMap(({ text }, index) => {
    const from = starts[index] ?? startMs;
    const span = { startMs: from, endMs: Math.max(from, starts[index + 1] ?? endMs) };
    return withTimes(tokensIn(text), span, true);
  });
}

/** The words of a caption. '>>' is not a word; it marks a speaker change. */
function tokensIn(text: string): Token[] {
  const tokens: Token[] = [];
  let beginsTurn = false;
  for (const marked of spacedTokensOf(text.replace(INVISIBLE, '').replace(/\s+/g, ' '))) {
    const spaced = marked.replace(/^>>+/, '');
    beginsTurn ||= spaced !== marked;
    if (spaced.trim() === '') continue;
    tokens.push({ spaced, beginsTurn });
    beginsTurn = false;
  }
  return tokens;
}

function withTimes(
  tokens: readonly Token[],
  span: { startMs: number; endMs: number },
  isMeasured: boolean,
): TimedToken[] {
  const words = shareByLength(tokens.map(wordOf), span);
  return tokens.flatMap((token, index) => {
    const word = words[index];
    return word ? [{ ...token, ...word, isMeasured }] : [];
  });
}

function wordOf({ spaced }: Token): string {
  return spaced.trimEnd();
}

/** How many words at the beginning repeat the end of the previous caption: roll-up captions send each line again with the next one. */
function rolledOver(before: readonly Token[], own: readonly Token[]): number {
  const plain = (token: Token) => wordOf(token).toLowerCase();
  const count = overlapOf(before.map(plain), own.map(plain));
  return count < ROLLED_WORDS && count < before.length ? 0 : count;
}

/**
 * How many words at the beginning of a list are the end of another one, at most, in linear time: the automaton of Knuth, Morris and Pratt
 * (1977) for the list reads the other one.
 */
function overlapOf(before: readonly string[], own: readonly string[]): number {
  // For each number of words at the beginning, how many of them, but not all, are its beginning and its end.
  const shorter = [0, 0];
  const grown = (count: number, word: string | undefined) => {
    let held = count;
    while (held > 0 && own[held] !== word) held = shorter[held] ?? 0;
    return own[held] === word ? held + 1 : 0;
  };
  for (let length = 1; length < own.length; length += 1)
    shorter.push(grown(shorter[length] ?? 0, own[length]));
  return own.length === 0 ? 0 : before.reduce((count, word) => grown(count, word), 0);
}

/** Moves starts and ends of words, so that no word starts before the previous one and none overlaps the next. */
function inOrder(tokens: readonly TimedToken[]): TimedToken[] {
  let atMs = 0;
  return tokens.map((token, index) => {
    const startMs = Math.max(atMs, token.startMs);
    atMs = startMs;
    const next = Math.max(startMs, tokens[index + 1]?.startMs ?? Infinity);
    const endMs = Math.max(startMs, Math.min(token.endMs, next, startMs + MAX_WORD_MS));
    return { ...token, startMs, endMs };
  });
}

function endsBefore(token: TimedToken, current: readonly TimedToken[]): boolean {
  const first = current[0];
  const last = current.at(-1);
  if (!first || !last) return false;
  const lengthMs = last.endMs - first.startMs;
  const pauseMs = token.startMs - last.endMs;
  return (
    token.beginsTurn ||
    pauseMs > PAUSE_MS ||
    token.endMs - first.startMs > MAX_SEGMENT_MS ||
    (lengthMs >= MIN_SENTENCE_MS && SENTENCE_END.test(last.text)) ||
    (lengthMs >= LONG_MS && pauseMs > SHORT_PAUSE_MS)
  );
}

function segmentOf(tokens: readonly TimedToken[]): Segment {
  const pieces = tokens.map(({ spaced }, index) =>
    needsSpace(tokens[index - 1]?.spaced ?? '', spaced) ? ` ${spaced}` : spaced,
  );
  return {
    speaker: 'Speaker 1',
    startMs: tokens[0]?.startMs ?? 0,
    endMs: tokens.at(-1)?.endMs ?? 0,
    text: pieces.join('').trimEnd(),
    words: tokens.map(({ text, startMs, endMs }) => ({ text, startMs, endMs, confidence: null })),
    timing: tokens.every(({ isMeasured }) => isMeasured) ? 'measured' : 'estimated',
  };
}

/** Whether a space belongs between two captions; not if both are in a script without spaces. */
function needsSpace(before: string, next: string): boolean {
  if (before === '' || before.trimEnd() !== before) return false;
  return !(WRITTEN_WITHOUT_SPACES.test(before.slice(-2)) && WRITTEN_WITHOUT_SPACES.test(next));
}
