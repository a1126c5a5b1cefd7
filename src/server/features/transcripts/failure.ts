import { ERRORS, type ErrorCode } from '#contract/errors.ts';
import { NoRoomForSpeech, SpeechProcessKilled } from '#speech/short-of-memory.ts';
import { SpeechError } from '#speech/speech-error.ts';
import { AppError } from '../../app-error.ts';
import { isDiskFull } from '../../disk-full.ts';
import { engineMessage, SPEECH_ERROR_CODES } from '../../speech-messages.ts';
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
  const engine = runEngine ?? (options.engine === 'auto' ? 'local' : options.engine);
  return engineMessage(message, engine, options.language);
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
  if (error instanceof AppError) return failureWith(error.code, run);
  if (!(error instanceof SpeechError)) return undefined;
  const { problem } = error;
  const failure = failureWith(SPEECH_ERROR_CODES[problem.code], run);
  const said = problem.code === 'failed' ? problem.said : '';
  return said === '' ? failure : { ...failure, message: `${failure.message.replace(/\.$/, '')}: ${said}` };
}
