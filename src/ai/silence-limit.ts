/** Ends a call when nothing was heard for a while. */
export interface SilenceLimit {
  /** Aborted by the caller's signal, or by silence. */
  signal: AbortSignal;
  /** Something was heard. */
  touch(): void;
  /** To be called at the end, whatever it is. */
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
