import { useQuery } from '@tanstack/react-query';
import { Check, Link2, Play, Square } from 'lucide-react';
import { useMemo, useState } from 'react';
import { cutText, cutTextBefore } from '#contract/cut-text.ts';
import { MAX_CLIP_MS, MAX_CLIP_TEXT, MIN_CLIP_MS } from '#contract/limits.ts';
import type { Transcript } from '#contract/transcripts.ts';
import { activeSegmentIndex, type TimeRange } from '#domain/timeline.ts';
import { languageProps } from '#web/lib/language-props.ts';
import { transcriptPath, withTimes } from '#web/lib/paths.ts';
import { shareQuery } from '#web/lib/share-query.ts';
import { useCopied } from '#web/lib/use-copied.ts';
import { wordsQuery } from '#web/player/data.ts';
import { embeddedVideoId } from '#web/player/embed/embedded-video.ts';
import type { PlaybackStore } from '#web/player/playback-store.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { ClipFileForm } from './clip-file-form.tsx';
import { ClipList } from './clip-list.tsx';
import { ClipTime } from './clip-time.tsx';
import { nextEdge, spokenAround, wordsIn } from './spoken-edges.ts';
import { useClipPreview } from './use-clip-preview.ts';

interface ClipsDialogProps {
  transcript: Transcript;
  store: PlaybackStore;
  /** The stretch to begin with; null: where the recording is. */
  range: TimeRange | null;
  onClose: () => void;
}

/** A stretch of the recording to set, hear and link to, and the files that were cut out. */
export function ClipsDialog({ transcript, store, range, onClose }: ClipsDialogProps) {
  const { id, timestampedTranscript: segments } = transcript;
  const duration = transcript.duration ?? 0;
  const { data: words } = useQuery(wordsQuery(id));
  const share = useQuery({ ...shareQuery(id), enabled: transcript.abilities.own });
  const [clip, setClip] = useState(() => withinRecording(range ?? rangeHere(transcript, store), duration));
  const spoken = useMemo(() => spokenAround(segments, words, clip), [segments, words, clip]);
  const preview = useClipPreview(store, clip);
  const problem = problemOf(clip);
  const canPlay = transcript.mediaUrl !== null || embeddedVideoId(transcript) !== null;

  const timeField = (edge: 'start' | 'end') => ({
    value: clip[edge],
    max: duration,
    onChange: (seconds: number) => setClip({ ...clip, [edge]: seconds }),
    findWord: (direction: 'earlier' | 'later') => nextEdge(spoken, { edge, from: clip[edge], direction }),
  });

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Clips"
      description="A link plays just this part of the recording. A file can be kept and sent."
      width="medium"
    >
      <div className="mt-5 space-y-5">
        <section aria-label="The part" className="space-y-3">
          <div className="grid grid-cols-2 gap-3 sm:gap-5">
            <ClipTime label="Start" {...timeField('start')} />
            <ClipTime label="End" {...timeField('end')} error={problem ?? undefined} />
          </div>
          <ClipWords
            text={wordsIn(spoken, clip)}
            language={transcript.language}
            seconds={clip.end - clip.start}
          />
          <div className="flex flex-wrap gap-2">
            {canPlay && (
              <Button isIdle={problem !== null} onClick={preview.toggle}>
                {preview.isPlaying ? <Square aria-hidden="true" /> : <Play aria-hidden="true" />}
                {preview.isPlaying ? 'Stop' : 'Play'}
              </Button>
            )}
            <CopyLink
              label="Copy clip link"
              address={location.origin + transcriptPath(id, clip.start, clip.end)}
              isIdle={problem !== null}
            />
            {share.data && (
              <CopyLink
                label="Copy public clip link"
                address={withTimes(share.data.shareUrl, clip.start, clip.end)}
                isIdle={problem !== null}
              />
            )}
          </div>
        </section>
        <section aria-label="Files" className="space-y-3 border-t pt-4">
          <ClipFileForm
            transcript={transcript}
            clip={clip}
            isPossible={problem === null}
            refusal={tooLong(clip) ? TOO_LONG : null}
          />
          <ClipList id={id} />
        </section>
      </div>
    </Dialog>
  );
}

const TOO_LONG = `A file can be at most ${MAX_CLIP_TEXT} long. The link works all the same.`;
/** Of a clip that begins where nothing is said. */
const DEFAULT_SECONDS = 10;
const SHOWN_WORDS = 400;

interface ClipWordsProps {
  text: string;
  language: string | null;
  seconds: number;
}

function ClipWords({ text, language, seconds }: ClipWordsProps) {
  const long = text.length > SHOWN_WORDS;
  const shown = long ? `${cutText(text, SHOWN_WORDS / 2)} … ${cutTextBefore(text, SHOWN_WORDS / 2)}` : text;
  return (
    <p className="max-h-32 overflow-y-auto rounded-xl bg-sunken px-4 py-3 text-sm" aria-live="polite">
      <span className="text-quiet tabular-nums">{Math.max(0, seconds).toFixed(1)} s</span>{' '}
      {text === '' ? (
        <span className="text-quiet">Nothing is said here.</span>
      ) : (
        <span {...languageProps(shown, language)} className="wrap-anywhere">{`“${shown}”`}</span>
      )}
    </p>
  );
}

interface CopyLinkProps {
  label: string;
  address: string;
  isIdle: boolean;
}

function CopyLink({ label, address, isIdle }: CopyLinkProps) {
  const { copied, copy } = useCopied();
  async function copyLink() {
    try {
      await copy(address);
      toast({ title: 'Copied!' });
    } catch {
      toast({ title: 'Error', description: 'Failed to copy link', variant: 'destructive' });
    }
  }
  return (
    <Button variant="outline" isIdle={isIdle} onClick={() => void copyLink()}>
      {copied ? <Check aria-hidden="true" /> : <Link2 aria-hidden="true" />}
      {label}
    </Button>
  );
}

/** The segment that is spoken now, or else the seconds from here on. */
function rangeHere({ timestampedTranscript: segments }: Transcript, store: PlaybackStore): TimeRange {
  const now = store.getTime();
  const segment = segments[activeSegmentIndex(segments, now)];
  return segment ? { start: segment.start, end: segment.end } : { start: now, end: now + DEFAULT_SECONDS };
}

function withinRecording({ start, end }: TimeRange, duration: number): TimeRange {
  return duration > 0 ? { start: Math.min(start, duration), end: Math.min(end, duration) } : { start, end };
}

function problemOf({ start, end }: TimeRange): string | null {
  return (end - start) * 1000 < MIN_CLIP_MS ? 'The end must be after the start.' : null;
}

const tooLong = ({ start, end }: TimeRange) => (end - start) * 1000 > MAX_CLIP_MS;
