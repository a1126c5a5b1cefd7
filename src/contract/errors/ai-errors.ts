import type { ErrorTable } from './error-table.ts';

/** Errors of answers and summaries. */
export const AI_ERRORS = {
  answer_pending: {
    status: 409,
    message: 'An answer about this transcript is already being written. Wait for it or stop it.',
  },
  summary_pending: { status: 409, message: 'A summary of this transcript is already being written.' },
  stopped: { status: 409, message: 'This was stopped.' },
  daily_limit: {
    status: 429,
    message:
      'You have reached your daily limit on the shared AI key. It resets at midnight (UTC). With your own API key, saved under Settings, there is no limit.',
  },
  total_daily_limit: {
    status: 429,
    message:
      'The shared AI key has reached its daily limit for all users. It resets at midnight (UTC). With your own API key, saved under Settings, there is no limit.',
  },
  shared_daily_limit: {
    status: 429,
    message: 'This shared transcript has reached its daily limit of questions. Please try again tomorrow.',
  },
  shared_total_daily_limit: {
    status: 429,
    message:
      'The daily limit of questions about shared transcripts has been reached. Please try again tomorrow.',
  },
  shared_chat_unavailable: {
    status: 503,
    message: 'Questions about this transcript cannot be answered at the moment. Only its owner can fix this.',
  },
  ai_key_rejected: {
    status: 422,
    message: 'The AI service did not accept the API key. Please check it under Settings.',
  },
  ai_no_credit: {
    status: 422,
    message:
      'The AI service account has no credit left. Add credit there, or clear the API key under Settings.',
  },
  ai_rate_limited: {
    status: 429,
    message: 'The AI service is getting too many requests. Please wait a minute and try again.',
  },
  ai_overloaded: {
    status: 503,
    message: 'The AI service is overloaded at the moment. Please try again shortly.',
  },
  ai_unreachable: {
    status: 503,
    message: 'The AI service could not be reached. Please check the connection and try again.',
  },
  ai_too_long: { status: 422, message: 'This is too long for the AI model. Please ask a shorter question.' },
  ai_refused: {
    status: 422,
    message: 'The AI service declined to answer this. Please rephrase your question.',
  },
  ai_not_accepted: {
    status: 502,
    message:
      'The AI service rejected this request: its model or address may be configured incorrectly. Please tell whoever runs this server.',
  },
  ai_bad_answer: {
    status: 502,
    message: 'The AI service gave an answer that could not be used. Please try again.',
  },
} as const satisfies ErrorTable;
