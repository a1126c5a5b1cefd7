import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ERRORS } from '#contract/errors.ts';
import type { Transcript } from '#contract/transcripts.ts';
import { cdnUrlQuery, mediaTokenQuery } from './data.ts';
import { withToken } from './media-kind.ts';
import { type Attempt, firstAttempt, recoveryFor } from './media-recovery.ts';

const LOAD_FAILED = 'Unable to load media file. Please refresh the page and try again.';

export type MediaSource =
  | { state: 'loading' }
  | { state: 'preparing' }
  | { state: 'failed'; message: string }
  | { state: 'ready'; url: string; attempt: number; onError: (error: MediaError | null) => void };

/** Where the media of a transcript play from, with what can be done when they do not. */
export function useMediaSource(
  transcript: Pick<Transcript, 'id' | 'mediaUrl' | 'mediaPreparing'>,
): MediaSource {
  const { mediaUrl } = transcript;
  const token = useQuery({ ...mediaTokenQuery(transcript.id), enabled: mediaUrl !== null });
  const cdn = useQuery({ ...cdnUrlQuery(transcript.id), enabled: Boolean(token.data) });
  const [attempt, setAttempt] = useState<Attempt | null>(null);
  const [failed, setFailed] = useState(false);
  const retryTimer = useTimer();

  if (transcript.mediaPreparing) return { state: 'preparing' };
  if (mediaUrl === null) return { state: 'failed', message: ERRORS.media_not_found.message };
  if (token.data === '') return { state: 'failed', message: ERRORS.media_forbidden.message };
  if (failed) return { state: 'failed', message: LOAD_FAILED };
  if (token.data === undefined || cdn.isPending) return { state: 'loading' };

  const current = attempt ?? firstAttempt(cdn.data ? 'cdn' : 'server');
  const url = current.place === 'cdn' && cdn.data ? cdn.data : withToken(mediaUrl, token.data);

  function onError(error: MediaError | null) {
    const recovery = recoveryFor(
      {
        isNetwork: error?.code === MediaError.MEDIA_ERR_NETWORK,
        tokenAgeMs: Date.now() - token.dataUpdatedAt,
        hasCdn: Boolean(cdn.data),
      },
      current,
    );
    switch (recovery.kind) {
      case 'refresh-token':
        void Promise.all([token.refetch(), cdn.refetch()]).then(() => setAttempt(recovery.next));
        return;
      case 'retry':
        retryTimer(() => setAttempt(recovery.next), recovery.delayMs);
        return;
      case 'swap':
        setAttempt(recovery.next);
        return;
      case 'give-up':
        setFailed(true);
    }
  }

  return { state: 'ready', url, attempt: current.number, onError };
}

function useTimer(): (run: () => void, delayMs: number) => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (run, delayMs) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(run, delayMs);
  };
}
