/** Ends a call after a period of silence. */
export interface SilenceLimit {
  /** Aborted by the caller's signal, or by silence. */
  signal: AbortSignal;
  /** Something was received. */
  touch(): void;
  /** Call at the end, on success and on failure. */
  end(): void;
}

/** A signal that follows `signal` and is also aborted `ms` milliseconds after the last `touch`. */
export function limitSilence(signal: AbortSignal, ms: number): SilenceLimit {
  const silence = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const touch = () => {
    clearTimeout(timer);
    timer = setTimeout(() => silence.abort(new Error('Nothing was heard')), ms);
  };
  touch();
  return { signal: AbortSignal.any([signal, silence.signal]), touch, end: () => clearTimeout(timer) };
}
