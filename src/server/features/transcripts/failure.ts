import { ERRORS, type ErrorCode } from '#contract/errors.ts';
import { MAX_RECORDING_MS } from '#contract/limits.ts';
import { SPEECH_ENGINES } from '#contract/speech-engines.ts';
import { NoRoomForSpeech, SpeechProcessKilled } from '#speech/short-of-memory.ts';
import { SpeechError, type SpeechProblem } from '#speech/speech-error.ts';
import { AppError } from '../../app-error.ts';
import { isDiskFull } from '../../disk-full.ts';
import { StoreError } from '../../storage/store.ts';
import type { TranscriptRow } from './queries.ts';

/** Why a run ended without a text: a code from the contract, and the message that people see. */
export interface Failure {
  code: ErrorCode;
  message: string;
}

/** The run that failed: its engine stands in the messages of the speech engines. */
export type FailedRun = Pick<TranscriptRow, 'runEngine' | 'options'>;

/** A failure with the contract's message. */
export function failureWith(code: ErrorCode, run?: FailedRun): Failure {
  return { code, message: run ? completed(ERRORS[code].message, run) : ERRORS[code].message };
}

function completed(message: string, { runEngine, options }: FailedRun): string {
  const { label, maxDurationMs } =
    SPEECH_ENGINES[runEngine ?? (options.engine === 'auto' ? 'local' : options.engine)];
  const hours = (maxDurationMs ?? MAX_RECORDING_MS) / 3_600_000;
  return message.replaceAll('{engine}', label).replaceAll('{hours}', String(hours));
}

const CODES = {
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

/** The missing resource that may be back later; undefined for any other error. */
export function missingResourceOf(
  error: unknown,
): 'storage_full' | 'storage_unavailable' | 'memory_short' | undefined {
  if (error instanceof NoRoomForSpeech || error instanceof SpeechProcessKilled) return 'memory_short';
  if (isDiskFull(error)) return 'storage_full';
  return error instanceof StoreError ? 'storage_unavailable' : undefined;
}

/** An error as the final failure of a run; undefined if it is worth retrying. */
export function finalFailure(error: unknown, run: FailedRun): Failure | undefined {
  if (error instanceof AppError) return failureWith(error.code, run);
  if (!(error instanceof SpeechError)) return undefined;
  const { problem } = error;
  const failure = failureWith(CODES[problem.code], run);
  const said = problem.code === 'failed' ? problem.said : '';
  return said === '' ? failure : { ...failure, message: `${failure.message.replace(/\.$/, '')}: ${said}` };
}
