/** The pieces from the first one up to the first gap. Expects them in order. */
export function contiguousPrefix<Piece extends { position: number }>(pieces: readonly Piece[]): Piece[] {
  const gap = pieces.findIndex(({ position }, index) => position !== index);
  return pieces.slice(0, gap < 0 ? pieces.length : gap);
}
