/** Assigns ids to segments. A segment created here has a negative id until the server assigns the real one. */
export function createSegmentIds() {
  const realIds = new Map<number, number>();
  const localIds = new Map<number, number>();
  let last = 0;
  return {
    /** A new id for a segment created here. */
    next: () => {
      last -= 1;
      return last;
    },
    /** Excludes ids assigned by an earlier page. */
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
