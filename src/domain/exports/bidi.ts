// The Unicode bidirectional algorithm (https://www.unicode.org/reports/tr9/) without explicit formatting signs, which cleanText takes out.

export type Direction = 'ltr' | 'rtl';

/** Left, right, Arabic letter; European number, its separator and terminator, common separator; Arabic number; mark; neutral. */
type BidiClass = 'L' | 'R' | 'AL' | 'EN' | 'ES' | 'ET' | 'CS' | 'AN' | 'NSM' | 'ON';

const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}\u200f]/u;

const CLASSES: readonly (readonly [RegExp, BidiClass])[] = [
  [/[\u0660-\u0669\u066b\u066c\u06dd\u0600-\u0605]/u, 'AN'],
  [/[0-9\u06f0-\u06f9\uff10-\uff19²³¹\u2070-\u2089]/u, 'EN'],
  [/[+\-−]/u, 'ES'],
  [/[#$%¢£¤¥°±‰\u20a0-\u20cf\u066a]/u, 'ET'],
  [/[,./:\u00a0\u202f\u060c]/u, 'CS'],
  [/\p{Mn}|\p{Me}|\u200c|\u200d/u, 'NSM'],
  [/[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/u, 'AL'],
  [/\u200f/u, 'R'],
];

/** The direction of a paragraph: that of its first letter; left to right without one. */
export function directionOf(text: string): Direction {
  if (!RIGHT_TO_LEFT.test(text)) return 'ltr';
  for (const character of text) {
    const kind = classOf(character);
    if (kind === 'L') return 'ltr';
    if (kind === 'R' || kind === 'AL') return 'rtl';
  }
  return 'ltr';
}

/** The embedding level of each UTF-16 unit of a paragraph: even levels read left to right, odd ones right to left. */
export function bidiLevels(text: string, direction: Direction): Uint8Array {
  const levels = new Uint8Array(text.length).fill(direction === 'rtl' ? 1 : 0);
  if (direction === 'ltr' && !RIGHT_TO_LEFT.test(text)) return levels;
  const characters = [...text];
  const base = direction === 'rtl' ? 'R' : 'L';
  const classes = resolveWeak(
    characters.map((character) => classOf(character)),
    base,
  );
  resolveBrackets(characters, classes, base);
  resolveNeutrals(classes, base);
  let unit = 0;
  for (const [index, character] of characters.entries()) {
    const level = levelOf(classes[index] ?? 'ON', direction);
    for (let part = 0; part < character.length; part += 1) levels[unit + part] = level;
    unit += character.length;
  }
  return levels;
}

/** Puts the runs of one line, given in reading order, into the order in which they stand from left to right (rule L2). */
export function visualOrder<Run extends { level: number }>(runs: readonly Run[]): Run[] {
  const ordered = [...runs];
  const highest = Math.max(0, ...runs.map(({ level }) => level));
  for (let level = highest; level >= 1; level -= 1) {
    let start = 0;
    while (start < ordered.length) {
      let end = start;
      while (end < ordered.length && (ordered[end]?.level ?? 0) >= level) end += 1;
      if (end > start) ordered.splice(start, end - start, ...ordered.slice(start, end).reverse());
      start = end + 1;
    }
  }
  return ordered;
}

/** What is drawn in place of a bracket that is read from right to left (rule L4). */
export function mirrored(text: string): string {
  return text.replace(/[()[\]{}<>«»‹›]/g, (sign) => MIRRORS.get(sign) ?? sign);
}

const PAIRS = ['()', '[]', '{}', '<>', '«»', '‹›'] as const;
const MIRRORS = new Map(PAIRS.flatMap(([a = '', b = '']) => [[a, b] as const, [b, a] as const]));
const CLOSERS = new Map(PAIRS.slice(0, 3).map(([open = '', close = '']) => [close, open] as const));

function classOf(character: string): BidiClass {
  if (/^[A-Za-z]$/.test(character)) return 'L';
  if (character === ' ') return 'ON';
  for (const [pattern, kind] of CLASSES) if (pattern.test(character)) return kind;
  if (/[\p{L}\p{Nd}\p{Nl}\p{Mc}]/u.test(character)) return RIGHT_TO_LEFT.test(character) ? 'R' : 'L';
  return 'ON';
}

function levelOf(kind: BidiClass, direction: Direction): number {
  if (direction === 'rtl') return kind === 'R' ? 1 : 2;
  return kind === 'R' ? 1 : kind === 'L' ? 0 : 2;
}

/** Rules W1 to W7. */
function resolveWeak(given: readonly BidiClass[], base: 'L' | 'R'): BidiClass[] {
  const classes = [...given];
  let strong: BidiClass = base;
  for (const [index, kind] of classes.entries()) {
    if (kind === 'NSM') classes[index] = classes[index - 1] ?? base;
    const now = classes[index] ?? kind;
    if (now === 'EN' && strong === 'AL') classes[index] = 'AN';
    if (now === 'L' || now === 'R' || now === 'AL') strong = now;
  }
  for (const [index, kind] of classes.entries()) if (kind === 'AL') classes[index] = 'R';
  for (const [index, kind] of classes.entries()) {
    const [before, after] = [classes[index - 1], classes[index + 1]];
    if (before !== after) continue;
    if (before === 'EN' && (kind === 'ES' || kind === 'CS')) classes[index] = 'EN';
    if (before === 'AN' && kind === 'CS') classes[index] = 'AN';
  }
  joinTerminators(classes);
  strong = base;
  for (const [index, kind] of classes.entries()) {
    if (kind === 'ES' || kind === 'ET' || kind === 'CS') classes[index] = 'ON';
    if (kind === 'L' || kind === 'R') strong = kind;
    if (kind === 'EN' && strong === 'L') classes[index] = 'L';
  }
  return classes;
}

/** Rule W5: what stands at a number, such as a percent sign, belongs to it. */
function joinTerminators(classes: BidiClass[]): void {
  let start = 0;
  while (start < classes.length) {
    let end = start;
    while (classes[end] === 'ET') end += 1;
    if (end > start && (classes[start - 1] === 'EN' || classes[end] === 'EN')) classes.fill('EN', start, end);
    start = end + 1;
  }
}

/** Rule N0: a pair of brackets follows what stands between them. */
function resolveBrackets(characters: readonly string[], classes: BidiClass[], base: 'L' | 'R'): void {
  const open: { index: number; sign: string }[] = [];
  for (const [index, character] of characters.entries()) {
    if (classes[index] !== 'ON') continue;
    if (character === '(' || character === '[' || character === '{') open.push({ index, sign: character });
    const opener = CLOSERS.get(character);
    const at = opener === undefined ? -1 : open.findLastIndex(({ sign }) => sign === opener);
    const pair = open[at];
    if (!pair) continue;
    open.length = at;
    const kind = bracketClass(classes, { start: pair.index, end: index }, base);
    if (kind) {
      classes[pair.index] = kind;
      classes[index] = kind;
    }
  }
}

function bracketClass(
  classes: readonly BidiClass[],
  { start, end }: { start: number; end: number },
  base: 'L' | 'R',
): 'L' | 'R' | null {
  const inside = new Set(classes.slice(start + 1, end).map(strongOf));
  if (inside.has(base)) return base;
  const other = base === 'L' ? 'R' : 'L';
  if (!inside.has(other)) return null;
  const before =
    classes
      .slice(0, start)
      .map(strongOf)
      .findLast((kind) => kind !== null) ?? base;
  return before === other ? other : base;
}

/** Rules N1 and N2: neutral signs follow what they stand between, else the paragraph. */
function resolveNeutrals(classes: BidiClass[], base: 'L' | 'R'): void {
  let start = 0;
  while (start < classes.length) {
    let end = start;
    while (classes[end] === 'ON') end += 1;
    if (end > start) {
      const before = strongOf(classes[start - 1] ?? base) ?? base;
      const after = strongOf(classes[end] ?? base) ?? base;
      classes.fill(before === after ? before : base, start, end);
    }
    start = end + 1;
  }
}

/** Numbers count as right to left where neutrals look for their neighbours. */
function strongOf(kind: BidiClass): 'L' | 'R' | null {
  if (kind === 'L') return 'L';
  return kind === 'R' || kind === 'EN' || kind === 'AN' || kind === 'AL' ? 'R' : null;
}
