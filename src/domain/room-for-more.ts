/**
 * Whether something that several people add to can have one more, so that nobody uses up what the others may add: 'full' if it has the
 * `max` that it can have, 'share' if only others may still add to it. Of people who do not own it, each may add `maxOwn`, and as many are
 * left to its owner. `all` is what there is, `own` what this person has added.
 */
export function roomForMore(
  { all, own }: { all: number; own: number },
  { max, maxOwn, isOwner }: { max: number; maxOwn: number; isOwner: boolean },
): 'room' | 'full' | 'share' {
  if (all >= max) return 'full';
  const isShareUsed = own >= maxOwn || all >= max - maxOwn;
  return !isOwner && isShareUsed ? 'share' : 'room';
}
