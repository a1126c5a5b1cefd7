import { createReadStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { z } from 'zod';
import { AppError } from '../../app-error.ts';
import type { Deps } from '../../deps.ts';
import type { JobHandler } from '../../jobs/queue.ts';
import type { renditionJob } from './jobs.ts';
import { changeMedia, findMedia, findTranscript } from './queries.ts';
import { announceChange } from './service.ts';

type JobDeps = Pick<Deps, 'config' | 'db' | 'events' | 'store' | 'mediaTool' | 'log'>;

/** A rendition is never larger than this many times the largest upload; more would be a trick of the file. */
const MAX_BYTES = 4_000_000_000;

/** Makes the copy that browsers play of a recording that they do not (MOV, AVI), and puts it into the store. */
export function renditionHandler(deps: JobDeps): JobHandler<z.output<typeof renditionJob.payload>> {
  return async ({ payload: { transcriptId }, signal }) => {
    const transcript = await findTranscript(deps.db, transcriptId);
    const media = await findMedia(deps.db, transcriptId);
    if (!transcript || media?.rendition !== 'pending') return;
    try {
      const playableKey = await makeRendition(deps, transcriptId, media.storageKey, signal);
      const kept = await changeMedia(deps.db, transcriptId, { rendition: 'made', playableKey });
      // Deleted meanwhile: nobody else would remove the copy.
      if (!kept) await deps.store.remove(playableKey);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      deps.log.info({ transcriptId, code: error.code }, 'no playable copy could be made');
      await changeMedia(deps.db, transcriptId, { rendition: 'failed' });
    }
    await announceChange(deps, deps.db, transcript);
  };
}

async function makeRendition(
  deps: JobDeps,
  transcriptId: number,
  storageKey: string,
  signal: AbortSignal,
): Promise<string> {
  const folder = join(deps.config.dataDir, 'work', `rendition-${transcriptId}`);
  const target = join(folder, 'playable.mp4');
  const key = `renditions/${storageKey.replace(/^.*\//, '')}.mp4`;
  await mkdir(folder, { recursive: true });
  try {
    await deps.store.withLocalFile(
      storageKey,
      async (path) => {
        const info = await deps.mediaTool.probe(path, { signal });
        await deps.mediaTool.makePlayable(path, target, info, { signal });
      },
      signal,
    );
    await deps.store.put(key, createReadStream(target), { maxBytes: MAX_BYTES, signal });
    return key;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
