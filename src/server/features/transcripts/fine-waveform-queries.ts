import { and, eq, sql } from 'drizzle-orm';
import type { Db, Tx } from '../../db/client.ts';
import { fineWaveforms } from '../../db/schema/index.ts';

/** Some peaks of a recording, counted from 0, with whether they are made; undefined if nobody has wanted them yet. */
export async function findFinePeaks(
  db: Db,
  transcriptId: number,
  { first, count }: { first: number; count: number },
): Promise<Pick<typeof fineWaveforms.$inferSelect, 'status' | 'peaks'> | undefined> {
  const [row] = await db
    .select({
      status: fineWaveforms.status,
      peaks: sql<Buffer | null>`substring(${fineWaveforms.peaks} from ${first + 1} for ${count})`,
    })
    .from(fineWaveforms)
    .where(eq(fineWaveforms.transcriptId, transcriptId));
  return row;
}

/** Notes that the peaks are being measured; false if that was noted before. */
export async function insertPendingWaveform(tx: Tx, transcriptId: number): Promise<boolean> {
  const rows = await tx
    .insert(fineWaveforms)
    .values({ transcriptId, status: 'pending' })
    .onConflictDoNothing()
    .returning({ id: fineWaveforms.transcriptId });
  return rows.length > 0;
}

/** Stores all peaks of a recording, in place of earlier ones; does nothing if the transcript is gone. */
export async function saveFinePeaks(db: Db, transcriptId: number, peaks: Uint8Array): Promise<void> {
  await db.execute(sql`
    insert into fine_waveforms (transcript_id, status, peaks)
    select id, 'made', ${Buffer.from(peaks)} from transcripts where id = ${transcriptId}
    on conflict (transcript_id) do update set status = excluded.status, peaks = excluded.peaks`);
}

/** Forgets the peaks of a recording of which another sound is heard now. */
export async function deleteFinePeaks(tx: Tx, transcriptId: number): Promise<void> {
  await tx.delete(fineWaveforms).where(eq(fineWaveforms.transcriptId, transcriptId));
}

/** Whether peaks are being measured for somebody. */
export async function isWaveformPending(db: Db, transcriptId: number): Promise<boolean> {
  const [row] = await db
    .select({ status: fineWaveforms.status })
    .from(fineWaveforms)
    .where(eq(fineWaveforms.transcriptId, transcriptId));
  return row?.status === 'pending';
}

/** Marks peaks that are being measured as impossible to measure. */
export async function failWaveform(db: Db, transcriptId: number): Promise<void> {
  await db
    .update(fineWaveforms)
    .set({ status: 'failed' })
    .where(and(eq(fineWaveforms.transcriptId, transcriptId), eq(fineWaveforms.status, 'pending')));
}
