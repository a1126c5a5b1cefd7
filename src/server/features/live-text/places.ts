/** The places for live recognition, each of which keeps a core busy. A user has at most one: a second window takes it over. */
export interface Places {
  /**
   * Takes a place; null if none is free. The request is remembered: the first to ask gets the next place if they ask again soon.
   * `onTakenOver` is called when the same user takes the place from another window.
   */
  enter(userId: number, onTakenOver: () => void): Place | null;
}

export interface Place {
  /** Calling it twice is safe. */
  leave(): void;
}

/** Longer than the longest pause between two attempts of a client. */
const REMEMBERED_MS = 45_000;

/** Creates `most` places. `now` gives milliseconds; tests replace it. */
export function createPlaces(most: number, now: () => number = () => performance.now()): Places {
  const taken = new Map<number, { onTakenOver: () => void }>();
  // In the order of their first request.
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
