import { findMatches } from './normalize-text.ts';
import { piecesOfUnspaced } from './tokens.ts';

const AROUND = 90;

/** The part of a long text around the first match of the query, cut between words and marked with '…'; a short text is returned whole. */
export function excerptAround(text: string, query: string): string {
  if (text.length <= 2 * AROUND) return text;
  const hit = findMatches(text, query)[0] ?? { start: 0, end: 0 };
  const from = hit.start <= AROUND ? 0 : nextBreak(text, hit.start - AROUND, hit.start);
  const to = hit.end + AROUND >= text.length ? text.length : lastBreak(text, hit.end + AROUND, hit.end);
  return `${from > 0 ? '…' : ''}${text.slice(from, to).trim()}${to < text.length ? '…' : ''}`;
}

function nextBreak(text: string, at: number, limit: number): number {
  const space = text.indexOf(' ', at);
  if (space >= 0 && space < limit) return space;
  // The first piece may be the end of a word.
  const from = wholeCharacter(text, at);
  return from + (piecesOfUnspaced(text.slice(from, limit))[1]?.index ?? 0);
}

function lastBreak(text: string, at: number, limit: number): number {
  const space = text.lastIndexOf(' ', at);
  if (space > limit) return space;
  // The last piece may be the beginning of a word.
  const rest = piecesOfUnspaced(text.slice(limit, wholeCharacter(text, at)));
  return rest.length > 1 ? limit + (rest.at(-1)?.index ?? 0) : wholeCharacter(text, at);
}

/** Moves an offset out of the middle of a surrogate pair. */
function wholeCharacter(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff ? at - 1 : at;
}
