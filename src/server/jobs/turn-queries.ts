import { eq, sql } from 'drizzle-orm';
import type { Tx } from '../db/client.ts';
import { clips, media, speakerSearches, transcripts } from '../db/schema/index.ts';
import type { JobDefinition } from './job.ts';

/** Whose job something is, and how long it takes, in minutes of recording. */
export interface Turn {
  person: number;
  minutes: number;
}

const MINUTE_MS = 60_000;
/** A minute of a recording whose length is not known yet: about that of an MP3. */
const MINUTE_BYTES = 1_000_000;

/** The turn of a job on the whole recording of a transcript; undefined if that is gone. */
export async function turnOfTranscript(tx: Tx, id: number): Promise<Turn | undefined> {
  const [row] = await tx
    .select({
      person: transcripts.userId,
      durationMs: transcripts.durationMs,
      sizeBytes: media.sizeBytes,
    })
    .from(transcripts)
    .leftJoin(media, eq(media.transcriptId, transcripts.id))
    .where(eq(transcripts.id, id));
  if (!row) return undefined;
  const minutes = row.durationMs === null ? (row.sizeBytes ?? 0) / MINUTE_BYTES : row.durationMs / MINUTE_MS;
  return { person: row.person, minutes: atLeastOne(minutes) };
}

/** The turn of whoever asked for the speakers of a transcript. */
export async function turnOfSearch(tx: Tx, id: number): Promise<Turn | undefined> {
  const [row] = await tx
    .select({ asker: speakerSearches.userId })
    .from(speakerSearches)
    .where(eq(speakerSearches.transcriptId, id));
  const turn = await turnOfTranscript(tx, id);
  return turn && { ...turn, person: row?.asker ?? turn.person };
}

/** The turn of whoever asked for a clip. */
export async function turnOfClip(tx: Tx, id: number): Promise<Turn | undefined> {
  const [row] = await tx
    .select({
      owner: transcripts.userId,
      asker: clips.userId,
      lengthMs: sql<number>`${clips.endMs} - ${clips.startMs}`,
    })
    .from(clips)
    .innerJoin(transcripts, eq(transcripts.id, clips.transcriptId))
    .where(eq(clips.id, id));
  return row && { person: row.asker ?? row.owner, minutes: atLeastOne(row.lengthMs / MINUTE_MS) };
}

/**
 * The place of a new job in its queue, as a priority (higher ones come first), so that people take turns by the length of their jobs: start-time fair queuing
 * (Goyal, Vin and Cheng, 1997). A job starts, in virtual minutes, where its person's last unfinished one ends, or now, whichever is later; now
 * is the start of the job that is next, or that is being done. The priority is that start, negated.
 */
export async function placeInTurn(tx: Tx, { name }: JobDefinition, person: number): Promise<number> {
  const { rows } = await tx.execute(sql`
    select least(
      coalesce(max(priority) filter (where state <> 'active'), max(priority), 0),
      min(priority - coalesce((data->>${MINUTES})::integer, 1)) filter (where group_id = ${groupOf(person)}))::integer as priority
    from pgboss.job where name = ${name} and state in ('created', 'retry', 'active')`);
  // Always one row, of one whole number.
  return Number(rows[0]?.priority ?? 0);
}

/** Where a job's data tells its length in minutes. */
export const MINUTES = 'turnMinutes';

/** The group of a person's jobs. */
export function groupOf(person: number): string {
  return String(person);
}

function atLeastOne(minutes: number): number {
  return Math.max(1, Math.ceil(minutes));
}
