import { z } from 'zod';

/** A piece and the logarithm of its probability, which the package has lost where the piece has a colon. */
const Pieces = z.array(z.tuple([z.string(), z.number().nullable()]));

/** Cuts texts into the tokens of the sentence encoder. */
export interface Tokenizer {
  /** The numbers of the pieces; one 0 for any characters in a row that no piece has. Takes time in proportion to the text. */
  tokens(text: string): number[];
  /** The piece of a token. */
  piece(token: number): string;
}

/** The pieces before this one are marks, which no text contains. */
const FIRST_PIECE = 6;
/** Stands for a space, and before the first word. */
const SPACE = '\u2581';
const UNKNOWN = 0;

/** Reads `sentence-pieces.json`. Throws if it has another form. */
export function readTokenizer(json: string): Tokenizer {
  const list = Pieces.parse(JSON.parse(json));
  // Of pieces that are there several times, the last counts, as in the original.
  const pieces = new Map(
    list
      .slice(FIRST_PIECE)
      .map(([piece, score], index) => [piece, { token: index + FIRST_PIECE, score: score ?? 0 }]),
  );
  const longest = list.reduce((most, [piece]) => Math.max(most, [...piece].length), 1);
  return {
    piece: (token) => list[token]?.[0] ?? '',
    tokens: (text) => tokensOf(characters(text), pieces, longest),
  };
}

type PieceTable = ReadonlyMap<string, { token: number; score: number }>;

function characters(text: string): string[] {
  const normal = text.normalize('NFKC');
  return normal === '' ? [] : [...(SPACE + normal.replaceAll(' ', SPACE))];
}

/**
 * The way through the text with the greatest sum of scores; of equal ones, that whose last piece begins later. A best sum of exactly 0 counts as
 * none yet: the original does so, and it decides over texts that begin with a colon.
 */
function tokensOf(text: readonly string[], pieces: PieceTable, longest: number): number[] {
  const best = new Float64Array(text.length + 1);
  const last = Array.from({ length: text.length + 1 }, () => ({ token: UNKNOWN, from: 0 }));
  const reach = (to: number, score: number, step: { token: number; from: number }) => {
    if (best[to] !== 0 && score < (best[to] ?? 0)) return;
    best[to] = score;
    last[to] = step;
  };
  for (let from = 0; from < text.length; from++) {
    const sum = best[from] ?? 0;
    let isKnown = false;
    let piece = '';
    for (let to = from + 1; to <= Math.min(text.length, from + longest); to++) {
      piece += text[to - 1];
      const found = pieces.get(piece);
      if (!found) continue;
      isKnown = true;
      reach(to, sum + found.score, { token: found.token, from });
    }
    if (!isKnown) reach(from + 1, sum, { token: UNKNOWN, from });
  }
  return wayBack(last);
}

function wayBack(last: readonly { token: number; from: number }[]): number[] {
  const tokens: number[] = [];
  for (let at = last.length - 1; at > 0; ) {
    const { token, from } = last[at] ?? { token: UNKNOWN, from: 0 };
    if (token !== UNKNOWN || tokens.at(-1) !== UNKNOWN) tokens.push(token);
    at = from;
  }
  return tokens.reverse();
}
