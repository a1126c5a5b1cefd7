import { useQuery } from '@tanstack/react-query';
import { CircleAlert } from 'lucide-react';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { describeSpeakers } from '#domain/speakers.ts';
import { activeSegmentIndex } from '#domain/timeline.ts';
import { focusQuietly } from '#web/lib/focus.ts';
import { Button } from '#web/ui/button.tsx';
import { Card, Notice } from '#web/ui/card.tsx';
import { Skeleton, Spinner } from '#web/ui/spinner.tsx';
import { ClipLine } from './clip-line.tsx';
import { waveformOf } from './data.ts';
import { EmbedPlayer } from './embed/embed-player.tsx';
import { embeddedVideoId } from './embed/embedded-video.ts';
import { KeysHelp } from './keys-help.tsx';
import { MediaElement } from './media-element.tsx';
import { isVideo } from './media-kind.ts';
import { MiniPlayer } from './mini-player.tsx';
import type { PlayableTranscript } from './playable-transcript.ts';
import type { PlaybackStore } from './playback-store.ts';
import { PlayerControls } from './player-controls.tsx';
import type { RecordingRef } from './recording-ref.ts';
import { SeekBar } from './seek-bar.tsx';
import { useLoop } from './use-loop.ts';
import { useMediaSession } from './use-media-session.ts';
import { type MediaSource, useMediaSource } from './use-media-source.ts';
import { usePlayback } from './use-playback.ts';
import { usePlaybackRules } from './use-playback-rules.ts';
import { usePlayerKeys } from './use-player-keys.ts';
import { useScrolledAway } from './use-scrolled-away.ts';
import { useUnavailable } from './use-unavailable.ts';
import type { WaveformPicture } from './waveform-canvas.tsx';

interface PlayerProps {
  store: PlaybackStore;
  recording: RecordingRef;
  transcript: PlayableTranscript;
  /** The help shows the keys for editing too. */
  canEdit: boolean;
}

/** Plays the recording of a transcript: ours, or the video site's if we have none. */
export function Player(props: PlayerProps) {
  const videoId = embeddedVideoId(props.transcript);
  return (
    <Card aria-label="Player" className="reading-player @container px-3 py-1.5 sm:px-4 sm:py-2">
      {videoId === null ? (
        <RecordingPlayer {...props} />
      ) : (
        <PlayerFrame {...props}>
          <EmbedPlayer key={videoId} store={props.store} videoId={videoId} />
        </PlayerFrame>
      )}
    </Card>
  );
}

function RecordingPlayer(props: PlayerProps) {
  const { store, recording, transcript } = props;
  const source = useMediaSource(recording, transcript);
  const durationSeconds = useDuration(store, transcript);
  const picture = useWaveformPicture(recording, transcript, durationSeconds);
  useMediaSession(store, transcript.title);
  useUnavailable(store, source);
  if (source.state === 'loading') return <Skeleton className="h-25 @2xl:h-12" />;
  if (source.state !== 'ready') {
    return (
      <>
        <NotPlayable source={source} />
        {picture && (
          <SeekBar store={store} durationSeconds={durationSeconds} picture={picture} className="mt-3 h-12" />
        )}
      </>
    );
  }
  return (
    <PlayerFrame {...props} picture={picture}>
      <MediaElement
        key={source.attempt}
        store={store}
        url={source.url}
        video={isVideo(transcript)}
        title={transcript.title}
        onError={source.onError}
      />
    </PlayerFrame>
  );
}

/** Why there is no sound (yet); text and waveform can still be used. */
function NotPlayable({ source }: { source: Extract<MediaSource, { state: 'preparing' | 'failed' }> }) {
  if (source.state === 'preparing') {
    return (
      <Notice tone="info" icon={<Spinner />}>
        A copy of this recording that browsers can play is being made. It will appear here.
      </Notice>
    );
  }
  const { message, retry } = source;
  return (
    <Notice
      tone="warn"
      icon={<CircleAlert />}
      action={
        retry && (
          <Button variant="outline" size="sm" onClick={retry}>
            Try again
          </Button>
        )
      }
    >
      {message}
    </Notice>
  );
}

type PlayerFrameProps = PlayerProps & {
  picture?: WaveformPicture | null;
  /** The element that plays. */
  children: ReactNode;
};

/** The controls: seek bar, buttons, keyboard, and the mini player while these are out of view. */
function PlayerFrame({ store, recording, transcript, canEdit, picture = null, children }: PlayerFrameProps) {
  const [helping, setHelping] = useState(false);
  const loop = useLoop(store, recording, transcript);
  usePlayerKeys(store, { onHelp: () => setHelping(true), onLoop: loop.advance });
  const durationSeconds = useDuration(store, transcript);
  usePlaybackRules(store, transcript, picture?.waveform ?? null, durationSeconds);
  const main = useRef<HTMLDivElement>(null);
  const isAway = useScrolledAway(main);
  return (
    <div ref={main} tabIndex={-1} className="player-frame scroll-mt-4 outline-none">
      {children}
      <ClipLine store={store} durationSeconds={durationSeconds} />
      <PlayerControls
        store={store}
        transcript={transcript}
        durationSeconds={durationSeconds}
        picture={picture}
        loop={loop}
        canEdit={canEdit}
        onHelp={() => setHelping(true)}
      />
      <KeysHelp
        open={helping}
        onOpenChange={setHelping}
        canEdit={canEdit}
        canComment={recording.kind === 'own'}
      />
      {isAway && (
        <MiniPlayer
          store={store}
          durationSeconds={durationSeconds}
          picture={picture}
          onReturn={() => {
            main.current?.scrollIntoView({ block: 'center' });
            focusQuietly(main.current);
          }}
        />
      )}
    </div>
  );
}

function useDuration(store: PlaybackStore, { duration }: PlayableTranscript): number {
  const known = usePlayback(store, (state) => state.durationSeconds);
  return known ?? duration ?? 0;
}

function useWaveformPicture(
  recording: RecordingRef,
  { mediaUrl, timestampedTranscript: segments, showSpeakers }: PlayableTranscript,
  durationSeconds: number,
): WaveformPicture | null {
  const { data: waveform } = useQuery({ ...waveformOf(recording), enabled: mediaUrl !== null });
  return useMemo(() => {
    if (!waveform || waveform.peaks.length === 0 || durationSeconds <= 0) return null;
    // Colors do not depend on names.
    const speakers = describeSpeakers({ timestampedTranscript: segments, showSpeakers, speakerNames: {} });
    const colorAt = (seconds: number) => {
      const segment = segments[activeSegmentIndex(segments, seconds)];
      return segment ? (speakers.get(segment.speaker)?.color ?? 0) : 0;
    };
    return { waveform, durationSeconds, colorAt };
  }, [waveform, segments, showSpeakers, durationSeconds]);
}
