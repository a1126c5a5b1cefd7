import { ERRORS, type ErrorCode } from '#contract/errors.ts';
import { NoRoomForSpeech, SpeechProcessKilled } from '#speech/short-of-memory.ts';
import { SpeechError, type SpeechProblem } from '#speech/speech-error.ts';
import { AppError } from '../../app-error.ts';
import { isDiskFull } from '../../disk-full.ts';
import { StoreError } from '../../storage/store.ts';

/** Why a run ended without a text: a code from the contract, and the message that people see. */
export interface Failure {
  code: ErrorCode;
  message: string;
}

/** A failure with the contract's message. */
export function failureWith(code: ErrorCode): Failure {
  return { code, message: ERRORS[code].message };
}

const CODES = {
  key_rejected: 'speech_key_rejected',
  no_credit: 'speech_no_credit',
  rate_limited: 'speech_rate_limited',
  unreachable: 'speech_unreachable',
  too_long: 'speech_too_long',
  bad_answer: 'speech_bad_answer',
  failed: 'speech_remote_failed',
} as const satisfies Record<SpeechProblem['code'], ErrorCode>;

/** The missing resource that may be back later; undefined for any other error. */
export function missingResourceOf(
  error: unknown,
): 'storage_full' | 'storage_unavailable' | 'memory_short' | undefined {
  if (error instanceof NoRoomForSpeech || error instanceof SpeechProcessKilled) return 'memory_short';
  if (isDiskFull(error)) return 'storage_full';
  return error instanceof StoreError ? 'storage_unavailable' : undefined;
}

/** An error as the final failure of a run; undefined if it is worth retrying. */
export function finalFailure(error: unknown): Failure | undefined {
  if (error instanceof AppError) return failureWith(error.code);
  if (!(error instanceof SpeechError)) return undefined;
  const { problem } = error;
  const failure = failureWith(CODES[problem.code]);
  const said = problem.code === 'failed' ? problem.said : '';
  return said === '' ? failure : { ...failure, message: `${failure.message.replace(/\.$/, '')}: ${said}` };
}
