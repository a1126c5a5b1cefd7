/** A piece of a line as it is drawn, from `left` to `right` in points; its own characters are in the order in which they are read. */
export interface DrawnPart {
  text: string;
  left: number;
  right: number;
  /** Whether its characters are read from right to left. */
  isRightToLeft: boolean;
}

const SCRIPTS =
  '[\\p{Script=Hebrew}\\p{Script=Arabic}\\p{Script=Syriac}\\p{Script=Thaana}\\p{Script=Nko}\\p{Script=Adlam}]';
/** Letters that are read from right to left, and the punctuation that is part of Hebrew words. */
const RTL = new RegExp(`[[\\p{L}&&${SCRIPTS}]\\u05be\\u05f3\\u05f4]`, 'v');
const LTR = new RegExp(`[\\p{L}--${SCRIPTS}]`, 'v');
const ARABIC = /[\p{L}&&\p{Script=Arabic}]/v;
const NUMBER = '\\p{Nd}+(?:[.,:\\/\\u066b\\u066c]\\p{Nd}+)*';
/** Characters with their marks, and numbers. */
const ARABIC_UNITS = new RegExp(`${NUMBER}|.\\p{M}*`, 'gsu');
/** Other than in Arabic, signs and hyphens belong to the numbers beside them (Unicode Bidirectional Algorithm, W4 to W6). */
const SIGNS = '[%$€£¥₪#°]{0,3}';
const UNITS = new RegExp(`${SIGNS}${NUMBER}(?:[+\\-−]${NUMBER})*${SIGNS}|.\\p{M}*`, 'gsu');
const MIRRORED = new Map(
  ['()', '[]', '{}', '<>', '«»', '‹›', '≤≥'].flatMap(([one = '', other = '']) => [
    [one, other],
    [other, one],
  ]),
);
const NOT_ASCII = /[^\0-\x7f]/;
const ASCII_LETTERS = /[a-z]/gi;
const LONE_MARKS = /^\s*\p{M}+$/u;
/** The forms of Arabic letters at the beginning, in the middle and at the end of a word, and their ligatures. */
const PRESENTATION_FORMS = /[\ufb50-\ufdff\ufe70-\ufefc]/g;

/** Whether more letters of the texts are read from right to left than from left to right. */
export function isMostlyRightToLeft(texts: readonly string[]): boolean {
  let more = 0;
  for (const text of texts) {
    if (!NOT_ASCII.test(text)) more -= text.match(ASCII_LETTERS)?.length ?? 0;
    else for (const character of text) more += RTL.test(character) ? 1 : LTR.test(character) ? -1 : 0;
  }
  return more > 0;
}

/**
 * The text of a line in the order in which it is read, with plain letters. `isRightToLeft`: whether the lines around it are read from right
 * to left. This undoes what the Unicode Bidirectional Algorithm did when the line was drawn, as far as that can be known.
 */
export function readLine(parts: readonly DrawnPart[], isRightToLeft: boolean): string {
  const all = parts.map(({ text }) => text).join('');
  const hasLtr = LTR.test(all);
  if (!RTL.test(all) && (hasLtr || !isRightToLeft)) return all;
  const units = ARABIC.test(all) ? ARABIC_UNITS : UNITS;
  const drawn = placedParts(parts)
    .map((part) => (part.isRightToLeft ? reversed(part.text, units) : runsReversed(part.text, units)))
    .join('');
  const isBase = isRightToLeft || !hasLtr;
  const read = isBase ? reversed(drawn, units, MIRRORED) : runsReversed(drawn, units, MIRRORED);
  return read.replace(PRESENTATION_FORMS, (form) => form.normalize('NFKC'));
}

/** The parts from left to right, whatever the order in which they are drawn; marks with the letter that they stand at, and a space in each gap. */
function placedParts(parts: readonly DrawnPart[]): DrawnPart[] {
  const placed = withMarks(parts)
    .map((part, index) => ({ part, index }))
    .toSorted((a, b) => a.part.left - b.part.left);
  return placed.flatMap(({ part, index }, at) => {
    const before = placed[at - 1];
    // Between parts that are drawn one after the other, there is a space already if there is a gap.
    const isApart = before && before.index + 1 !== index && part.left - before.part.right > SMALLEST_GAP;
    return isApart ? [{ ...part, text: ' ', isRightToLeft: false }, part] : [part];
  });
}

