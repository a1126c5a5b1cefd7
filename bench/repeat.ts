/** Makes calls in several parallel lanes for some time; returns how many, and how many per second. */
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
