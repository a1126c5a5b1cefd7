import { memo, type ReactNode, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Transcript } from '#contract/transcripts.ts';
import { describeSpeakers, type Speaker } from '#domain/speakers.ts';
import { hasLongTimes } from '#domain/timecode.ts';
import { timeAtOffset } from '#domain/words.ts';
import { endFirstLook } from '#web/lib/first-look.ts';
import { focusQuietly } from '#web/lib/focus.ts';
import { languageProps } from '#web/lib/language-props.ts';
import { useGrowingCount } from '#web/lib/use-growing-count.ts';
import { AnchoredMenu } from '#web/ui/anchored-menu.tsx';
import { Card } from '#web/ui/card.tsx';
import { FollowPlayback } from './follow-playback.tsx';
import type { PlaybackStore } from './playback-store.ts';
import type { RecordingRef } from './recording-ref.ts';
import { SegmentRow } from './segment-row.tsx';
import { type SpeakerNames, useSpeakerNames } from './speaker-names.ts';
import { createBlockCutter, type TextBlock } from './text-blocks.ts';
import { useSpokenWord } from './use-spoken-word.ts';
import { type TextHit, useTextClicks } from './use-text-clicks.ts';
import { useWords } from './use-words.ts';
import { VoiceSampleItem } from './voice-sample-item.tsx';
import { withWords } from './with-words.ts';

/** The parts of a transcript that the text shows. */
export type DisplayedTranscript = Pick<
  Transcript,
  'transcript' | 'timestampedTranscript' | 'speakerNames' | 'showSpeakers' | 'language'
>;

/** The parts that editing adds to the text; without them, the text is read-only. */
export interface TextEditing {
  /** Shown above the rows, and stays visible. */
  toolbar: ReactNode;
  /** Returns true if it handled the click, which then does not play. */
  onHit: (hit: TextHit) => boolean;
  /** The row's key, which stays the same while its segment gets its real id; must always be the same function. */
  keyOf: (segmentId: number) => number;
  /** Editing is on: the pointer shows it. */
  isActive: boolean;
}

export interface TranscriptTextProps {
  store: PlaybackStore;
  recording: RecordingRef;
  transcript: DisplayedTranscript;
  /** Increases with every jump from outside that the text should scroll to. */
  revealJump: number | null;
  editing?: TextEditing;
}

/** Below this many rows all of them are laid out at once. */
const MANY_ROWS = 400;
/** Blocks rendered at once, and added with each frame. */
const FIRST_BLOCKS = 1;
const BLOCKS_A_FRAME = 3;

