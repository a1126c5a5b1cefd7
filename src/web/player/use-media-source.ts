import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ERRORS } from '#contract/errors.ts';
import type { Transcript } from '#contract/transcripts.ts';
import { cdnUrlQuery, mediaTokenQuery } from './data.ts';
import { withToken } from './media-kind.ts';
import { type Attempt, firstAttempt, recoveryFor } from './media-recovery.ts';
import type { RecordingRef } from './recording-ref.ts';

const LOAD_FAILED = 'Unable to load media file. Please refresh the page and try again.';

export type MediaSource =
  | { state: 'loading' }
  | { state: 'preparing' }
  /** `retry` is null where trying again would change nothing. */
  | { state: 'failed'; message: string; retry: (() => void) | null }
  | { state: 'ready'; url: string; attempt: number; onError: (error: MediaError | null) => void };

/** The media source of a transcript, with recovery when it does not play. */
export function useMediaSource(
  recording: RecordingRef,
  { mediaUrl, mediaPreparing }: Pick<Transcript, 'mediaUrl' | 'mediaPreparing'>,
): MediaSource {
  const addresses = useAddresses(recording, mediaUrl);
  const [attempt, setAttempt] = useState<Attempt | null>(null);
  const [failed, setFailed] = useState(false);
  const retryTimer = useTimer();

  if (mediaPreparing) return { state: 'preparing' };
  if (mediaUrl === null) return { state: 'failed', message: ERRORS.media_not_found.message, retry: null };
  if (addresses.state === 'forbidden') {
    return { state: 'failed', message: ERRORS.media_forbidden.message, retry: () => void addresses.renew() };
  }
  if (addresses.state === 'loading') return { state: 'loading' };

  const { server, cdn, tokenAt, renew } = addresses;
  const current = attempt ?? firstAttempt(cdn ? 'cdn' : 'server');
  if (failed) return { state: 'failed', message: LOAD_FAILED, retry: () => void startAgain() };

  async function startAgain() {
    await renew();
    setAttempt({ ...firstAttempt(cdn ? 'cdn' : 'server'), number: current.number + 1 });
    setFailed(false);
  }

  function onError(error: MediaError | null) {
    const recovery = recoveryFor(
      {
        isNetwork: error?.code === MediaError.MEDIA_ERR_NETWORK,
        tokenAgeMs: Date.now() - tokenAt,
        hasCdn: cdn !== null,
      },
      current,
    );
    switch (recovery.kind) {
      case 'refresh-token':
        void renew().then(() => setAttempt(recovery.next));
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

  return {
    state: 'ready',
    url: current.place === 'cdn' && cdn ? cdn : server,
    attempt: current.number,
    onError,
  };
}

type Addresses =
  | { state: 'loading' }
  | { state: 'forbidden'; renew: () => Promise<unknown> }
  | { state: 'known'; server: string; cdn: string | null; tokenAt: number; renew: () => Promise<unknown> };

function useAddresses(recording: RecordingRef, mediaUrl: string | null): Addresses {
  const own = useOwnAddresses(recording.kind === 'own' ? recording.id : null, mediaUrl);
  const shared = useSharedAddress(recording.kind === 'shared' ? recording : null);
  return recording.kind === 'own' ? own : shared;
}

type OwnId = Extract<RecordingRef, { kind: 'own' }>['id'];

function useOwnAddresses(id: OwnId | null, mediaUrl: string | null): Addresses {
  const token = useQuery({ ...mediaTokenQuery(id), enabled: id !== null && mediaUrl !== null });
  const cdn = useQuery({ ...cdnUrlQuery(id), enabled: Boolean(token.data) });
  if (token.data === '') return { state: 'forbidden', renew: token.refetch };
  if (mediaUrl === null || token.data === undefined || cdn.isPending) return { state: 'loading' };
  return {
    state: 'known',
    server: withToken(mediaUrl, token.data),
    cdn: cdn.data ?? null,
    tokenAt: token.dataUpdatedAt,
    renew: () => Promise.all([token.refetch(), cdn.refetch()]),
  };
}

/** A shared address carries its token. It is kept while it works: another one would reload the recording. */
function useSharedAddress(shared: Extract<RecordingRef, { kind: 'shared' }> | null): Addresses {
  const [held, setHeld] = useState(() => ({ url: shared?.mediaUrl ?? null, tokenAt: Date.now() }));
  const server = held.url ?? shared?.mediaUrl ?? null;
  if (!shared || server === null) return { state: 'loading' };
  return {
    state: 'known',
    server,
    cdn: null,
    tokenAt: held.tokenAt,
    renew: async () => setHeld({ url: await shared.renew(), tokenAt: Date.now() }),
  };
}

function useTimer(): (run: () => void, delayMs: number) => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (run, delayMs) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(run, delayMs);
  };
}
