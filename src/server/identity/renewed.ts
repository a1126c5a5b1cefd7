/**
 * Caches the result of `load` for some time. Concurrent callers share one call. A failure is not cached: the next call tries
 * again, and falls back to the old value if there is one.
 */
export function createRenewed<Value>(ttlMs: number, load: () => Promise<Value>): () => Promise<Value> {
  let known: { value: Value; until: number } | undefined;
  let running: Promise<Value> | undefined;
  const renew = async () => {
    try {
      const value = await load();
      known = { value, until: performance.now() + ttlMs };
      return value;
    } catch (error) {
      if (known) return known.value;
      throw error;
    } finally {
      running = undefined;
    }
  };
  return () => {
    if (known && known.until > performance.now()) return Promise.resolve(known.value);
    running ??= renew();
    return running;
  };
}
