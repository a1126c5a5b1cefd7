import type { SpeechEngine } from '#speech/engine.ts';
import { MAX_CLOUD_MS } from '#speech/registry.ts';
import { AppError } from '../../app-error.ts';
import type { Deps } from '../../deps.ts';
import { openKeys } from '../api-keys/service.ts';
import { type Consumed, consume, type Quotas, refund, speechMinutes } from '../quotas/service.ts';
import type { TranscriptRow } from './queries.ts';

type ChoiceDeps = Pick<Deps, 'config' | 'db' | 'cipher' | 'log' | 'engine' | 'cloudSpeech'>;

/** A run for which an engine is wanted. */
export interface RunToDo {
  transcript: TranscriptRow;
  durationMs: number;
  /** An earlier run of it has left chunks: it goes on with the engine that made them. */
  isBegunHere: boolean;
}

/** An engine for one run. */
export interface ChosenEngine {
  engine: SpeechEngine;
  /** The service's job that the run goes on with. */
  remoteId: string | undefined;
  /** To be called before the service gets a job. Throws where there are no minutes for it. */
  onOrdering: () => Promise<void>;
  /** To be called when the service has got it: from then on the minutes are consumed. */
  onOrdered: () => void;
}

/**
 * Does a run with the engine that is wanted for it. 'auto': AssemblyAI with the person's own key, else with the installation's while today's quota
 * lasts, else the engine here, which also does what is too long for the service. A run that has begun goes on where it began. Minutes of the
 * installation's account are taken before, and given back when nothing was ordered. Throws 'speech_no_key', 'speech_daily_limit' and
 * 'speech_total_daily_limit' where AssemblyAI is asked for by name, and what `use` throws.
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
    // The job of the earlier run is gone, or was another account's, and is ordered anew: that costs again.
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
  /** What the person may use of it; undefined for one's own. */
  quotas?: Quotas;
  /** What was taken of it for a new order. */
  consumed?: Consumed;
}

/** The account at the service that this run is for; null when the engine here is to do it. */
async function chooseAccount(deps: ChoiceDeps, run: RunToDo): Promise<Account | null> {
  const { engineChoice, userId, remoteId } = run.transcript;
  if (remoteId === null && (engineChoice === 'local' || run.isBegunHere)) return null;
  const isOptional = engineChoice !== 'assemblyai';
  if (isOptional && run.durationMs > MAX_CLOUD_MS) return null;
  const { assemblyai } = await openKeys(deps, userId);
  if (assemblyai) return { apiKey: assemblyai };
  const { apiKey } = deps.config.assemblyAi;
  if (!apiKey) return orHere(isOptional, new AppError('speech_no_key'));
  const quotas = speechMinutes(deps, userId);
  // What was ordered before is paid for.
  if (remoteId !== null) return { apiKey, quotas };
  try {
    return { apiKey, quotas, consumed: await consume(deps, quotas, minutesOf(run)) };
  } catch (error) {
    return orHere(isOptional, error);
  }
}

/** Null, for the engine here, where the service is not asked for by name and nothing but a limit or a key is in the way. */
function orHere(isOptional: boolean, reason: unknown): null {
  if (isOptional && reason instanceof AppError) return null;
  throw reason;
}

function minutesOf({ durationMs }: RunToDo): number {
  return Math.ceil(durationMs / 60_000);
}
