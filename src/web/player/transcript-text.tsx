import { memo, useMemo, useRef } from 'react';
import type { TimestampedSegment, Transcript } from '#contract/transcripts.ts';
import { describeSpeakers, type Speaker } from '#domain/speakers.ts';
import { Card } from '#web/ui/card.tsx';
import { FollowPlayback } from './follow-playback.tsx';
import type { PlaybackStore } from './playback-store.ts';
import { SegmentRow } from './segment-row.tsx';
import { useGrowingCount } from './use-growing-count.ts';
import { useSpokenWord } from './use-spoken-word.ts';
import { useTextClicks } from './use-text-clicks.ts';

interface TranscriptTextProps {
  store: PlaybackStore;
  transcript: Transcript;
  /** Grows with every jump from outside that the text should scroll to. */
  revealJump: number | null;
}

/** As many rows as are laid out together; what is off screen is skipped by the block. */
const BLOCK_ROWS = 30;
/** Below this many rows all of them are laid out at once. */
const MANY_ROWS = 400;
/** Blocks that are there at once, and that are added with each frame. */
const FIRST_BLOCKS = 3;
const BLOCKS_A_FRAME = 6;

/** The words, in time with the sound. */
export function TranscriptText({ store, transcript, revealJump }: TranscriptTextProps) {
  const list = useRef<HTMLDivElement>(null);
  const { timestampedTranscript: segments, speakerNames, showSpeakers } = transcript;
  // Not by the transcript: a new title must not draw thousands of rows anew.
  const speakers = useMemo(
    () => describeSpeakers({ timestampedTranscript: segments, speakerNames, showSpeakers }),
    [segments, speakerNames, showSpeakers],
  );
  const blocks = useMemo(() => blocksOf(segments), [segments]);
  const shown = useGrowingCount(blocks.length, FIRST_BLOCKS, BLOCKS_A_FRAME);
  useTextClicks(list, store, segments);
  useSpokenWord(store, segments);

  return (
    <Card aria-labelledby="text-title" className="p-5 sm:p-6">
      <h3 id="text-title" className="font-semibold">
        Transcript
      </h3>
      {transcript.timestampedTranscript.length === 0 && (
        <p className="pt-2 whitespace-pre-line text-quiet">
          {transcript.transcript || 'There is no text to show.'}
        </p>
      )}
      <div ref={list} className="-mx-3" style={hasLongTimes(segments) ? undefined : SHORT_TIMES}>
        {blocks.slice(0, shown).map((block) => (
          <SegmentBlock key={block.first} block={block} segments={segments} speakers={speakers} />
        ))}
      </div>
      <FollowPlayback store={store} segments={segments} shownBlocks={shown} revealJump={revealJump} />
    </Card>
  );
}

/** Narrower than the usual column, which has room for '≈1:02:03'. */
const SHORT_TIMES = { '--time-width': '3.25rem' } as React.CSSProperties;

function hasLongTimes(segments: readonly TimestampedSegment[]): boolean {
  return (segments.at(-1)?.start ?? 0) >= 3600 || segments[0]?.timing === 'estimated';
}

interface Block {
  first: number;
  end: number;
  heightPx: number;
}

interface SegmentBlockProps {
  block: Block;
  segments: readonly TimestampedSegment[];
  speakers: ReadonlyMap<string, Speaker>;
}

const SegmentBlock = memo(function SegmentBlock({ block, segments, speakers }: SegmentBlockProps) {
  return (
    <ol
      className={segments.length > MANY_ROWS ? 'segment-block' : undefined}
      style={{ '--block-size': `${block.heightPx}px` } as React.CSSProperties}
    >
      {segments.slice(block.first, block.end).map((segment, offset) => {
        const index = block.first + offset;
        const speaker = speakers.get(segment.speaker) ?? {
          label: segment.speaker,
          name: segment.speaker,
          color: 1,
        };
        const before = index === 0 ? undefined : segments[index - 1]?.speaker;
        const isNewSpeaker = before === undefined || speakers.get(before)?.label !== speaker.label;
        return (
          <SegmentRow
            key={index}
            index={index}
            segment={segment}
            speaker={speaker}
            isNewSpeaker={isNewSpeaker}
          />
        );
      })}
    </ol>
  );
});

const CHARACTERS_A_LINE = 70;
const LINE_PX = 26;
const ROW_PX = 8;
const NAME_PX = 34;

/** Blocks with a guess of their height, so that the scroll bar is about right before they are laid out. */
function blocksOf(segments: readonly TimestampedSegment[]): Block[] {
  return Array.from({ length: Math.ceil(segments.length / BLOCK_ROWS) }, (_, index) => {
    const first = index * BLOCK_ROWS;
    const end = Math.min(first + BLOCK_ROWS, segments.length);
    let heightPx = 0;
    for (let row = first; row < end; row += 1) heightPx += guessHeight(segments, row);
    return { first, end, heightPx };
  });
}

function guessHeight(segments: readonly TimestampedSegment[], index: number): number {
  const row = segments[index];
  const lines = Math.max(1, Math.ceil((row?.text.length ?? 0) / CHARACTERS_A_LINE));
  const name = segments[index - 1]?.speaker === row?.speaker ? 0 : NAME_PX;
  return lines * LINE_PX + ROW_PX + name;
}
