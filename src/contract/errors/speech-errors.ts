import type { ErrorTable } from './error-table.ts';

/** Errors of the speech engines. `{engine}` stands for the name of the run's engine, `{hours}` for the longest recording that it takes, `{language}` for the chosen language. */
export const SPEECH_ERRORS = {
  engine_failed: {
    status: 500,
    message: 'Speech recognition stopped unexpectedly, more than once. You can try again.',
  },
  speech_no_key: {
    status: 422,
    message: 'There is no key for {engine}. Save one under Settings, or use the local engine.',
  },
  speech_daily_limit: {
    status: 429,
    message:
      'You do not have enough minutes left today on the shared key for {engine}. They reset at midnight (UTC). Use the local engine, or save your own key under Settings.',
  },
  speech_total_daily_limit: {
    status: 429,
    message:
      'The shared key for {engine} does not have enough minutes left today for all users. They reset at midnight (UTC). Use the local engine, or save your own key under Settings.',
  },
  speech_key_rejected: {
    status: 422,
    message: '{engine} did not accept the API key. Please check it under Settings, or use the local engine.',
  },
  speech_no_credit: {
    status: 422,
    message: 'The account for {engine} has no credit left. Add credit there, or use the local engine.',
  },
  speech_rate_limited: {
    status: 429,
    message:
      '{engine} is getting too many requests from this account. Please try again later, or use the local engine.',
  },
  speech_unreachable: {
    status: 503,
    message: '{engine} could not be reached. Please try again later, or use the local engine.',
  },
  speech_too_long: {
    status: 422,
    message:
      '{engine} takes recordings of up to {hours} hours, and this one is longer. Please use the local engine.',
  },
  speech_bad_answer: {
    status: 502,
    message: '{engine} gave an answer that could not be used. Please try again, or use the local engine.',
  },
  speech_server_none: {
    status: 422,
    message: 'There is no speech server to test. Please enter its address first.',
  },
  speech_server_not_allowed: {
    status: 403,
    message: 'This installation does not allow speech servers of one’s own. Please ask whoever runs it.',
  },
  speech_engine_gone: {
    status: 422,
    message: '{engine} is not set up here any more. Please choose another engine.',
  },
  speech_language_unknown: {
    status: 422,
    message: '{engine} does not understand {language}. Please choose another engine, or another language.',
  },
  speech_server_loading: {
    status: 503,
    message:
      'The speech server is still loading its model, or has too much to do. Please try again in a few minutes, or use the local engine.',
  },
  speech_server_wrong_address: {
    status: 422,
    message:
      'The speech server was not found at its address. Please check the address: it usually ends in /v1, and for some servers in /inference or /asr. An address that leads on to another one is not followed.',
  },
  speech_server_address_refused: {
    status: 422,
    message:
      'The speech server has an address that is not on the public internet, or an unusual port. Only whoever runs this installation can allow it, with the setting OUTBOUND_ALLOW.',
  },
  speech_server_unknown_model: {
    status: 422,
    message:
      'The speech server does not have this model. Please check the name of the model under Settings, or install the model on the server.',
  },
  speech_server_too_large: {
    status: 422,
    message:
      'The speech server refuses even short parts of this recording as too large. Please raise the limit of the server, or of a proxy in front of it.',
  },
  // Followed by the service's own reason if it gave one.
  speech_remote_failed: { status: 502, message: '{engine} could not transcribe this recording.' },
} as const satisfies ErrorTable;