/** The parts, each with the marks that stand at it. */
function withMarks(parts: readonly DrawnPart[]): DrawnPart[] {
  const placed: DrawnPart[] = [];
  let marks: DrawnPart[] = [];
  let before: DrawnPart | undefined;
  for (const drawn of parts) {
    if (LONE_MARKS.test(drawn.text)) {
      marks.push(drawn);
      continue;
    }
    const part = { ...drawn };
    placed.push(part);
    if (part.text.trim() === '') continue;
    for (const mark of marks) letterOf(mark, before, part).text += mark.text.trim();
    marks = [];
    before = part;
  }
  for (const mark of marks) if (before) before.text += mark.text.trim();
  return placed;
}

/** The smallest distance between two words, in points. */
const SMALLEST_GAP = 1.5;
/** How far a mark may stand outside of its letter, in points. */
const MARK_SLACK = 3;

/** Of the letters drawn before and after a mark, the one that it stands at: in a line drawn from left to right, marks precede their letters. */
function letterOf({ left }: DrawnPart, before: DrawnPart | undefined, after: DrawnPart): DrawnPart {
  if (!before) return after;
  const distanceTo = (part: DrawnPart) => Math.max(part.left - left, left - part.right, 0);
  const [likely, other] = after.left < before.left ? [before, after] : [after, before];
  return distanceTo(likely) <= distanceTo(other) + MARK_SLACK ? likely : other;
}

const NOT_MIRRORED: ReadonlyMap<string, string> = new Map();

/** A text that is read from right to left with its units in the reverse order, except within numbers and words that are read from left to right. */
function reversed(text: string, pattern: RegExp, mirrored = NOT_MIRRORED): string {
  const units = text.match(pattern) ?? [];
  const runs: string[] = [];
  for (let at = 0; at < units.length; ) {
    const unit = units[at] ?? '';
    const end = LTR.test(unit) ? endOfWords(units, at) : at + 1;
    runs.push(end > at + 1 ? units.slice(at, end).join('') : (mirrored.get(unit) ?? unit));
    at = end;
  }
  return runs.reverse().join('');
}

/** The end of words that are read from left to right, with the number that follows them and the brackets that they opened. */
function endOfWords(units: readonly string[], start: number): number {
  let end = endOfRun(units, start, { of: LTR, before: RTL });
  const next = /^[ -]$/.test(units[end] ?? '') ? end + 1 : end;
  if (/\p{Nd}/u.test(units[next] ?? '')) end = next + 1;
  let open = 0;
  for (let at = start; at < end; at += 1) {
    if (/[([{]/.test(units[at] ?? '')) open += 1;
    else if (/[)\]}]/.test(units[at] ?? '')) open -= 1;
  }
  while (open > 0 && /[)\]}]/.test(units[end] ?? '')) {
    open -= 1;
    end += 1;
  }
  return end;
}

/** A text that is read from left to right, with its runs from right to left in the reverse order. */
function runsReversed(text: string, pattern: RegExp, mirrored = NOT_MIRRORED): string {
  if (!RTL.test(text)) return text;
  const units = text.match(pattern) ?? [];
  const runs: string[] = [];
  for (let at = 0; at < units.length; ) {
    const unit = units[at] ?? '';
    const end = RTL.test(unit) ? endOfRun(units, at, { of: RTL, before: LTR }) : at + 1;
    runs.push(end > at + 1 ? reversed(units.slice(at, end).join(''), pattern, mirrored) : unit);
    at = end;
  }
  return runs.join('');
}

/** The end of a run from one letter to the last one of the same kind before one of the other kind. */
function endOfRun(
  units: readonly string[],
  start: number,
  { of, before }: { of: RegExp; before: RegExp },
): number {
  let end = start + 1;
  for (let at = end; at < units.length && !before.test(units[at] ?? ''); at += 1) {
    if (of.test(units[at] ?? '')) end = at + 1;
  }
  return end;
}
