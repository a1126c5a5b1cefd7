/** Makes calls in so many lanes for some time; answers how many, and how many a second. */
export async function repeat(
  lanes: number,
  forMs: number,
  call: () => Promise<unknown>,
): Promise<{ total: number; calls: number }> {
  const started = performance.now();
  let total = 0;
  const lane = async () => {
    while (performance.now() - started < forMs) {
      await call();
      total += 1;
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return { total, calls: total / ((performance.now() - started) / 1000) };
}
