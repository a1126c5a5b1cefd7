const AT_ONCE = 4;

/** Runs `act` on each item, a few at a time, and returns the items for which it resolved to false, in their order. */
export async function failedOf<Item>(
  items: readonly Item[],
  act: (item: Item) => Promise<boolean>,
): Promise<Item[]> {
  const failed = new Set<Item>();
  const waiting = [...items];
  const work = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
      if (!(await act(item))) failed.add(item);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return items.filter((item) => failed.has(item));
}
