import { ExternalLink, MonitorX, Play } from 'lucide-react';
import { useRef, useState } from 'react';
import { formatTime } from '#domain/timecode.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/card.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { Picture } from '../picture.tsx';
import type { PlaybackStore } from '../playback-store.ts';
import { usePlayback, usePlaybackTime } from '../use-playback.ts';
import { embedFailure, videoPageAt } from './embedded-video.ts';
import { useEmbed } from './use-embed.ts';

interface EmbedPlayerProps {
  store: PlaybackStore;
  videoId: string;
}

type Problem = { code: number | null };

/** An embedded video, in a frame. Nothing is loaded from its site before somebody presses play. */
export function EmbedPlayer({ store, videoId }: EmbedPlayerProps) {
  const isPlayRequested = usePlayback(store, (state) => state.playRequested);
  const [problem, setProblem] = useState<Problem | null>(null);
  if (problem) {
    return (
      <VideoProblem
        store={store}
        videoId={videoId}
        problem={problem}
        onRetry={() => {
          setProblem(null);
          store.play();
        }}
      />
    );
  }
  if (!isPlayRequested) return <VideoPlaceholder store={store} />;
  return <VideoFrame store={store} videoId={videoId} onFailed={(code) => setProblem({ code })} />;
}

function VideoPlaceholder({ store }: { store: PlaybackStore }) {
  const second = usePlaybackTime(store, Math.floor);
  return (
    <Picture className="bg-sunken">
      {/* The margins center it, and leave its beginning in reach where the picture is too low for it. */}
      <div className="flex h-full flex-col items-center gap-3 overflow-y-auto px-4 py-2 text-center *:first:mt-auto *:last:mb-auto">
        <Button size="lg" onClick={store.play}>
          <Play aria-hidden="true" />
          {second > 0 ? `Load video at ${formatTime(second)}` : 'Load video'}
        </Button>
        <p className="max-w-md text-sm text-balance text-quiet">
          The video plays from YouTube, which then knows that you are watching it. Nothing is loaded from
          there until you press play.
        </p>
      </div>
    </Picture>
  );
}

interface VideoFrameProps extends EmbedPlayerProps {
  onFailed: (code: number | null) => void;
}

function VideoFrame({ store, videoId, onFailed }: VideoFrameProps) {
  const place = useRef<HTMLDivElement>(null);
  const isReady = useEmbed(place, { store, videoId, onFailed });
  return (
    <Picture className="bg-black">
      <div ref={place} className="relative size-full">
        {!isReady && (
          <div role="status" className="absolute inset-0 grid place-items-center">
            <Spinner className="size-8 text-white" />
            <span className="sr-only">Loading the video player...</span>
          </div>
        )}
      </div>
    </Picture>
  );
}

interface VideoProblemProps extends EmbedPlayerProps {
  problem: Problem;
  onRetry: () => void;
}

function VideoProblem({ store, videoId, problem, onRetry }: VideoProblemProps) {
  const second = usePlaybackTime(store, Math.floor);
  return (
    <div role="alert" className="mb-4">
      <Notice
        tone="warn"
        icon={<MonitorX />}
        action={
          <Button variant="outline" size="sm" onClick={onRetry}>
            Try again
          </Button>
        }
      >
        <p>The video player could not be loaded. {embedFailure(problem.code)} The text is still available.</p>
        <a
          href={videoPageAt(videoId, second)}
          target="_blank"
          rel="noopener noreferrer"
          className="mt-1 inline-flex items-center gap-1.5 font-medium underline underline-offset-2"
        >
          Watch on YouTube from {formatTime(second)}
          <ExternalLink className="size-4" aria-hidden="true" />
        </a>
      </Notice>
    </div>
  );
}
