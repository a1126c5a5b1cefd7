import { type RefObject, useMemo, useRef, useState } from 'react';
import type { Transcript } from '#contract/transcripts.ts';
import type { Span } from '#domain/retime.ts';
import { describeSpeakers } from '#domain/speakers.ts';
import { formatExactTime } from '#domain/timecode.ts';
import type { PlaybackStore } from '#web/player/playback-store.ts';
import { useTimeTicks } from '#web/player/use-playback.ts';
import { WaveformCanvas } from '#web/player/waveform-canvas.tsx';
import { BorderHandle } from './border-handle.tsx';
import {
  LONG_PASSAGE_MS,
  momentAt,
  partToRequest,
  peaksIn,
  shareOf,
  shows,
  snapped,
  windowAround,
  windowAt,
} from './time-window.ts';
import { type Border, placeDraft, toMs } from './times-draft.ts';
import { usePartWaveform } from './use-part-waveform.ts';
import type { Times } from './use-times.ts';
import { WordMarks } from './word-marks.tsx';

interface TimesTrackProps {
  times: Times;
  transcript: Transcript;
  store: PlaybackStore;
}

/** How near to a border of a neighbor a dragged one has to come to be put there. */
const SNAP_PX = 6;

/** The sound around a passage, with the borders that are being set as handles. A click moves the playback. */
export function TimesTrack({ times, transcript, store }: TimesTrackProps) {
  const track = useRef<HTMLDivElement>(null);
  const [isDragging, setDragging] = useState(false);
  const { context, draft, place, span, passageSpan, isAlong } = times;
  const durationMs = transcript.duration === null ? null : toMs(transcript.duration);
  const view = useWindow(times, { durationMs, isDragging });
  const colors = useColors(transcript);
  if (!context || !span || !passageSpan || !view) return null;
  const placed = placeDraft(context, draft, isAlong);
  const neighbors =
    'refused' in placed
      ? context.around
      : { previous: placed.previous ?? context.around.previous, next: placed.next ?? context.around.next };
  const moments = [neighbors.previous?.endMs, neighbors.next?.startMs].filter((ms) => ms !== undefined);

  function drag(border: Border, clientX: number) {
    if (!view) return;
    const ms = momentOf(track, clientX, view);
    const { width = 1 } = track.current?.getBoundingClientRect() ?? {};
    times.drag(border, snapped(ms, moments, (SNAP_PX * (view.endMs - view.startMs)) / width));
  }

  return (
    <div className="relative h-18 overflow-hidden rounded-lg bg-sunken sm:h-22">
      {/* The room at both ends is for handles at the ends of the recording. */}
      <div className="absolute inset-x-5 inset-y-0">
        <div
          ref={track}
          className="absolute inset-0 overflow-hidden"
          data-times-track
          onPointerDown={({ button, clientX }) => {
            if (button === 0) store.seek(momentOf(track, clientX, view) / 1000);
          }}
        >
          <Stretch view={view} span={passageSpan} className="bg-brand-soft" />
          <Neighbor view={view} span={neighbors.previous} side="previous" />
          <Neighbor view={view} span={neighbors.next} side="next" />
          {place.word !== null && (
            <Stretch view={view} span={span} className="bg-mark/45 forced-colors:border" />
          )}
          <Picture
            times={times}
            transcript={transcript}
            view={view}
            color={colors(context.segment.speaker)}
          />
          <WordMarks
            words={'refused' in placed ? context.passage.words : placed.passage.words}
            view={view}
            chosen={place.word}
            language={transcript.language}
          />
          <Playhead store={store} view={view} />
        </div>
        {(['start', 'end'] as const).map((border) => (
          <BorderHandle
            key={border}
            border={border}
            label={`${border === 'start' ? 'Start' : 'End'} of the ${place.word === null ? 'passage' : 'word'}`}
            ms={border === 'start' ? span.startMs : span.endMs}
            share={shareOf(view, border === 'start' ? span.startMs : span.endMs)}
            range={view}
            isChosen={place.border === border}
            onChoose={() => times.choose(border)}
            onNudge={(ms) => times.nudge(border, ms)}
            onPlay={times.play}
            onDrag={(clientX) => {
              setDragging(true);
              drag(border, clientX);
            }}
            onDropped={() => {
              setDragging(false);
              times.hearBorder(border);
            }}
          />
        ))}
      </div>
      <p className="sr-only">
        {formatExactTime(view.startMs / 1000)} to {formatExactTime(view.endMs / 1000)} is shown.
      </p>
    </div>
  );
}

