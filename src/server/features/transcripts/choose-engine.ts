import type { SpeechEngine } from '#speech/engine.ts';
import { MAX_CLOUD_MS } from '#speech/registry.ts';
import { AppError } from '../../app-error.ts';
import type { Deps } from '../../deps.ts';
import { openKeys } from '../api-keys/service.ts';
import { type Consumed, consume, type Quotas, refund, speechMinutes } from '../quotas/service.ts';
import type { TranscriptRow } from './queries.ts';

type ChoiceDeps = Pick<Deps, 'config' | 'db' | 'cipher' | 'log' | 'engine' | 'cloudSpeech'>;

/** A run that needs an engine. */
export interface RunToDo {
  transcript: TranscriptRow;
  durationMs: number;
  /** An earlier attempt of this run has left chunks: it continues with the engine that made them. */
  isBegunHere: boolean;
}

/** The engine chosen for one run. */
export interface ChosenEngine {
  engine: SpeechEngine;
  /** The service's job that the run continues. */
  remoteId: string | undefined;
  /** Call before submitting a job to the service. Throws if no minutes are left. */
  onOrdering: () => Promise<void>;
  /** Call when the service has accepted the job: from then on the minutes are consumed. */
  onOrdered: () => void;
}

/**
 * Runs `use` with the right engine. 'auto' means: AssemblyAI with the user's own key, else with the installation's key while
 * today's quota lasts, else the local engine, which also does what is too long for the service. A run that has begun continues
 * with the same engine. Minutes of the installation's account are consumed beforehand, and refunded if no job was submitted.
 * Throws 'speech_no_key', 'speech_daily_limit' and 'speech_total_daily_limit' if AssemblyAI was chosen explicitly, and whatever
 * `use` throws.
 */
export async function withEngine<Result>(
  deps: ChoiceDeps,
  run: RunToDo,
  use: (chosen: ChosenEngine) => Promise<Result>,
): Promise<Result> {
  const account = await chooseAccount(deps, run);
  if (!account) {
    return use({
      engine: deps.engine,
      remoteId: undefined,
      onOrdering: async () => undefined,
      onOrdered: () => undefined,
    });
  }
  const { apiKey, quotas } = account;
  let { consumed } = account;
  const onOrdering = async () => {
    // The earlier run's job is gone, or belonged to another account, so it is submitted again: that costs again.
    if (quotas) consumed ??= await consume(deps, quotas, minutesOf(run));
  };
  const onOrdered = () => {
    consumed = undefined;
  };
  const remoteId = run.transcript.remoteId ?? undefined;
  try {
    return await use({ engine: deps.cloudSpeech(apiKey), remoteId, onOrdering, onOrdered });
  } catch (error) {
    if (consumed) await refund(deps, consumed);
    throw error;
  }
}

interface Account {
  apiKey: string;
  /** The user's quotas for it; undefined for the user's own account. */
  quotas?: Quotas;
  /** What was consumed for a new job. */
  consumed?: Consumed;
}

/** The account at the service to use for this run; null for the local engine. */
async function chooseAccount(deps: ChoiceDeps, run: RunToDo): Promise<Account | null> {
  const { options, userId, remoteId } = run.transcript;
  if (remoteId === null && (options.engine === 'local' || run.isBegunHere)) return null;
  const isOptional = options.engine !== 'assemblyai';
  if (isOptional && run.durationMs > MAX_CLOUD_MS) return null;
  const { assemblyai } = await openKeys(deps, userId);
  if (assemblyai) return { apiKey: assemblyai };
  const { apiKey } = deps.config.assemblyAi;
  if (!apiKey) return orHere(isOptional, new AppError('speech_no_key'));
  const quotas = speechMinutes(deps, userId);
  // An earlier job is already paid for.
  if (remoteId !== null) return { apiKey, quotas };
  try {
    return { apiKey, quotas, consumed: await consume(deps, quotas, minutesOf(run)) };
  } catch (error) {
    return orHere(isOptional, error);
  }
}

/**
 * Returns null, for the local engine, if the service was not chosen explicitly and only a limit or a key is in the way; otherwise
 * throws.
 */
function orHere(isOptional: boolean, reason: unknown): null {
  if (isOptional && reason instanceof AppError) return null;
  throw reason;
}

function minutesOf({ durationMs }: RunToDo): number {
  return Math.ceil(durationMs / 60_000);
}
