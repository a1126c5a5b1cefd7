import type { Span } from '../local/speech-regions.ts';

/** The length of all spans together; where spans overlap, the time counts for each. */
export function summedMs(spans: readonly Span[]): number {
  return spans.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);
}
