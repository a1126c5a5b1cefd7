import { OutboundError } from './outbound-error.ts';

/** Ends a request when its time is up, when it stalls, or when its caller aborts it. */
export interface Watch {
  signal: AbortSignal;
  /** The remote side has to send something now. */
  waiting(): void;
  /** It is our turn: our own delay is not the remote side's fault. */
  resting(): void;
  end(): void;
}

export interface WatchLimits {
  totalMs: number;
  idleMs: number;
  signal: AbortSignal | undefined;
}

/** Starts the time limits of a request: `totalMs` for all of it, `idleMs` for each wait for the remote side. The watch's signal is also aborted by `signal`. */
export function startWatch({ totalMs, idleMs, signal }: WatchLimits): Watch {
  const limits = new AbortController();
  const total = setTimeout(
    () => limits.abort(new OutboundError('timeout', `took longer than ${totalMs} ms`)),
    totalMs,
  );
  let idle: NodeJS.Timeout | undefined;
  let isOver = false;
  const resting = () => clearTimeout(idle);
  return {
    signal: signal ? AbortSignal.any([signal, limits.signal]) : limits.signal,
    waiting: () => {
      resting();
      // A body may still be read when its answer is already complete.
      if (isOver) return;
      idle = setTimeout(
        () => limits.abort(new OutboundError('unreachable', `nothing came for ${idleMs} ms`)),
        idleMs,
      );
    },
    resting,
    end: () => {
      isOver = true;
      clearTimeout(total);
      resting();
    },
  };
}

/** What caused an error of undici: the watch's reason, our own refusal, or a broken connection. */
export function outboundFailureOf(error: unknown, { signal }: Pick<Watch, 'signal'>): Error {
  if (signal.aborted) return signal.reason instanceof Error ? signal.reason : new Error('aborted');
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof OutboundError) return cause;
  }
  return new OutboundError('unreachable', 'the connection failed', error);
}
