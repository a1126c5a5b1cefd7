export interface CacheOptions<Value> {
  /** How long an entry is good for. */
  ttlMs: number;
  /** The sum of weights that is kept; what was not asked for the longest goes first. */
  maxWeight: number;
  /** 1 for each entry unless given. */
  weigh?: (value: Value) => number;
}

export interface ExpiringCache<Value> {
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
}

/** Keeps values in memory for a while, within a bound. */
export function createExpiringCache<Value>({
  ttlMs,
  maxWeight,
  weigh = () => 1,
}: CacheOptions<Value>): ExpiringCache<Value> {
  // A Map remembers the order in which keys were set: the first one is the one that was used the longest ago.
  const entries = new Map<string, { value: Value; weight: number; expires: number }>();
  let total = 0;
  const drop = (key: string) => {
    total -= entries.get(key)?.weight ?? 0;
    entries.delete(key);
  };
  return {
    get: (key) => {
      const entry = entries.get(key);
      if (!entry) return undefined;
      drop(key);
      if (entry.expires <= performance.now()) return undefined;
      entries.set(key, entry);
      total += entry.weight;
      return entry.value;
    },
    set: (key, value) => {
      drop(key);
      const weight = weigh(value);
      if (weight > maxWeight) return;
      entries.set(key, { value, weight, expires: performance.now() + ttlMs });
      total += weight;
      for (const oldest of entries.keys()) {
        if (total <= maxWeight) break;
        drop(oldest);
      }
    },
  };
}
