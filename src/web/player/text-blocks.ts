import type { TimestampedSegment } from '#contract/segments.ts';

/** Rows that are laid out together; what is off screen is skipped by the block. */
export interface TextBlock {
  key: number;
  segments: readonly TimestampedSegment[];
  /** The speaker of the row before the first one; null at the beginning. */
  speakerBefore: string | null;
  /** An estimate, so that the scroll bar is about right before the block is laid out. */
  heightPx: number;
}

/** Positions in one block. */
export const BLOCK_ROWS = 30;

/**
 * Cuts a text into blocks by the position of its segments, so that one that is split or joined moves no others. Blocks
 * in which nothing has changed since the last call are the same objects.
 */
export function createBlockCutter(): (segments: readonly TimestampedSegment[]) => TextBlock[] {
  let known = new Map<number, TextBlock>();
  return (segments) => {
    const blocks = cut(segments).map((block) => {
      const before = known.get(block.key);
      return before && isSame(before, block) ? before : { ...block, heightPx: guessHeight(block) };
    });
    known = new Map(blocks.map((block) => [block.key, block]));
    return blocks;
  };
}

type Cut = Omit<TextBlock, 'heightPx'>;

function cut(segments: readonly TimestampedSegment[]): Cut[] {
  const cuts: Cut[] = [];
  let first = 0;
  for (let index = 0; index < segments.length; index += 1) {
    const key = keyOf(segments[index]);
    if (keyOf(segments[index + 1]) === key) continue;
    const speakerBefore = segments[first - 1]?.speaker ?? null;
    cuts.push({ key: key ?? 0, segments: segments.slice(first, index + 1), speakerBefore });
    first = index + 1;
  }
  return cuts;
}

function keyOf(segment: TimestampedSegment | undefined): number | undefined {
  return segment && Math.floor(segment.position / BLOCK_ROWS);
}

function isSame(before: TextBlock, now: Cut): boolean {
  return (
    before.speakerBefore === now.speakerBefore &&
    before.segments.length === now.segments.length &&
    before.segments.every((segment, index) => segment === now.segments[index])
  );
}

const CHARACTERS_A_LINE = 70;
const LINE_PX = 26;
const ROW_PX = 8;
const NAME_PX = 34;

function guessHeight({ segments, speakerBefore }: Cut): number {
  let height = 0;
  let speaker = speakerBefore;
  for (const segment of segments) {
    const lines = Math.max(1, Math.ceil(segment.text.length / CHARACTERS_A_LINE));
    height += lines * LINE_PX + ROW_PX + (segment.speaker === speaker ? 0 : NAME_PX);
    speaker = segment.speaker;
  }
  return height;
}
