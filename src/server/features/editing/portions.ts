import { setImmediate } from 'node:timers/promises';

/** Characters of JSON, or of text, that are worked on without letting others in: some milliseconds. */
const PORTION_LENGTH = 250_000;

/** Does something for each item in turn; after about every portion of text others get their turn. */
export async function inPortions<Item, Result>(
  items: readonly Item[],
  sizeOf: (item: Item, result: Result) => number,
  work: (item: Item) => Result,
): Promise<Result[]> {
  const results: Result[] = [];
  let since = 0;
  for (const item of items) {
    const result = work(item);
    results.push(result);
    since += sizeOf(item, result);
    if (since < PORTION_LENGTH) continue;
    since = 0;
    await setImmediate();
  }
  return results;
}

/** The JSON of a long list, made in portions. */
export async function jsonInPortions(items: readonly unknown[]): Promise<string> {
  const parts = await inPortions(
    items,
    (_, json: string) => json.length,
    (item) => JSON.stringify(item),
  );
  return `[${parts.join(',')}]`;
}
