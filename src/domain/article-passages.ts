import type { TextRange } from './converted-text.ts';
import { normalizeText } from './normalize-text.ts';
import { splitSentences } from './sentences.ts';

/** A part of an article's text that questions are matched against: its range, and its text as `normalizeText` gives it. */
export interface ArticlePassage extends TextRange {
  normalized: string;
}

/** Long enough to be understood on its own. */
const ENOUGH_CHARACTERS = 400;
/** Short enough that many passages fit into the token budget of one question. */
const MAX_CHARACTERS = 1000;
/** A longer run of letters is split: no language has such words. */
const LONGEST_WORD = 200;

/**
 * Splits an article's text (paragraphs separated by blank lines) into passages of whole sentences, 400 to 1,000 characters long where
 * the text allows it. Together they cover everything but white space, they never overlap, and no word is cut. A heading stays with
 * the text that follows it.
 */
export function divideArticle(content: string): ArticlePassage[] {
  const passages: TextRange[] = [];
  let open: TextRange | undefined;
  const close = () => {
    if (open) passages.push(open);
    open = undefined;
  };
  for (const paragraph of paragraphsOf(content)) {
    if (open && open.end - open.start >= ENOUGH_CHARACTERS) close();
    for (const piece of piecesOf(content, paragraph)) {
      if (open && piece.end - open.start > MAX_CHARACTERS) close();
      open = { start: open?.start ?? piece.start, end: piece.end };
    }
  }
  close();
  return joinShortEnd(passages).map(({ start, end }) => ({
    start,
    end,
    normalized: normalizeText(content.slice(start, end)),
  }));
}

function* paragraphsOf(content: string): Generator<TextRange> {
  let start = 0;
  while (start < content.length) {
    const blank = content.indexOf('\n\n', start);
    const end = blank < 0 ? content.length : blank;
    if (end > start) yield { start, end };
    start = end + 2;
  }
}

/** The sentences of a paragraph, with sentences that are too long split into parts. */
function* piecesOf(content: string, paragraph: TextRange): Generator<TextRange> {
  for (const { start, end } of splitSentences(content.slice(paragraph.start, paragraph.end))) {
    yield* partsOf(content, { start: paragraph.start + start, end: paragraph.start + end });
  }
}

function* partsOf(content: string, { start, end }: TextRange): Generator<TextRange> {
  let from = start;
  while (end - from > MAX_CHARACTERS) {
    const cut = breakBefore(content, from, from + MAX_CHARACTERS);
    yield { start: from, end: trimEnd(content, from, cut) };
    from = skipSpace(content, cut, end);
  }
  if (end > from) yield { start: from, end };
}

/** The last break between two words at or before `limit`; in text without spaces, a break between two characters. */
function breakBefore(content: string, from: number, limit: number): number {
  for (let at = limit; at > limit - LONGEST_WORD; at -= 1) if (/\s/.test(content.charAt(at))) return at;
  let cut = limit;
  // A letter stays with its combining marks, and surrogate pairs stay together.
  while (cut > from + ENOUGH_CHARACTERS && isInsideCharacter(content, cut)) cut -= 1;
  return isInsideSurrogates(content, cut) ? cut - 1 : cut;
}

function isInsideCharacter(content: string, at: number): boolean {
  if (isInsideSurrogates(content, at)) return true;
  return (
    /^(?:\p{M}|\p{Join_Control})/u.test(content.slice(at, at + 2)) || content.charAt(at - 1) === '\u200d'
  );
}

function isInsideSurrogates(content: string, at: number): boolean {
  return /^[\udc00-\udfff]$/.test(content.charAt(at)) && /^[\ud800-\udbff]$/.test(content.charAt(at - 1));
}

function trimEnd(content: string, from: number, at: number): number {
  let end = at;
  while (end > from && /\s/.test(content.charAt(end - 1))) end -= 1;
  return end;
}

function skipSpace(content: string, from: number, end: number): number {
  let start = from;
  while (start < end && /\s/.test(content.charAt(start))) start += 1;
  return start;
}

/** Joins a short last passage to the one before it: a few words mean little on their own. */
function joinShortEnd(passages: TextRange[]): TextRange[] {
  const [before, last] = passages.slice(-2);
  if (!before || !last || last.end - last.start >= ENOUGH_CHARACTERS) return passages;
  if (last.end - before.start > MAX_CHARACTERS) return passages;
  return [...passages.slice(0, -2), { start: before.start, end: last.end }];
}
