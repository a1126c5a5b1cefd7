import { and, asc, count, desc, eq, type SQL, sql } from 'drizzle-orm';
import type { EditSteps } from '#contract/edits.ts';
import type { Db, Tx } from '../../db/client.ts';
import { edits, type HeardSound, SEGMENT_COLUMNS, segments, versions } from '../../db/schema/index.ts';
import type { TranscriptRow } from './queries.ts';

export type VersionRow = typeof versions.$inferSelect;

/** Saves a copy of the current text under its version number, and of which sound it is; its segments and history stay in place. */
export async function copyVersion(tx: Tx, row: TranscriptRow, heard: HeardSound | null): Promise<void> {
  const {
    wordCount,
    accuracy,
    language,
    languageBy,
    lowConfidence,
    speakersBy,
    speakersSuggested,
    showSpeakers,
    segmentCount,
    engine,
    imported,
  } = row;
  const kept = await tx
    .select(SEGMENT_COLUMNS)
    .from(segments)
    .where(eq(segments.transcriptId, row.id))
    .orderBy(asc(segments.position));
  await tx.insert(versions).values({
    transcriptId: row.id,
    version: row.version,
    madeAt: row.madeAt ?? row.createdAt,
    segments: kept,
    speakerNames: row.speakerNames,
    facts: {
      wordCount,
      accuracy,
      language,
      languageBy,
      lowConfidence,
      speakersBy,
      speakersSuggested,
      showSpeakers,
      segmentCount,
      engine,
      imported,
      heard,
    },
  });
}

export async function findVersion(
  tx: Tx,
  transcriptId: number,
  version: number,
): Promise<VersionRow | undefined> {
  const [row] = await tx
    .select()
    .from(versions)
    .where(and(eq(versions.transcriptId, transcriptId), eq(versions.version, version)));
  return row;
}

export async function deleteVersion(tx: Tx, transcriptId: number, version: number): Promise<void> {
  await tx
    .delete(versions)
    .where(and(eq(versions.transcriptId, transcriptId), eq(versions.version, version)));
}

/** The older versions, without their texts. */
export async function listVersionRows(
  db: Db | Tx,
  transcriptId: number,
): Promise<Pick<VersionRow, 'version' | 'madeAt' | 'facts'>[]> {
  return db
    .select({ version: versions.version, madeAt: versions.madeAt, facts: versions.facts })
    .from(versions)
    .where(eq(versions.transcriptId, transcriptId))
    .orderBy(desc(versions.version));
}

/** The version number of the next text. */
export async function nextVersion(tx: Tx, transcript: TranscriptRow): Promise<number> {
  const kept = await listVersionRows(tx, transcript.id);
  return Math.max(transcript.version, ...kept.map(({ version }) => version)) + 1;
}

/** The number of history steps of each version. */
export async function countEdits(db: Db | Tx, transcriptId: number): Promise<Map<number, number>> {
  const rows = await db
    .select({ version: edits.version, total: count() })
    .from(edits)
    .where(eq(edits.transcriptId, transcriptId))
    .groupBy(edits.version);
  return new Map(rows.map(({ version, total }) => [version, total]));
}

const IS_STEP = sql`kind not in ('undo', 'redo')`;

const ownIn = ({ id, version }: Pick<TranscriptRow, 'id' | 'version'>, userId: number) =>
  sql`transcript_id = ${id} and version = ${version} and user_id = ${userId}`;

/** Selects `id` and `kind` of the user's last step that is not undone. */
export function stepToUndo(text: Pick<TranscriptRow, 'id' | 'version'>, userId: number): SQL {
  return sql`select id, kind from edits where ${ownIn(text, userId)} and ${IS_STEP} and not is_undone
    order by id desc limit 1`;
}

/**
 * Selects `id` and `kind` of the step that the user's redo would repeat. A new step ends redo: whatever was undone when it was made is
 * never repeated. `height` is the number of steps that stood when a step was made, counted from any of them: one that a later step stands
 * in the place of was undone by then.
 */
export function stepToRedo(text: Pick<TranscriptRow, 'id' | 'version'>, userId: number): SQL {
  return sql`
    with placed as (
      select id, kind, is_undone, ${IS_STEP} as is_step,
        coalesce(sum(case kind when 'undo' then -1 else 1 end)
          over (order by id rows between unbounded preceding and 1 preceding), 0) as height
      from edits
      where ${ownIn(text, userId)}
        and id > coalesce((select id from (${stepToUndo(text, userId)}) as done), 0)
    ), followed as (
      select *, min(height) filter (where is_step)
        over (order by id desc rows between unbounded preceding and 1 preceding) as lowest_after
      from placed
    )
    select id, kind from followed
    where is_step and is_undone and (lowest_after is null or lowest_after > height)
    order by id limit 1`;
}

/** The steps that undo and redo would apply for this user. */
export async function findEditSteps(
  db: Db | Tx,
  { id, version }: Pick<TranscriptRow, 'id' | 'version'>,
  userId: number,
): Promise<EditSteps> {
  const { rows } = await db.execute(sql`
    select (select kind from (${stepToUndo({ id, version }, userId)}) as done) as undo,
      (select kind from (${stepToRedo({ id, version }, userId)}) as undone) as redo,
      (select count(*)::integer from edits where transcript_id = ${id} and version = ${version}) as "editCount"`);
  // Always exactly one row, with the three columns above.
  return rows[0] as unknown as EditSteps;
}
