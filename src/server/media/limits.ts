const MINUTE_MS = 60_000;

/** Decoders need some ten megabytes; a file that makes one take this much is hostile. */
export const HOSTILE = {
  maxBytes: 1_500_000_000,
  tooLong: 'media_timeout',
  tooLarge: 'media_unreadable',
} as const;

/** How long a reader of strangers' files may take, in all and between two signs of life, and how much memory. */
export const TOOL_LIMITS = {
  probe: { ...HOSTILE, totalMs: MINUTE_MS, stalledMs: MINUTE_MS },
  decode: { ...HOSTILE, totalMs: 120 * MINUTE_MS, stalledMs: 2 * MINUTE_MS },
  makePlayable: { ...HOSTILE, totalMs: 350 * MINUTE_MS, stalledMs: 5 * MINUTE_MS },
} as const;
