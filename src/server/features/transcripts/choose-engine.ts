import { includesLanguage } from '#contract/languages.ts';
import { SPEECH_ENGINES } from '#contract/speech-engines.ts';
import type { SpeechEngine } from '#speech/engine.ts';
import { AppError } from '../../app-error.ts';
import { type Consumed, consume, refund } from '../quotas/service.ts';
import { type EngineAccess, type EngineDeps, listUsableEngines } from '../speech-engines/service.ts';
import type { TranscriptRow } from './queries.ts';

/** A run that needs an engine. */
export interface RunToDo {
  transcript: TranscriptRow;
  durationMs: number;
  /** What made the chunks that an earlier attempt of this run has left: it continues with that. */
  begunBy: string | undefined;
}

/** The engine chosen for one run. */
export interface ChosenEngine {
  /** Chunks of anything else are not used: of another engine or server. */
  madeBy: string;
  engine: SpeechEngine;
  /** The service's job that the run continues. */
  remoteId: string | undefined;
  /** Call before submitting a job to the service. Throws if no minutes are left. */
  onOrdering: () => Promise<void>;
  /** Call when the service has accepted the job: from then on the minutes are consumed. */
  onOrdered: () => void;
}

/**
 * Runs `use` with the right engine. 'auto' means: the first usable engine that takes a recording of this length in this language and has
 * minutes left today. A run that has begun continues with the same engine. Minutes of the installation's account are consumed beforehand, and
 * refunded if no job was submitted. Throws 'speech_no_key', 'speech_engine_gone', 'speech_language_unknown', 'speech_daily_limit' and 'speech_total_daily_limit' if a service was chosen
 * explicitly, and whatever `use` throws.
 */
export async function withEngine<Result>(
  deps: EngineDeps,
  run: RunToDo,
  use: (chosen: ChosenEngine) => Promise<Result>,
): Promise<Result> {
  const { access, isPaid } = await chooseAccess(deps, run);
  let consumed = isPaid;
  const onOrdering = async () => {
    // The earlier run's job is gone, or belonged to another account, so it is submitted again: that costs again.
    if (access.quotas) consumed ??= await consume(deps, access.quotas, minutesOf(run));
  };
  const onOrdered = () => {
    consumed = undefined;
  };
  const remoteId = run.transcript.remoteId ?? undefined;
  try {
    return await use({
      madeBy: makerOf(access, run),
      engine: access.create(),
      remoteId,
      onOrdering,
      onOrdered,
    });
  } catch (error) {
    if (consumed) await refund(deps, consumed);
    throw error;
  }
}

interface Chosen {
  access: EngineAccess;
  /** What was consumed for a new job. */
  isPaid?: Consumed | undefined;
}

async function chooseAccess(deps: EngineDeps, run: RunToDo): Promise<Chosen> {
  const { options, userId } = run.transcript;
  const usable = await listUsableEngines(deps, userId);
  const begun = usable.find((each) => hasBegun(each, run) && understands(each, options.language));
  // An earlier job is already paid for.
  if (begun) return { access: begun };
  const isOptional = options.engine === 'auto';
  const wanted = usable.filter((each) => (isOptional ? takes(each, run) : each.name === options.engine));
  if (wanted.length === 0)
    throw new AppError(options.engine === 'server' ? 'speech_engine_gone' : 'speech_no_key');
  const candidates = wanted.filter((each) => understands(each, options.language));
  const last = candidates.at(-1);
  if (!last) throw new AppError('speech_language_unknown');
  for (const access of candidates) {
    try {
      return { access, isPaid: access.quotas && (await consume(deps, access.quotas, minutesOf(run))) };
    } catch (error) {
      // Only a limit is in the way, and another engine may do it.
      if (access === last || !(error instanceof AppError)) throw error;
    }
  }
  throw new AppError('speech_engine_gone');
}

/** What makes the chunks of an engine: its name, which server it is, and the language that it is told. */
function makerOf({ name, identity }: EngineAccess, { transcript }: RunToDo): string {
  if (identity === undefined) return name;
  return [name, identity, transcript.options.language ?? ''].join(':');
}

/** The name of the engine that `makerOf` has told. */
export function engineOf(madeBy: string): string {
  return madeBy.replace(/:.*/, '');
}

function hasBegun(access: EngineAccess, run: RunToDo): boolean {
  const { name } = access;
  const { transcript, begunBy } = run;
  const { remoteId, runEngine, options } = transcript;
  if (options.engine !== 'auto' && options.engine !== name) return false;
  if (remoteId === null) return makerOf(access, run) === begunBy;
  // Of jobs from before that was recorded, only this is known: a service has them.
  return runEngine === null ? SPEECH_ENGINES[name].place === 'service' : name === runEngine;
}

function takes({ name }: EngineAccess, { durationMs }: RunToDo): boolean {
  return durationMs <= (SPEECH_ENGINES[name].maxDurationMs ?? Number.POSITIVE_INFINITY);
}

function understands({ name }: EngineAccess, language: string | null): boolean {
  return language === null || includesLanguage(SPEECH_ENGINES[name].languages, language);
}

function minutesOf({ durationMs }: RunToDo): number {
  return Math.ceil(durationMs / 60_000);
}
