/** The places for listening, of which each keeps a core busy. A person has one: who comes again takes it over. */
export interface Places {
  /**
   * Takes a place; null where there is none, which is remembered: who asked first gets the next one, when he asks again soon. `onTakenOver` is
   * called when the same person takes the place from another window.
   */
  enter(userId: number, onTakenOver: () => void): Place | null;
}

export interface Place {
  /** Twice is no harm. */
  leave(): void;
}

/** Longer than the longest pause between two tries of a client. */
const REMEMBERED_MS = 45_000;

export function createPlaces(most: number, now: () => number = () => performance.now()): Places {
  const taken = new Map<number, { onTakenOver: () => void }>();
  // In the order in which they asked for the first time.
  const wanting = new Map<number, number>();
  const forget = () => {
    for (const [userId, askedAt] of wanting) if (now() - askedAt > REMEMBERED_MS) wanting.delete(userId);
  };
  const placesAhead = (userId: number) => {
    const order = [...wanting.keys()];
    const at = order.indexOf(userId);
    return at < 0 ? order.length : at;
  };
  return {
    enter: (userId, onTakenOver) => {
      forget();
      const before = taken.get(userId);
      if (!before && most - taken.size <= placesAhead(userId)) {
        wanting.set(userId, now());
        return null;
      }
      wanting.delete(userId);
      const own = { onTakenOver };
      taken.set(userId, own);
      before?.onTakenOver();
      return {
        leave: () => {
          if (taken.get(userId) === own) taken.delete(userId);
        },
      };
    },
  };
}
