import { ERRORS, type ErrorCode } from '#contract/errors.ts';
import { NoRoomForSpeech, SpeechProcessKilled } from '#speech/short-of-memory.ts';
import { SpeechError } from '#speech/speech-error.ts';
import { AppError } from '../../app-error.ts';
import { isDiskFull } from '../../disk-full.ts';
import { engineMessage, problemMessage, SPEECH_ERROR_CODES } from '../../speech-messages.ts';
import { StoreError } from '../../storage/store.ts';
import type { TranscriptRow } from './queries.ts';

/** Why a run ended without a text: a code from the contract, and the message that people see. */
export interface Failure {
  code: ErrorCode;
  message: string;
}

/** The run that failed: its engine stands in the messages of the speech engines. */
type FailedRun = Pick<TranscriptRow, 'runEngine' | 'options'>;

/** A failure with the contract's message. */
export function failureWith(code: ErrorCode): Failure {
  return { code, message: ERRORS[code].message };
}

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
  const { runEngine, options } = run;
  const engine = runEngine ?? (options.engine === 'auto' ? 'local' : options.engine);
  if (error instanceof AppError) {
    const { code, message } = error;
    return { code, message: engineMessage(message, engine, options.language) };
  }
  if (!(error instanceof SpeechError)) return undefined;
  const { problem } = error;
  return {
    code: SPEECH_ERROR_CODES[problem.code],
    message: problemMessage(problem, engine, options.language),
  };
}
