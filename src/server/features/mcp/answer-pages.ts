/** Characters of JSON that what a tool answers may take: it is sent twice, as data and as text, together some ten thousand tokens. */
export const ANSWER_BUDGET = 18_000;

/** A part of a long list or text, and where the next part begins; null at the end. */
export interface AnswerPage<Content> {
  content: Content;
  next: number | null;
}

/** The characters that a value takes in JSON. */
export function jsonLength(value: unknown): number {
  return JSON.stringify(value).length;
}

/** The items from an index on that together take no more than the budget, in characters of JSON, but at least one. */
export function pageOfItems<Item>(
  items: readonly Item[],
  { from, budget }: { from: number; budget: number },
): AnswerPage<Item[]> {
  const content: Item[] = [];
  let left = budget;
  for (const item of items.slice(from)) {
    left -= jsonLength(item);
    if (left < 0 && content.length > 0) break;
    content.push(item);
  }
  const next = from + content.length;
  return { content, next: next < items.length ? next : null };
}

/** The part of a text from a character on that takes at most so many characters in JSON, cut between lines or words where possible. */
export function pageOfText(
  text: string,
  { from, budget }: { from: number; budget: number },
): AnswerPage<string> {
  let length = Math.min(budget, text.length - from);
  // Line breaks, quotation marks and control characters take two to six characters each.
  for (let taken = jsonLength(text.slice(from, from + length)); taken > budget && length > 1; ) {
    length = Math.max(1, Math.floor((length * budget) / taken));
    taken = jsonLength(text.slice(from, from + length));
  }
  if (from + length >= text.length) return { content: text.slice(from), next: null };
  const end = cutBefore(text, from, from + length);
  return { content: text.slice(from, end), next: end };
}

/** A text cut to so many characters of JSON, and whether it was. */
export function cutToBudget(text: string, budget: number): { text: string; isCut: boolean } {
  const { content, next } = pageOfText(text, { from: 0, budget: Math.max(1, budget) });
  return next === null ? { text, isCut: false } : { text: `${content.trim()}…`, isCut: true };
}

/** The last line break or space of the second half, or else the end, moved out of a surrogate pair. */
function cutBefore(text: string, from: number, end: number): number {
  const middle = (from + end) / 2;
  const place = ['\n', ' '].map((mark) => text.lastIndexOf(mark, end)).find((at) => at > middle);
  if (place !== undefined) return place;
  const code = text.charCodeAt(end);
  return code >= 0xdc00 && code <= 0xdfff && end - from > 1 ? end - 1 : end;
}
