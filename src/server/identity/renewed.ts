/**
 * Keeps what `load` gives for some time and then loads it anew. Askers of one moment share a call. A failure is not kept: the next one
 * tries again, and goes on with the old value where there is one.
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
