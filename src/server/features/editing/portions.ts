import { setImmediate } from 'node:timers/promises';

/** Characters of JSON or text to process without yielding to the event loop: some milliseconds. */
const PORTION_LENGTH = 250_000;

/** Maps each item in order, and yields to the event loop after about every portion of text. */
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

/** The JSON of a long list, built in portions. */
export async function jsonInPortions(items: readonly unknown[]): Promise<string> {
  const parts = await inPortions(
    items,
    (_, json: string) => json.length,
    (item) => JSON.stringify(item),
  );
  return `[${parts.join(',')}]`;
}
