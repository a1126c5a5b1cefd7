import type { ErrorTable } from './error-table.ts';

/** Errors of the speech engines. */
export const SPEECH_ERRORS = {
  engine_failed: {
    status: 500,
    message: 'Speech recognition stopped unexpectedly, more than once. You can try again.',
  },
  speech_no_key: {
    status: 422,
    message: 'There is no AssemblyAI key. Save one under Settings, or use the local engine.',
  },
  speech_daily_limit: {
    status: 429,
    message:
      'You do not have enough minutes left today on the shared AssemblyAI key. They reset at midnight (UTC). Use the local engine, or save your own key under Settings.',
  },
  speech_total_daily_limit: {
    status: 429,
    message:
      'The shared AssemblyAI key does not have enough minutes left today for all users. They reset at midnight (UTC). Use the local engine, or save your own key under Settings.',
  },
  speech_key_rejected: {
    status: 422,
    message:
      'AssemblyAI did not accept the API key. Please check it under Settings, or use the local engine.',
  },
  speech_no_credit: {
    status: 422,
    message: 'The AssemblyAI account has no credit left. Add credit there, or use the local engine.',
  },
  speech_rate_limited: {
    status: 429,
    message:
      'AssemblyAI is getting too many requests from this account. Please try again later, or use the local engine.',
  },
  speech_unreachable: {
    status: 503,
    message: 'AssemblyAI could not be reached. Please try again later, or use the local engine.',
  },
  speech_too_long: {
    status: 422,
    message:
      'AssemblyAI takes recordings of up to 10 hours, and this one is longer. Please use the local engine.',
  },
  speech_bad_answer: {
    status: 502,
    message: 'AssemblyAI gave an answer that could not be used. Please try again, or use the local engine.',
  },
  // Followed by the service's own reason if it gave one.
  speech_remote_failed: { status: 502, message: 'AssemblyAI could not transcribe this recording.' },
} as const satisfies ErrorTable;