/** The words, following the playback. */
export function TranscriptText({ store, recording, transcript, revealJump, editing }: TranscriptTextProps) {
  const list = useRef<HTMLDivElement>(null);
  const { timestampedTranscript: segments, speakerNames, showSpeakers } = transcript;
  // Does not depend on the transcript: a new title must not render thousands of rows again.
  const speakers = useMemo(
    () => describeSpeakers({ timestampedTranscript: segments, speakerNames, showSpeakers }),
    [segments, speakerNames, showSpeakers],
  );
  const names = useSpeakerNames(list, speakers);
  const [cut] = useState(createBlockCutter);
  const blocks = useMemo(() => cut(segments), [cut, segments]);
  const shown = useGrowingCount(blocks.length, FIRST_BLOCKS, BLOCKS_A_FRAME);
  const words = useWords(recording, segments);
  useSpokenWord(store, segments, words);
  useLayoutEffect(endFirstLook, []);
  const isWide = hasLongTimes({
    isEstimated: segments[0]?.timing === 'estimated',
    lastStart: segments.at(-1)?.start ?? 0,
  });
  const [voice, setVoice] = useState<{ anchor: HTMLElement; speaker: Speaker } | null>(null);
  useTextClicks(list, (hit) => {
    if (editing?.onHit(hit) || hit.isDouble) return;
    const segment = segments.find(({ id }) => id === hit.segmentId);
    if (!segment) return;
    if (hit.part === 'speaker') {
      const speaker = speakers.get(segment.speaker);
      return speaker && setVoice({ anchor: hit.element, speaker });
    }
    if (hit.part === 'time') store.playFrom(segment.start);
    // Selecting text ends in a click too.
    if (hit.offset === null || !getSelection()?.isCollapsed) return;
    store.playFrom(timeAtOffset(withWords(segment, words), hit.offset));
  });

  return (
    <Card aria-labelledby="text-title" className="px-4 pb-5 sm:px-6">
      <h3 id="text-title" className={editing ? 'sr-only' : 'pt-3 font-semibold'}>
        Transcript
      </h3>
      {editing?.toolbar}
      {segments.length === 0 && (
        <p
          className="pt-2 whitespace-pre-line text-quiet"
          {...languageProps(transcript.transcript, transcript.language)}
        >
          {transcript.transcript || 'There is no text to show.'}
        </p>
      )}
      <div
        ref={list}
        className={isWide ? 'segment-list -mx-3' : 'segment-list short-times -mx-3'}
        data-can-edit={editing !== undefined || undefined}
        data-editing={editing?.isActive || undefined}
      >
        {blocks.slice(0, shown).map((block) => (
          <SegmentBlock
            key={block.key}
            block={block}
            speakers={speakers}
            names={names}
            language={transcript.language}
            isLong={segments.length > MANY_ROWS}
            keyOf={editing?.keyOf ?? null}
          />
        ))}
      </div>
      {voice && (
        <AnchoredMenu
          anchor={voice.anchor}
          label={voice.speaker.name}
          onClose={() => {
            setVoice(null);
            focusQuietly(voice.anchor);
          }}
        >
          <VoiceSampleItem store={store} source={transcript} label={voice.speaker.label} />
        </AnchoredMenu>
      )}
      <FollowPlayback store={store} segments={segments} shownBlocks={shown} revealJump={revealJump} />
    </Card>
  );
}

interface SegmentBlockProps {
  block: TextBlock;
  speakers: ReadonlyMap<string, Speaker>;
  names: SpeakerNames;
  /** BCP 47 tag of what is said; null if it is not known. */
  language: string | null;
  isLong: boolean;
  /** Null if the text cannot be edited. */
  keyOf: TextEditing['keyOf'] | null;
}

const SegmentBlock = memo(function SegmentBlock({
  block,
  speakers,
  names,
  language,
  isLong,
  keyOf,
}: SegmentBlockProps) {
  const labelOf = (label: string) => speakers.get(label)?.label ?? label;
  return (
    <ol
      className={isLong ? 'segment-block' : undefined}
      // A custom property, which React's types do not know.
      style={{ '--block-size': `${block.heightPx}px` } as React.CSSProperties}
    >
      {block.segments.map((segment, index) => {
        const speaker = speakers.get(segment.speaker);
        const before = index === 0 ? block.speakerBefore : (block.segments[index - 1]?.speaker ?? null);
        const isNew = before === null || labelOf(before) !== labelOf(segment.speaker);
        return (
          <SegmentRow
            key={keyOf ? keyOf(segment.id) : segment.id}
            segment={segment}
            color={speaker?.color ?? 1}
            speaker={isNew ? labelOf(segment.speaker) : null}
            names={names}
            language={language}
            canEdit={keyOf !== null}
          />
        );
      })}
    </ol>
  );
}, isSameBlock);

/** Every edit creates new speaker objects; a block is rendered again only when its speakers look different. Names render separately. */
function isSameBlock(before: SegmentBlockProps, now: SegmentBlockProps): boolean {
  if (before.language !== now.language) return false;
  if (before.block !== now.block || before.isLong !== now.isLong || before.keyOf !== now.keyOf) return false;
  const { speakerBefore, segments } = now.block;
  return (
    before.speakers === now.speakers ||
    [speakerBefore, ...segments.map(({ speaker }) => speaker)].every(
      (label) => label === null || isSameSpeaker(before.speakers.get(label), now.speakers.get(label)),
    )
  );
}

function isSameSpeaker(before: Speaker | undefined, now: Speaker | undefined): boolean {
  return before?.label === now?.label && before?.color === now?.color;
}
