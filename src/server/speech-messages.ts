import { ERRORS, type ErrorCode } from '#contract/errors.ts';
import { languageName } from '#contract/languages.ts';
import { MAX_RECORDING_MS } from '#contract/limits.ts';
import { type EngineName, SPEECH_ENGINES } from '#contract/speech-engines.ts';
import type { SpeechProblem } from '#speech/speech-error.ts';

/** The code, and with it the message, of each problem with a speech service or server. */
export const SPEECH_ERROR_CODES = {
  key_rejected: 'speech_key_rejected',
  no_credit: 'speech_no_credit',
  rate_limited: 'speech_rate_limited',
  loading: 'speech_server_loading',
  unreachable: 'speech_unreachable',
  wrong_address: 'speech_server_wrong_address',
  address_refused: 'speech_server_address_refused',
  unknown_model: 'speech_server_unknown_model',
  too_large: 'speech_server_too_large',
  too_long: 'speech_too_long',
  bad_answer: 'speech_bad_answer',
  failed: 'speech_remote_failed',
} as const satisfies Record<SpeechProblem['code'], ErrorCode>;

/** A message of the contract with the name of an engine, the longest recording that it takes, and the chosen language. */
export function engineMessage(message: string, engine: EngineName, language: string | null = null): string {
  const { name, maxDurationMs } = SPEECH_ENGINES[engine];
  const hours = (maxDurationMs ?? MAX_RECORDING_MS) / 3_600_000;
  const sentence = message
    .replaceAll('{engine}', name)
    .replaceAll('{hours}', String(hours))
    .replaceAll('{language}', languageName(language ?? 'und'));
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

/** What people read of a problem with an engine: its message, and the service's own reason if it gave one. */
export function problemMessage(problem: SpeechProblem, engine: EngineName, language?: string | null): string {
  const message = engineMessage(ERRORS[SPEECH_ERROR_CODES[problem.code]].message, engine, language);
  return problem.code === 'failed' && problem.said !== ''
    ? `${message.replace(/\.$/, '')}: ${problem.said}`
    : message;
}
