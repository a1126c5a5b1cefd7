import { LRUCache } from 'lru-cache';

/** Remembers what was made, within a bound; whoever asks for the same at the same time gets the same. */
export interface Memory<Value> {
  /**
   * What is known by this key, else what `make` gives. Its signal is aborted when all who wait for it have gone; whoever goes gets the reason
   * of his own signal at once. What failed is made again the next time.
   */
  get(key: string, signal: AbortSignal, make: (signal: AbortSignal) => Promise<Value>): Promise<Value>;
}

/** `ttl` in milliseconds, and a bound: `max` entries, or `maxSize` of what `sizeCalculation` gives. What was not asked for the longest goes first. */
type MemoryOptions<Value extends {}> = LRUCache.Options<string, Value, unknown>;

/** Something that is being made, for so many. */
interface Flight<Value> {
  value: Promise<Value>;
  wanted: number;
  abandoned: AbortController;
}

export function createMemory<Value extends {}>(options: MemoryOptions<Value>): Memory<Value> {
  const known = new LRUCache<string, Value>(options);
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
    // Whoever asks from now on has it made anew.
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

/** A memory for each application of this process: two of them, on different databases, have nothing in common. */
export function memoryPer<Value extends {}>(options: MemoryOptions<Value>): (owner: object) => Memory<Value> {
  const memories = new WeakMap<object, Memory<Value>>();
  return (owner) => {
    const memory = memories.get(owner) ?? createMemory<Value>(options);
    memories.set(owner, memory);
    return memory;
  };
}
