import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { z } from 'zod';
import { AppError } from '../../app-error.ts';
import type { Deps } from '../../deps.ts';
import { endsWithTranscript, whileWanted } from '../../events/unwanted.ts';
import type { JobHandler } from '../../jobs/queue.ts';
import { missingResourceOf } from './failure.ts';
import { heardIn } from './heard-sound.ts';
import type { transcodeJob } from './jobs.ts';
import { changePendingMedia, findMedia, type MediaRow } from './media-queries.ts';
import { findTranscript } from './queries.ts';
import { announceChange } from './service.ts';
import { Superseded } from './superseded.ts';

type JobDeps = Pick<Deps, 'config' | 'db' | 'events' | 'store' | 'mediaTool' | 'log'>;

/** A larger copy is refused: a manipulated file could otherwise fill the store. */
const MAX_BYTES = 4_000_000_000;
/** A picture that is copied stays as large as it is. */
const MAX_GROWTH = 1.25;

/** Transcodes a recording that browsers cannot play (MOV, AVI) and stores the copy. */
export function transcodeHandler(deps: JobDeps): JobHandler<z.output<typeof transcodeJob.payload>> {
  return async ({ payload: { transcriptId }, signal, postpone }) => {
    const media = await findMedia(deps.db, transcriptId);
    if (media?.transcode !== 'pending') return;
    const wanted = whileWanted(deps.events, {
      isEnd: endsWithTranscript(transcriptId),
      isWanted: async () => (await findMedia(deps.db, transcriptId)) !== undefined,
      reason: new Superseded(),
    });
    try {
      const transcodeStorageKey = await transcode(deps, media, AbortSignal.any([signal, wanted.signal]));
      await endTranscode(deps, media, { transcode: 'made', transcodeStorageKey });
      // Deleted in the meantime, or heard by another sound: nothing else would remove the copy.
      const now = await findMedia(deps.db, transcriptId);
      const isMine = now?.transcodeStorageKey === transcodeStorageKey;
      if (!now || (isOneOfSeveral(media) && !isMine)) await deps.store.remove(transcodeStorageKey);
    } catch (error) {
      if (error instanceof Superseded) return;
      const missing = missingResourceOf(error);
      if (missing && (await postpone())) {
        deps.log.warn({ transcriptId, err: error }, 'transcode postponed');
        return;
      }
      if (!missing && !(error instanceof AppError)) throw error;
      const code = error instanceof AppError ? error.code : missing;
      deps.log.info({ transcriptId, code }, 'transcode failed');
      await endTranscode(deps, media, { transcode: 'failed' });
    } finally {
      wanted.end();
    }
  };
}

/** Records the outcome of a transcode that is still pending: a late run does not undo what another has made. */
export async function endTranscode(
  deps: Pick<Deps, 'db' | 'events'>,
  media: Pick<MediaRow, 'transcriptId' | 'soundTrack' | 'mixedTracks'>,
  outcome: { transcode: 'made'; transcodeStorageKey: string } | { transcode: 'failed' },
): Promise<void> {
  if (!(await changePendingMedia(deps.db, media, outcome))) return;
  const transcript = await findTranscript(deps.db, media.transcriptId);
  if (transcript) await announceChange(deps, deps.db, transcript);
}

/** Whether the recording has several sound tracks, so that a copy of it need not be of the sound that is heard. */
function isOneOfSeveral({ soundTracks }: MediaRow): boolean {
  return soundTracks !== null && soundTracks > 1;
}

async function transcode(deps: JobDeps, media: MediaRow, signal: AbortSignal): Promise<string> {
  const { transcriptId, storageKey, soundClock } = media;
  // Each run has its own folder, so that a stalled run and its replacement do not interfere.
  const folder = join(deps.config.dataDir, 'work', `transcode-${transcriptId}-${randomUUID()}`);
  const target = join(folder, 'playable.mp4');
  // The folder in the store keeps its first name, because existing files are there.
  const name = storageKey.replace(/^.*\//, '');
  // A name of its own: the copy of a sound that was heard before may be removed only now.
  const key = `renditions/${name}${isOneOfSeveral(media) ? `-${randomUUID()}` : ''}.mp4`;
  await mkdir(folder, { recursive: true });
  try {
    await deps.store.withLocalFile(
      storageKey,
      async (path) => {
        const info = await deps.mediaTool.probe(path, { signal, wanted: heardIn(media) });
        const clock = soundClock ?? (info.sound?.isBroken ? 'broken' : 'steady');
        await deps.mediaTool.makePlayable(path, target, { info, clock }, { signal });
      },
      signal,
    );
    await deps.store.put(key, createReadStream(target), {
      maxBytes: Math.max(MAX_BYTES, MAX_GROWTH * deps.config.maxUploadBytes),
      signal,
    });
    return key;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
