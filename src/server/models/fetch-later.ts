import { setTimeout as delay } from 'node:timers/promises';
import { checkModels, isAtHand, MODEL_FILES, type ModelFile } from '#speech/local/models.ts';
import type { Config } from '../config.ts';
import type { Deps } from '../deps.ts';
import { clearParts, fetchModel, isFromWeb, type WebModel } from './fetch-model.ts';
import type { FetchOptions } from './model-source.ts';

export interface LaterFetch {
  /** Resolves when every model is there, or after `close`. */
  ended: Promise<void>;
  /** Ends a running download; what has arrived is continued after the next start. */
  close(): Promise<void>;
}

export interface LaterOptions {
  modelsDir: string;
  /** Replaces the table in tests. */
  files?: readonly ModelFile[];
  /** Milliseconds after each failed try; the last one again and again. */
  pausesMs?: readonly number[];
  /** Milliseconds before each retry within a try. */
  retryPausesMs?: readonly number[];
  /** Replaces what pip starts with in tests. */
  pip?: FetchOptions['pip'];
}

type FetchDeps = Pick<Deps, 'outbound' | 'log'>;

const MINUTE_MS = 60_000;
const PAUSES_MS = [MINUTE_MS, 10 * MINUTE_MS, 60 * MINUTE_MS, 6 * 60 * MINUTE_MS];
/** How many lines of the log tell of a download's progress. */
const PROGRESS_LINES = 4;

/** Whether this process fetches models: only one that transcribes by itself, and only if the settings allow it. */
export function fetchesModels({ role, speech }: Pick<Config, 'role' | 'speech'>): boolean {
  return role !== 'web' && speech.engine === 'local' && speech.mayDownload;
}

/**
 * Begins to fetch the models that the engine can do without at first, and tries again after growing pauses until all are there. The log tells what comes
 * of it; nothing rejects.
 */
export function fetchModelsLater(deps: FetchDeps, options: LaterOptions): LaterFetch {
  const stop = new AbortController();
  const ended = fetchAll(deps, options, stop.signal).catch((error: unknown) => {
    if (!stop.signal.aborted) deps.log.error({ err: error }, 'speech models are no longer fetched');
  });
  return {
    ended,
    close: () => {
      stop.abort(new Error('the server is stopping'));
      return ended;
    },
  };
}

async function fetchAll(deps: FetchDeps, options: LaterOptions, signal: AbortSignal): Promise<void> {
  const { files = MODEL_FILES, pausesMs = PAUSES_MS } = options;
  const wanted = files.filter(isFromWeb).filter(({ needed }) => needed === 'later');
  for (let tries = 0; ; tries += 1) {
    const failed: string[] = [];
    for (const file of wanted) {
      const reason = await fetchOne(deps, { ...options, file }, signal);
      if (reason !== undefined) failed.push(reason);
    }
    if (failed.length === 0) return;
    const pauseMs = pausesMs[Math.min(tries, pausesMs.length - 1)] ?? MINUTE_MS;
    deps.log.warn(
      { reason: failed.join('; '), againInSeconds: pauseMs / 1000 },
      'a speech model could not be fetched; transcription does without it',
    );
    await delay(pauseMs, undefined, { signal, ref: false });
  }
}

/** Returns why the model is still not there; undefined if it is. */
async function fetchOne(
  deps: FetchDeps,
  { file, modelsDir, retryPausesMs, pip }: LaterOptions & { file: WebModel },
  signal: AbortSignal,
): Promise<string | undefined> {
  try {
    const [state] = await checkModels(modelsDir, [file]);
    if (!isAtHand(state)) {
      const replaced = { ...(retryPausesMs && { pausesMs: retryPausesMs }), ...(pip && { pip }) };
      const onProgress = progressTo(deps, file);
      const onWeights = (source: string) =>
        deps.log.info({ model: file.name, source }, 'fetching the weights of a speech model');
      deps.log.info({ model: file.name, sizeBytes: file.sizeBytes }, 'fetching a speech model');
      await fetchModel(deps, file, { modelsDir, signal, onProgress, onWeights, ...replaced });
      deps.log.info({ model: file.name }, 'a speech model is there');
    }
    // A read-only folder of complete models is no reason to try again.
    await clearParts(modelsDir, file).catch(() => undefined);
    return undefined;
  } catch (error) {
    signal.throwIfAborted();
    return error instanceof Error ? error.message : String(error);
  }
}

function progressTo({ log }: FetchDeps, { name, sizeBytes }: WebModel): FetchOptions['onProgress'] {
  let told = 0;
  return (doneBytes) => {
    const part = Math.floor((doneBytes / sizeBytes) * PROGRESS_LINES);
    if (part > told && part < PROGRESS_LINES)
      log.info(
        { model: name, percent: Math.round((100 * part) / PROGRESS_LINES) },
        'fetching a speech model',
      );
    told = Math.max(told, part);
  };
}
