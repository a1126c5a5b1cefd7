/** What people write for an apostrophe: single quotation marks, primes, accents of their own, and letters that look like one. */
const APOSTROPHES = '\u2018\u2019\u201b\u2032\u2035\u00b4\u02b9\u02bb\u02bc\u02bd\u05f3';

/**
 * What readers take for one, or type for a letter that their keyboard lacks: a plain form, and the characters that stand for it. An upper
 * case letter that becomes two is one at the beginning of a word.
 */
const ALIKE: readonly (readonly [plain: string, characters: string])[] = [
  ["'", `${APOSTROPHES}\u201a\u2039\u203a`],
  ['"', '\u201c\u201d\u201e\u201f\u2033\u2036\u00ab\u00bb\u301d\u301e\u301f\u05f4'],
  // Hyphens, dashes and the minus sign.
  ['-', '\u2010\u2011\u2012\u2013\u2014\u2015\u2043\u2212\u2e3a\u2e3b\ufe58\ufe63\u058a\u05be'],
  ['~', '\u301c'],
  ['..', '\u2025'],
  ['...', '\u2026'],
  [
    ' ',
    '\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000',
  ],
  // Soft hyphens, and what has no width: joiners, breaks, directions.
  [
    '',
    '\u00ad\u061c\u180e\u200b\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\u2061\u2062\u2063\u2064\u2066\u2067\u2068\u2069\u206a\u206b\u206c\u206d\u206e\u206f\ufeff',
  ],
  ['ss', 'ß'],
  ['ae', 'æ'],
  ['oe', 'œ'],
  ['th', 'þ'],
  ['ij', 'ĳ'],
  ['dz', 'ǆǳ'],
  ['lj', 'ǉ'],
  ['nj', 'ǌ'],
  ['b', 'ɓ'],
  ['d', 'đðɗ'],
  ['h', 'ħ'],
  ['i', 'ı'],
  ['k', 'ƙ'],
  ['l', 'ł'],
  ['n', 'ŋ'],
  ['o', 'ø'],
  ['s', 'ſ'],
  ['t', 'ŧ'],
  ['y', 'ƴ'],
  ['ff', '\ufb00'],
  ['fi', '\ufb01'],
  ['fl', '\ufb02'],
  ['ffi', '\ufb03'],
  ['ffl', '\ufb04'],
  ['st', '\ufb05\ufb06'],
  ['SS', 'ẞ'],
  ['Ae', 'Æ'],
  ['Oe', 'Œ'],
  ['Th', 'Þ'],
  ['IJ', 'Ĳ'],
  ['Dz', 'ǅǲ'],
  ['DZ', 'ǄǱ'],
  ['Lj', 'ǈ'],
  ['LJ', 'Ǉ'],
  ['Nj', 'ǋ'],
  ['NJ', 'Ǌ'],
  ['B', 'Ɓ'],
  ['D', 'ĐÐƊ'],
  ['H', 'Ħ'],
  ['K', 'Ƙ'],
  ['L', 'Ł'],
  ['N', 'Ŋ'],
  ['O', 'Ø'],
  ['T', 'Ŧ'],
  ['Y', 'Ƴ'],
];

/** Full-width and half-width forms of characters that most keyboards have; the Hangul ones among them nobody types. */
const WIDTHS = { first: 0xff01, last: 0xff9f };

const PLAIN = new Map<string, string>();
for (const [plain, characters] of ALIKE) for (const character of characters) PLAIN.set(character, plain);
for (let code = WIDTHS.first; code <= WIDTHS.last; code += 1) {
  const character = String.fromCharCode(code);
  PLAIN.set(character, character.normalize('NFKC'));
}

const classOf = (characters: Iterable<string>) => `[${[...characters].join('')}]`;
const ALL = new RegExp(classOf(PLAIN.keys()), 'gu');
const ANY = new RegExp(classOf(PLAIN.keys()), 'u');

/** Classes for regular expressions: apostrophes, and what is nothing to a reader. */
export const APOSTROPHE = classOf(`'\uff07${APOSTROPHES}`);
export const NOTHING = classOf([...PLAIN.keys()].filter((each) => PLAIN.get(each) === ''));

/** Whether `plainForm` changes a text. */
export function hasAlike(text: string): boolean {
  return ANY.test(text);
}

/** Replaces quotation marks, dashes, spaces, widths, ligatures and letters that keyboards lack by what people type. Case and accents stay. */
export function plainForm(text: string): string {
  return text.replace(ALL, plainCharacter);
}

/** The plain form of one character; empty for what is nothing to a reader. */
export function plainCharacter(character: string): string {
  return PLAIN.get(character) ?? character;
}
