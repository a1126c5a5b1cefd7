import { and, asc, count, eq, gt, lt, ne, sql } from 'drizzle-orm';
import type { Db, Tx } from '../../db/client.ts';
import { clips, SEGMENT_COLUMNS, segments } from '../../db/schema/index.ts';

export type ClipRow = typeof clips.$inferSelect;
export type NewClip = typeof clips.$inferInsert;
type Change = Partial<NewClip>;

export async function insertClip(tx: Tx, row: NewClip): Promise<ClipRow> {
  const [inserted] = await tx.insert(clips).values(row).returning();
  if (!inserted) throw new Error('The database returned no row for an insert.');
  return inserted;
}

export async function findClip(db: Db | Tx, id: number): Promise<ClipRow | undefined> {
  const [row] = await db.select().from(clips).where(eq(clips.id, id));
  return row;
}

/** What a clip is of, whatever its captions. */
type PartKey = 'transcriptId' | 'startMs' | 'endMs' | 'format';

function isOfPart({ transcriptId, startMs, endMs, format }: Pick<NewClip, PartKey>) {
  return and(
    eq(clips.transcriptId, transcriptId),
    eq(clips.startMs, startMs),
    eq(clips.endMs, endMs),
    eq(clips.format, format),
  );
}

/** The clip of the same part in the same way. */
export async function findSameClip(
  tx: Tx,
  part: Pick<NewClip, PartKey | 'captionsHash'>,
): Promise<ClipRow | undefined> {
  const [row] = await tx
    .select()
    .from(clips)
    .where(and(isOfPart(part), eq(clips.captionsHash, part.captionsHash)));
  return row;
}

/** Whether there is a clip of this part with captions, of whichever text. */
export async function hasClipOf(tx: Tx, part: Pick<NewClip, PartKey>): Promise<boolean> {
  const rows = await tx
    .select({ id: clips.id })
    .from(clips)
    .where(and(isOfPart(part), ne(clips.captionsHash, '')))
    .limit(1);
  return rows.length > 0;
}

/** The clips of a transcript, in order of time. */
export function listClipRows(db: Db | Tx, transcriptId: number): Promise<ClipRow[]> {
  return db
    .select()
    .from(clips)
    .where(eq(clips.transcriptId, transcriptId))
    .orderBy(asc(clips.startMs), asc(clips.endMs), asc(clips.id));
}

/** How many clips a transcript has, and how many of them are a user's own. */
export async function countClips(
  tx: Tx,
  { transcriptId, userId }: { transcriptId: number; userId: number },
): Promise<{ all: number; own: number }> {
  const [row] = await tx
    .select({ all: count(), own: sql<number>`count(*) filter (where ${clips.userId} = ${userId})::int` })
    .from(clips)
    .where(eq(clips.transcriptId, transcriptId));
  return row ?? { all: 0, own: 0 };
}

/** How many clips of a user are being made, counted by one transaction of that user at a time. */
export async function countWaitingClips(tx: Tx, userId: number): Promise<number> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`clips of ${userId}`}, 0))`);
  const [row] = await tx
    .select({ clips: count() })
    .from(clips)
    .where(and(eq(clips.userId, userId), eq(clips.status, 'processing')));
  return row?.clips ?? 0;
}

export async function changeClip(tx: Tx, id: number, change: Change): Promise<ClipRow | undefined> {
  const [row] = await tx.update(clips).set(change).where(eq(clips.id, id)).returning();
  return row;
}

/** Updates a clip that is still being made, by this run if one is named; undefined if it is not. */
export async function changeRunningClip(
  db: Db | Tx,
  { id, jobId }: { id: number; jobId?: string },
  change: Change,
): Promise<ClipRow | undefined> {
  const isOurs = jobId === undefined ? undefined : eq(clips.jobId, jobId);
  const isRunning = and(eq(clips.id, id), eq(clips.status, 'processing'), isOurs);
  const [row] = await db.update(clips).set(change).where(isRunning).returning();
  return row;
}

/** Deletes a clip and returns it; undefined if it is gone. */
export async function deleteClipRow(tx: Tx, id: number): Promise<ClipRow | undefined> {
  const [row] = await tx.delete(clips).where(eq(clips.id, id)).returning();
  return row;
}

/** Which of these files belong to a clip. */
export async function findClipKeys(db: Db | Tx, keys: string[]): Promise<string[]> {
  const rows = await db
    .select({ storageKey: clips.storageKey })
    .from(clips)
    .where(sql`${clips.storageKey} = any(${sql.param(keys)}::text[])`);
  return rows.flatMap(({ storageKey }) => storageKey ?? []);
}

/** What is said between two times (milliseconds), with its words. */
export function listSpokenBetween(db: Db | Tx, transcriptId: number, startMs: number, endMs: number) {
  return db
    .select(SEGMENT_COLUMNS)
    .from(segments)
    .where(
      and(eq(segments.transcriptId, transcriptId), lt(segments.startMs, endMs), gt(segments.endMs, startMs)),
    )
    .orderBy(asc(segments.position));
}

/** The speaker of the first segment of a text, under whose name all are shown while suggested speakers are hidden. */
export async function findFirstSpeaker(db: Db | Tx, transcriptId: number): Promise<string | undefined> {
  const [row] = await db
    .select({ speaker: segments.speaker })
    .from(segments)
    .where(eq(segments.transcriptId, transcriptId))
    .orderBy(asc(segments.position))
    .limit(1);
  return row?.speaker;
}
