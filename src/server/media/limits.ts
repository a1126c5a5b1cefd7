const MINUTE_MS = 60_000;

/** Decoders need tens of megabytes; a file that makes one use this much is hostile. */
export const HOSTILE = {
  maxBytes: 1_500_000_000,
  tooLong: 'media_timeout',
  tooLarge: 'media_unreadable',
} as const;

/** Limits for processes that read strangers' files: in total, between two signs of life, and of memory. */
export const TOOL_LIMITS = {
  probe: { ...HOSTILE, totalMs: MINUTE_MS, stalledMs: MINUTE_MS },
  // It gives no sign before it has read the whole file: 20 GB at 35 MB/s.
  readThrough: { ...HOSTILE, totalMs: 10 * MINUTE_MS, stalledMs: 10 * MINUTE_MS },
  decode: { ...HOSTILE, totalMs: 120 * MINUTE_MS, stalledMs: 2 * MINUTE_MS },
  makePlayable: { ...HOSTILE, totalMs: 350 * MINUTE_MS, stalledMs: 5 * MINUTE_MS },
  // Half an hour of picture at most.
  cutClip: { ...HOSTILE, totalMs: 120 * MINUTE_MS, stalledMs: 5 * MINUTE_MS },
} as const;
