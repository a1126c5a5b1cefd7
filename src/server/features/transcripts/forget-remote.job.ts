import type { z } from 'zod';
import { SpeechError } from '#speech/speech-error.ts';
import type { Deps } from '../../deps.ts';
import type { JobHandler } from '../../jobs/queue.ts';
import { openKeys } from '../api-keys/service.ts';
import type { forgetRemoteJob } from './jobs.ts';

type ForgetDeps = Pick<Deps, 'config' | 'db' | 'cipher' | 'log' | 'cloudSpeech'>;

/** Has the service delete its copy of a recording and its text, with whichever key works, because keys may have changed since. */
export function forgetRemoteHandler(deps: ForgetDeps): JobHandler<z.output<typeof forgetRemoteJob.payload>> {
  return async ({ payload: { userId, remoteId }, signal }) => {
    const { assemblyai } = await openKeys(deps, userId);
    for (const key of [assemblyai, deps.config.assemblyAi.apiKey]) {
      if (key) await forget(deps, key, { remoteId, signal });
    }
  };
}

async function forget(
  { cloudSpeech }: ForgetDeps,
  key: string,
  { remoteId, signal }: { remoteId: string; signal: AbortSignal },
): Promise<void> {
  try {
    await cloudSpeech(key).forget(remoteId, signal);
  } catch (error) {
    // A revoked key will not work later either.
    const isHopeless = error instanceof SpeechError && error.problem.code === 'key_rejected';
    if (!isHopeless) throw error;
  }
}
