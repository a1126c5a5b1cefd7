/** The word errors of a text, compared with its reference. */
export interface WordErrors {
  /** Insertions, deletions and substitutions: the smallest number that turns one text into the other. */
  errors: number;
  /** Words of the reference. */
  words: number;
}

// Both texts are normalized before counting, so that spelling does not count as a recognition error.
const NUMBERS = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ');
const CONTRACTIONS: readonly (readonly [RegExp, string])[] = [
  [/\bwon't\b/g, 'will not'],
  [/\bcan't\b/g, 'can not'],
  [/n't\b/g, ' not'],
  [/'re\b/g, ' are'],
  [/'ve\b/g, ' have'],
  [/'ll\b/g, ' will'],
  [/'m\b/g, ' am'],
  [/\b(it|that|there|what|he|she|who|let)'s\b/g, '$1 is'],
  [/\bokay\b/g, 'ok'],
  [/\bcannot\b/g, 'can not'],
];

/**
 * The words that count: lower case, no punctuation, contractions spoken out, numbers to twelve as words, 'okay' as 'ok', hesitations
 * (um, uh, er) left out.
 */
export function normalizeWords(text: string): string[] {
  let plain = text.toLowerCase().replaceAll('\u2019', "'");
  for (const [pattern, replacement] of CONTRACTIONS) plain = plain.replace(pattern, replacement);
  return plain
    .replace(/[^\p{L}\p{N}' ]+/gu, ' ')
    .split(/\s+/)
    .map((word) => word.replace(/^'+|'+$/g, ''))
    .map((word) => (/^\d+$/.test(word) ? (NUMBERS[Number(word)] ?? word) : word))
    .filter((word) => word !== '' && !/^(?:u[hm]+|er+m?|hm+|mm+)$/.test(word));
}

/** Word errors by Levenshtein distance over normalized words. */
export function countWordErrors(reference: string, hypothesis: string): WordErrors {
  const wanted = normalizeWords(reference);
  return { errors: editDistance(wanted, normalizeWords(hypothesis)), words: wanted.length };
}

/** Errors as a share of the reference's words, over several texts. */
export function wordErrorRate(counts: readonly WordErrors[]): number {
  const words = counts.reduce((sum, count) => sum + count.words, 0);
  return counts.reduce((sum, count) => sum + count.errors, 0) / Math.max(1, words);
}

/** Pairs (reference index, heard index) of words that are the same on a shortest way from one text to the other. */
export function matchWords(wanted: readonly string[], hypothesis: readonly string[]): [number, number][] {
  const table = distanceTable(wanted, hypothesis);
  const at = (row: number, column: number) => table[row]?.[column] ?? 0;
  const pairs: [number, number][] = [];
  let row = wanted.length;
  let column = hypothesis.length;
  while (row > 0 && column > 0) {
    if (wanted[row - 1] === hypothesis[column - 1] && at(row, column) === at(row - 1, column - 1)) {
      pairs.push([--row, --column]);
    } else if (at(row, column) === at(row - 1, column - 1) + 1) {
      row--;
      column--;
    } else if (at(row, column) === at(row - 1, column) + 1) row--;
    else column--;
  }
  return pairs.reverse();
}

function editDistance(wanted: readonly string[], hypothesis: readonly string[]): number {
  return distanceTable(wanted, hypothesis)[wanted.length]?.[hypothesis.length] ?? 0;
}

function distanceTable(wanted: readonly string[], hypothesis: readonly string[]): Uint32Array[] {
  const table = Array.from({ length: wanted.length + 1 }, () => new Uint32Array(hypothesis.length + 1));
  const first = table[0] ?? new Uint32Array();
  for (let column = 0; column <= hypothesis.length; column++) first[column] = column;
  for (let row = 1; row <= wanted.length; row++) {
    const above = table[row - 1] ?? new Uint32Array();
    const line = table[row] ?? new Uint32Array();
    line[0] = row;
    for (let column = 1; column <= hypothesis.length; column++) {
      const exchange = (above[column - 1] ?? 0) + (wanted[row - 1] === hypothesis[column - 1] ? 0 : 1);
      line[column] = Math.min(exchange, (above[column] ?? 0) + 1, (line[column - 1] ?? 0) + 1);
    }
  }
  return table;
}
