import { LRUCache } from 'lru-cache';

/** A bounded cache; concurrent requests for the same key share one result. */
export interface Memory<Value> {
  /**
   * Returns the cached value, else the result of `make`. The signal of `make` is aborted when everyone waiting for it has left; a
   * caller that leaves is rejected at once with its own signal's reason. Failures are not cached.
   */
  get(key: string, signal: AbortSignal, make: (signal: AbortSignal) => Promise<Value>): Promise<Value>;
}

/**
 * `ttl` in milliseconds, and a bound: `max` entries, or a `maxSize` measured by `sizeCalculation`. The least recently used entry
 * is evicted first.
 */
type MemoryOptions<Value extends {}> = LRUCache.Options<string, Value, unknown>;

/** A value being made, and how many are waiting for it. */
interface Flight<Value> {
  value: Promise<Value>;
  wanted: number;
  abandoned: AbortController;
}

export function createMemory<Value extends {}>(options: MemoryOptions<Value>): Memory<Value> {
  const known = new LRUCache<string, Value>(withSizes(options));
  const flights = new Map<string, Flight<Value>>();
  const begin = (key: string, make: (signal: AbortSignal) => Promise<Value>) => {
    const abandoned = new AbortController();
    const value = make(abandoned.signal);
    const flight: Flight<Value> = { value, wanted: 0, abandoned };
    flights.set(key, flight);
    const end = () => {
      if (flights.get(key) === flight) flights.delete(key);
    };
    value.then((made) => {
      end();
      known.set(key, made);
    }, end);
    return flight;
  };
  const leave = (key: string, flight: Flight<Value>, reason: unknown) => {
    flight.wanted -= 1;
    if (flight.wanted > 0) return;
    // Later requests compute it again.
    if (flights.get(key) === flight) flights.delete(key);
    flight.abandoned.abort(reason);
  };
  return {
    get: async (key, signal, make) => {
      signal.throwIfAborted();
      const before = known.get(key);
      if (before !== undefined) return before;
      const flight = flights.get(key) ?? begin(key, make);
      flight.wanted += 1;
      return new Promise<Value>((resolve, reject) => {
        const go = () => {
          leave(key, flight, signal.reason);
          reject(signal.reason);
        };
        signal.addEventListener('abort', go, { once: true });
        flight.value.then(resolve, reject).finally(() => signal.removeEventListener('abort', go));
      });
    },
  };
}

/** LRUCache refuses entries of size 0, such as an empty transcript: they count as 1. */
function withSizes<Value extends {}>(options: MemoryOptions<Value>): MemoryOptions<Value> {
  const { sizeCalculation } = options;
  if (!sizeCalculation) return options;
  return { ...options, sizeCalculation: (value, key) => Math.max(1, sizeCalculation(value, key)) };
}

/** A separate cache for each application in this process: two of them, on different databases, share nothing. */
export function memoryPer<Value extends {}>(options: MemoryOptions<Value>): (owner: object) => Memory<Value> {
  const memories = new WeakMap<object, Memory<Value>>();
  return (owner) => {
    const memory = memories.get(owner) ?? createMemory<Value>(options);
    memories.set(owner, memory);
    return memory;
  };
}
