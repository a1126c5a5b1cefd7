/** Ids of segments: one that was made here has an id below zero until the server gives it its own. */
export function createSegmentIds() {
  const realIds = new Map<number, number>();
  const localIds = new Map<number, number>();
  let last = 0;
  return {
    /** An id for a segment that is made here. */
    next: () => {
      last -= 1;
      return last;
    },
    /** Ids that an earlier page gave: none of them is given again. */
    avoid: (ids: readonly number[]) => {
      last = Math.min(last, ...ids);
    },
    /** Replaces the temporary id of a segment that was created here with its real one. */
    assign: (localId: number, realId: number) => {
      realIds.set(localId, realId);
      localIds.set(realId, localId);
    },
    /** The real id of a segment that was created here, once it has one. */
    idOf: (id: number) => realIds.get(id) ?? id,
    /** The id under which a segment was first known here. */
    keyOf: (id: number) => localIds.get(id) ?? id,
  };
}
