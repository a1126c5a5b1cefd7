import type { z } from 'zod';
import { SpeechService } from '#contract/speech-engines.ts';
import type { RemoteSpeechEngine } from '#speech/engine.ts';
import { SpeechError } from '#speech/speech-error.ts';
import type { Deps } from '../../deps.ts';
import type { JobHandler } from '../../jobs/queue.ts';
import { openKeys } from '../api-keys/service.ts';
import type { forgetRemoteJob } from './jobs.ts';

type ForgetDeps = Pick<Deps, 'config' | 'db' | 'cipher' | 'log' | 'speechService'>;

/** Has the service delete its copy of a recording and its text, with whichever key works, because keys may have changed since. */
export function forgetRemoteHandler(deps: ForgetDeps): JobHandler<z.output<typeof forgetRemoteJob.payload>> {
  return async ({ payload: { userId, remoteId, service }, signal }) => {
    const own = await openKeys(deps, userId);
    for (const each of service ? [service] : SpeechService.options) {
      for (const key of [own[each], deps.config.speechServices[each].apiKey]) {
        if (key) await forget(deps.speechService(each, key), remoteId, signal);
      }
    }
  };
}

async function forget(engine: RemoteSpeechEngine, remoteId: string, signal: AbortSignal): Promise<void> {
  try {
    await engine.forget(remoteId, signal);
  } catch (error) {
    // A revoked key will not work later either.
    const isHopeless = error instanceof SpeechError && error.problem.code === 'key_rejected';
    if (!isHopeless) throw error;
  }
}
