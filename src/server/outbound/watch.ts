import { OutboundError } from './outbound-error.ts';

/** Ends a request when its time is up, when nothing comes, or when its caller wants it to. */
export interface Watch {
  signal: AbortSignal;
  /** The other side has to say something now. */
  waiting(): void;
  /** It is our turn: that we take our time is not its fault. */
  resting(): void;
  end(): void;
}

export interface WatchLimits {
  totalMs: number;
  idleMs: number;
  signal: AbortSignal | undefined;
}

export function startWatch({ totalMs, idleMs, signal }: WatchLimits): Watch {
  const limits = new AbortController();
  const total = setTimeout(
    () => limits.abort(new OutboundError('timeout', `took longer than ${totalMs} ms`)),
    totalMs,
  );
  let idle: NodeJS.Timeout | undefined;
  const resting = () => clearTimeout(idle);
  return {
    signal: signal ? AbortSignal.any([signal, limits.signal]) : limits.signal,
    waiting: () => {
      resting();
      idle = setTimeout(
        () => limits.abort(new OutboundError('unreachable', `nothing came for ${idleMs} ms`)),
        idleMs,
      );
    },
    resting,
    end: () => {
      clearTimeout(total);
      resting();
    },
  };
}

/** What stands behind an error of undici: why the watch ended it, our own refusal, or a broken connection. */
export function reasonOf(error: unknown, { signal }: Pick<Watch, 'signal'>): Error {
  if (signal.aborted) return signal.reason instanceof Error ? signal.reason : new Error('aborted');
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof OutboundError) return cause;
  }
  return new OutboundError('unreachable', 'the connection failed', error);
}
