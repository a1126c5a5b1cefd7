import { and, eq, sql } from 'drizzle-orm';
import type { Db, Tx } from '../../db/client.ts';
import { clips, media } from '../../db/schema/index.ts';

export type MediaRow = typeof media.$inferSelect;
/** A recording that is in the store; its hash is null while nobody has read all of it here. */
export type StoredRecording = Pick<MediaRow, 'storageKey' | 'sizeBytes' | 'contentHash'>;
export type MediaChange = Partial<typeof media.$inferInsert>;

export async function insertMedia(tx: Tx, row: typeof media.$inferInsert): Promise<void> {
  await tx.insert(media).values(row);
}

export async function findMedia(db: Db | Tx, transcriptId: number): Promise<MediaRow | undefined> {
  const [row] = await db.select().from(media).where(eq(media.transcriptId, transcriptId));
  return row;
}

export async function changeMedia(tx: Tx, transcriptId: number, change: MediaChange): Promise<void> {
  await tx.update(media).set(change).where(eq(media.transcriptId, transcriptId));
}

/** Updates a recording's details while its playable copy is pending, of the same sound as it was read with; false if it is not. */
export async function changePendingMedia(
  db: Db | Tx,
  { transcriptId, soundTrack, mixedTracks }: Pick<MediaRow, 'transcriptId' | 'soundTrack' | 'mixedTracks'>,
  change: MediaChange,
): Promise<boolean> {
  const mixed = mixedTracks && JSON.stringify(mixedTracks);
  const isPending = and(
    eq(media.transcriptId, transcriptId),
    eq(media.transcode, 'pending'),
    sql`${media.soundTrack} is not distinct from ${soundTrack}::integer`,
    sql`${media.mixedTracks} is not distinct from ${mixed}::jsonb`,
  );
  return (
    (await db.update(media).set(change).where(isPending).returning({ id: media.transcriptId })).length > 0
  );
}

/** Updates a recording's details only while this job is the current run of its transcript; false means that the job is stale. */
export async function changeMediaAsJob(
  db: Db | Tx,
  transcriptId: number,
  jobId: string,
  change: MediaChange,
): Promise<boolean> {
  const isCurrent = sql`exists (select from transcripts where id = ${transcriptId} and job_id = ${jobId})`;
  const rows = await db
    .update(media)
    .set(change)
    .where(and(eq(media.transcriptId, transcriptId), isCurrent))
    .returning({ id: media.transcriptId });
  return rows.length > 0;
}

/** What has been or is being cut from a recording: the jobs that are running, and the files. */
export async function findClipsOf(
  tx: Tx,
  transcriptId: number,
): Promise<{ jobIds: string[]; storageKeys: string[] }> {
  const rows = await tx.select().from(clips).where(eq(clips.transcriptId, transcriptId));
  return {
    jobIds: rows.flatMap(({ status, jobId }) => (status === 'processing' && jobId ? [jobId] : [])),
    storageKeys: rows.flatMap(({ storageKey }) => storageKey ?? []),
  };
}

/** Which of these files a transcript refers to. */
export async function findMediaKeys(db: Db | Tx, keys: string[]): Promise<string[]> {
  const list = sql`${sql.param(keys)}::text[]`;
  const rows = await db
    .select({ storageKey: media.storageKey, transcodeStorageKey: media.transcodeStorageKey })
    .from(media)
    .where(sql`${media.storageKey} = any(${list}) or ${media.transcodeStorageKey} = any(${list})`);
  return rows.flatMap(({ storageKey, transcodeStorageKey }) =>
    transcodeStorageKey ? [storageKey, transcodeStorageKey] : [storageKey],
  );
}