function momentOf(track: RefObject<HTMLElement | null>, clientX: number, view: Span): number {
  const { left = 0, width = 1 } = track.current?.getBoundingClientRect() ?? {};
  return momentAt(view, (clientX - left) / Math.max(1, width));
}

/** What is shown: it stays while a border is dragged, and as long as the borders are in it. */
function useWindow(
  { span, passageSpan, place }: Times,
  { durationMs, isDragging }: { durationMs: number | null; isDragging: boolean },
): Span | null {
  const isLong = passageSpan !== null && passageSpan.endMs - passageSpan.startMs > LONG_PASSAGE_MS;
  const isPart = place.word === null && isLong;
  const key = `${place.word} ${isPart ? place.border : ''}`;
  const [shown, setShown] = useState<{ key: string; view: Span } | null>(null);
  if (!span) return shown?.view ?? null;
  const borderMs = place.border === 'start' ? span.startMs : span.endMs;
  const needed = isPart ? { startMs: borderMs, endMs: borderMs } : span;
  const isFine = shown?.key === key && (isDragging || shows(shown.view, needed, durationMs));
  if (isFine) return shown.view;
  const view = isPart ? windowAt(borderMs, durationMs) : windowAround(span, durationMs);
  const isSame = shown?.key === key && shown.view.startMs === view.startMs && shown.view.endMs === view.endMs;
  if (isSame) return shown.view;
  setShown({ key, view });
  return view;
}

function useColors({ timestampedTranscript, speakerNames, showSpeakers }: Transcript) {
  const speakers = useMemo(
    () => describeSpeakers({ timestampedTranscript, speakerNames, showSpeakers }),
    [timestampedTranscript, speakerNames, showSpeakers],
  );
  return (label: string) => speakers.get(label)?.color ?? 0;
}

interface PictureProps {
  times: Times;
  transcript: Transcript;
  view: Span;
  /** That of the speaker. */
  color: number;
}

function Picture({ times, transcript, view, color }: PictureProps) {
  const { context, passageSpan } = times;
  const { id, mediaUrl, duration } = transcript;
  const around = context && windowAround(context.passage, duration === null ? null : toMs(duration));
  const part = partToRequest(view, around && isShort(context.passage) ? around : view);
  const waveform = usePartWaveform(id, { part, hasMedia: mediaUrl !== null });
  const peaks = useMemo(() => waveform && peaksIn(view, waveform), [waveform, view]);
  const [startMs, endMs] = [passageSpan?.startMs ?? 0, passageSpan?.endMs ?? 0];
  const picture = useMemo(
    () =>
      peaks && {
        waveform: peaks,
        durationSeconds: (view.endMs - view.startMs) / 1000,
        colorAt: (seconds: number) => {
          const ms = view.startMs + seconds * 1000;
          return ms >= startMs && ms < endMs ? color : 0;
        },
      },
    [peaks, view, startMs, endMs, color],
  );
  return (
    picture && (
      <WaveformCanvas picture={picture} className="absolute inset-x-0 top-0 h-[calc(100%-1.25rem)] w-full" />
    )
  );
}

const isShort = ({ startMs, endMs }: Span) => endMs - startMs <= LONG_PASSAGE_MS;

function Neighbor({ view, span, side }: { view: Span; span: Span | null; side: 'previous' | 'next' }) {
  if (!span || shareOf(view, span.endMs) < 0 || shareOf(view, span.startMs) > 1) return null;
  return <Stretch view={view} span={span} data={side} className="border-x border-line-strong bg-line/70" />;
}

function Stretch(props: { view: Span; span: Span; className: string; data?: string }) {
  const left = Math.max(-0.01, shareOf(props.view, props.span.startMs));
  const right = Math.min(1.01, shareOf(props.view, props.span.endMs));
  return (
    <div
      aria-hidden="true"
      data-neighbor={props.data}
      className={`pointer-events-none absolute inset-y-0 ${props.className}`}
      style={{ left: `${left * 100}%`, width: `${Math.max(0, right - left) * 100}%` }}
    />
  );
}

function Playhead({ store, view }: { store: PlaybackStore; view: Span }) {
  const line = useRef<HTMLDivElement>(null);
  const move = () => {
    const share = shareOf(view, store.getTime() * 1000);
    if (!line.current) return;
    line.current.style.left = `${share * 100}%`;
    line.current.style.display = share < 0 || share > 1 ? 'none' : '';
  };
  useTimeTicks(store, move);
  return (
    <div
      ref={(element) => {
        line.current = element;
        move();
      }}
      data-times-playhead
      aria-hidden="true"
      className="pointer-events-none absolute inset-y-0 w-px bg-danger-ink"
    />
  );
}
