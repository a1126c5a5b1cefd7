const AT_ONCE = 4;

/** Does the same with each of several, a few at once; the answer is those for which `act` answered false, in their order. */
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
