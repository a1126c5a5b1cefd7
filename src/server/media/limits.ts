const MINUTE_MS = 60_000;

/** How long a reader of strangers' files may take, in all and between two signs of life. */
export const TIME_LIMITS = {
  probe: { totalMs: MINUTE_MS, stalledMs: MINUTE_MS },
  decode: { totalMs: 120 * MINUTE_MS, stalledMs: 2 * MINUTE_MS },
  makePlayable: { totalMs: 350 * MINUTE_MS, stalledMs: 5 * MINUTE_MS },
} as const;
