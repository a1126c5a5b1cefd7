import { and, asc, desc, eq, gte, inArray, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { EditKind } from '#contract/edits.ts';
import type { PlacedSegment } from '#domain/segments.ts';
import type { Db, Tx } from '../../db/client.ts';
import {
  edits,
  SEGMENT_COLUMNS,
  type SegmentState,
  type StoredChange,
  segments,
  type transcripts,
  users,
} from '../../db/schema/index.ts';
import { stepToRedo, stepToUndo } from '../transcripts/service.ts';

export type { SegmentState, StoredChange, StoredNames } from '../../db/schema/index.ts';
export type EditRow = typeof edits.$inferSelect;
export type TextRow = typeof transcripts.$inferSelect;

/** The order of the segments of a text. */
export const IN_ORDER = [asc(segments.position), asc(segments.startMs), asc(segments.id)];

/** A transcript's segments, all or those that match the condition, in order. */
async function selectSegments(db: Db | Tx, transcriptId: number, condition?: SQL): Promise<PlacedSegment[]> {
  return db
    .select(SEGMENT_COLUMNS)
    .from(segments)
    .where(and(eq(segments.transcriptId, transcriptId), condition))
    .orderBy(...IN_ORDER);
}

export function findAllSegments(db: Db | Tx, transcriptId: number): Promise<PlacedSegment[]> {
  return selectSegments(db, transcriptId);
}

export function findSegments(
  db: Db | Tx,
  transcriptId: number,
  ids: readonly number[],
): Promise<PlacedSegment[]> {
  // One parameter for all ids: a run can have thousands.
  return selectSegments(db, transcriptId, sql`${segments.id} = any(${sql.param([...ids])}::bigint[])`);
}

export function findSegmentsOf(db: Db | Tx, transcriptId: number, speaker: string): Promise<PlacedSegment[]> {
  return selectSegments(db, transcriptId, eq(segments.speaker, speaker));
}

/** Segments whose normalized text contains this: all that a case-insensitive search could match, and some more. */
export function findSegmentsWith(
  db: Db | Tx,
  transcriptId: number,
  normalized: string,
): Promise<PlacedSegment[]> {
  return selectSegments(db, transcriptId, sql`position(${normalized} in ${segments.normalized}) > 0`);
}

/** Only the texts of these segments. */
export async function findTextsWith(
  db: Db | Tx,
  transcriptId: number,
  normalized: string,
): Promise<string[]> {
  const rows = await db
    .select({ text: segments.text })
    .from(segments)
    .where(
      and(
        eq(segments.transcriptId, transcriptId),
        sql`position(${normalized} in ${segments.normalized}) > 0`,
      ),
    );
  return rows.map(({ text }) => text);
}

/** The total number of characters of all segments. */
export async function measureText(db: Db | Tx, transcriptId: number): Promise<number> {
  const [row] = await db
    .select({ length: sql<number>`coalesce(sum(length(${segments.text})), 0)::double precision` })
    .from(segments)
    .where(eq(segments.transcriptId, transcriptId));
  return row?.length ?? 0;
}

/** The segment that follows this one; undefined after the last. */
export async function findNextSegment(
  db: Db | Tx,
  transcriptId: number,
  after: Pick<PlacedSegment, 'id' | 'position' | 'startMs'>,
): Promise<PlacedSegment | undefined> {
  const [next] = await db
    .select(SEGMENT_COLUMNS)
    .from(segments)
    .where(
      and(
        eq(segments.transcriptId, transcriptId),
        sql`(${segments.position}, ${segments.startMs}, ${segments.id}) > (${after.position}, ${after.startMs}, ${after.id})`,
      ),
    )
    .orderBy(...IN_ORDER)
    .limit(1);
  return next;
}

/** The segments between two, in order. */
export function findBetween(
  db: Db | Tx,
  transcriptId: number,
  { first, last }: Record<'first' | 'last', Pick<PlacedSegment, 'id' | 'position' | 'startMs'>>,
): Promise<PlacedSegment[]> {
  const place = sql`(${segments.position}, ${segments.startMs}, ${segments.id})`;
  return selectSegments(
    db,
    transcriptId,
    sql`${place} > (${first.position}, ${first.startMs}, ${first.id})
      and ${place} < (${last.position}, ${last.startMs}, ${last.id})`,
  );
}

/** The labels of the transcript's speakers. */
export async function findSpeakers(db: Db | Tx, transcriptId: number): Promise<string[]> {
  const rows = await db
    .selectDistinct({ speaker: segments.speaker })
    .from(segments)
    .where(eq(segments.transcriptId, transcriptId));
  return rows.map(({ speaker }) => speaker);
}

/** Reserves ids for segments that are about to be written. */
export async function nextSegmentIds(tx: Tx, count: number): Promise<number[]> {
  const { rows } = await tx.execute(sql`
    select nextval(pg_get_serial_sequence('segments', 'id'))::double precision as id from generate_series(1, ${count})`);
  return z
    .array(z.object({ id: z.int() }))
    .parse(rows)
    .map(({ id }) => id);
}

export async function removeSegments(tx: Tx, transcriptId: number, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .delete(segments)
    .where(and(eq(segments.transcriptId, transcriptId), inArray(segments.id, [...ids])));
}

export type WrittenSegment = SegmentState & { id: number; normalized: string };

/** Writes segments in their new state; if no words are given, the stored ones stay. One parameter carries all segments. */
export async function writeSegments(
  tx: Tx,
  transcript: { id: number; userId: number },
  rows: readonly WrittenSegment[],
): Promise<void> {
  if (rows.length === 0) return;
  await tx.execute(sql`
    insert into segments
      (id, transcript_id, position, revision, user_id, speaker, start_ms, end_ms, text, normalized, words, timing)
    select (row->>'id')::bigint, ${transcript.id}, (row->>'position')::double precision, (row->>'revision')::integer,
      ${transcript.userId}, row->>'speaker', (row->>'startMs')::integer, (row->>'endMs')::integer,
      row->>'text', row->>'normalized', coalesce(row->'words', kept.words), row->>'timing'
    from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) as list(row)
    left join segments kept on kept.id = (row->>'id')::bigint
    on conflict (id) do update set position = excluded.position, revision = excluded.revision,
      speaker = excluded.speaker, start_ms = excluded.start_ms, end_ms = excluded.end_ms, text = excluded.text,
      normalized = excluded.normalized, words = excluded.words, timing = excluded.timing
    where segments.transcript_id = ${transcript.id}`);
}

/** The changes are passed as JSON, because there can be many. */
export async function insertEdit(
  tx: Tx,
  { changes, ...row }: Omit<typeof edits.$inferInsert, 'changes'> & { changes: string },
): Promise<void> {
  await tx.insert(edits).values({ ...row, changes: sql`${changes}::jsonb` });
}

export async function markUndone(tx: Tx, id: number, isUndone: boolean): Promise<void> {
  await tx.update(edits).set({ isUndone }).where(eq(edits.id, id));
}

export type TextOf = Pick<TextRow, 'id' | 'version'>;

const ofText = ({ id, version }: TextOf) => and(eq(edits.transcriptId, id), eq(edits.version, version));

/** The user's last step that is not undone. */
export async function findUndo(tx: Tx, text: TextOf, userId: number): Promise<EditRow | undefined> {
  const [row] = await tx
    .select()
    .from(edits)
    .where(isIn(stepToUndo(text, userId)));
  return row;
}

/** The step that the user undid last, unless there has been a new one since. */
export async function findRedo(tx: Tx, text: TextOf, userId: number): Promise<EditRow | undefined> {
  const [row] = await tx
    .select()
    .from(edits)
    .where(isIn(stepToRedo(text, userId)));
  return row;
}

const isIn = (step: SQL) => sql`${edits.id} = (select id from (${step}) as step)`;

/** The author of the last step that changed a segment, by the name in the history; undefined if no step did. */
export async function findLastAuthor(
  tx: Tx,
  text: TextOf,
  segmentId: number,
): Promise<{ userId: number; name: string } | undefined> {
  const touches = JSON.stringify([{ id: segmentId }]);
  const [row] = await tx
    .select({
      userId: users.id,
      name: sql<string>`coalesce(nullif(trim(concat(${users.firstName}, ' ', ${users.lastName})), ''), ${users.email})`,
    })
    .from(edits)
    .innerJoin(users, eq(users.id, edits.userId))
    .where(and(ofText(text), sql`${edits.changes} @> ${touches}::jsonb`))
    .orderBy(desc(edits.id))
    .limit(1);
  return row;
}

/** This step and all later ones, oldest first, without their changes; `bytes` is the stored size of those. */
export async function listEditsFrom(
  db: Db | Tx,
  text: TextOf,
  id: number,
): Promise<(Pick<EditRow, 'id' | 'names'> & { bytes: number })[]> {
  return db
    .select({ id: edits.id, names: edits.names, bytes: sql<number>`pg_column_size(${edits.changes})` })
    .from(edits)
    .where(and(ofText(text), gte(edits.id, id)))
    .orderBy(asc(edits.id));
}

/** The step that changed a segment's text or times when it had this revision; undefined if none did. */
export async function findStepFrom(
  tx: Tx,
  text: TextOf,
  { id, revision }: { id: number; revision: number },
): Promise<number | undefined> {
  const wanted = JSON.stringify([{ id, before: { revision } }]);
  const [row] = await tx
    .select({ id: edits.id })
    .from(edits)
    .where(and(ofText(text), sql`${edits.changes} @> ${wanted}::jsonb`))
    .orderBy(desc(edits.id))
    .limit(1);
  return row?.id;
}

const StepShape = z.object({
  id: z.int(),
  bytes: z.number(),
  /** It added or removed segments, so that text may have gone from one to another. */
  isMixing: z.boolean(),
  /** The segments that it changed; null if there are too many. */
  ids: z.array(z.int()).nullable(),
});
export type StepShape = z.infer<typeof StepShape>;

/** This step and later ones, oldest first, at most `limit`, with the segments of those that changed no more than `ids`. */
export async function listShapesFrom(
  tx: Tx,
  { id, version }: TextOf,
  { from, limit, ids }: { from: number; limit: number; ids: number },
): Promise<StepShape[]> {
  const { rows } = await tx.execute(sql`
    select id, pg_column_size(changes) as bytes,
      changes @> '[{"before": null}]' or changes @> '[{"after": null}]' as "isMixing",
      case when jsonb_array_length(changes) <= ${ids}
        then (select jsonb_agg(change->'id') from jsonb_array_elements(changes) as list(change)) end as ids
    from edits
    where transcript_id = ${id} and version = ${version} and id >= ${from} and changes <> '[]'
    order by id limit ${limit}`);
  return z.array(StepShape).parse(rows);
}

/** The steps of a text from one id to another. */
export interface StepRange {
  from: number;
  to: number;
}

const changesIn = ({ id, version }: TextOf, { from, to }: StepRange) => sql`
  select (change->>'id')::bigint as segment, e.id as step, place, change->'before' as before, change->'after' as after
  from edits e, jsonb_array_elements(e.changes) with ordinality as list(change, place)
  where e.transcript_id = ${id} and e.version = ${version} and e.id between ${from} and ${to}`;

/**
 * The state before these steps of each segment that they changed, except the known ones: the state before the first step that
 * changed it.
 */
export async function findStatesBefore(
  tx: Tx,
  text: TextOf,
  { known, only, ...range }: StepRange & { known: readonly number[]; only: readonly number[] | undefined },
): Promise<{ id: number; before: SegmentState | null }[]> {
  const { rows } = await tx.execute(sql`
    select distinct on (segment) segment::double precision as id, nullif(before, 'null') as before
    from (${changesIn(text, range)}) as changed
    where segment <> all(${sql.param([...known])}::bigint[])
      and (${only === undefined} or segment = any(${sql.param([...(only ?? [])])}::bigint[]))
    order by segment, step, place`);
  return z.array(z.object({ id: z.int(), before: z.custom<SegmentState | null>() })).parse(rows);
}

/** The words of these segments before the first of these steps that recorded them. */
export async function findWordsBefore(
  tx: Tx,
  text: TextOf,
  { ids, ...range }: StepRange & { ids: readonly number[] },
): Promise<{ id: number; words: PlacedSegment['words'] }[]> {
  const { rows } = await tx.execute(sql`
    select distinct on (segment) segment::double precision as id, before->'words' as words
    from (${changesIn(text, range)}) as changed
    where segment = any(${sql.param([...ids])}::bigint[]) and before ? 'words'
    order by segment, step, place`);
  return z.array(z.object({ id: z.int(), words: z.custom<PlacedSegment['words']>() })).parse(rows);
}

/** Whether the first of these steps changed a segment, and whether any of them split or joined it. */
export async function findSegmentHistory(
  tx: Tx,
  text: TextOf,
  { segmentId, from, to }: StepRange & { segmentId: number },
): Promise<{ isInFirst: boolean; isMoved: boolean }> {
  // A step that splits or joins adds or removes a segment; one that only sets times does not.
  const { rows } = await tx.execute(sql`
    select coalesce(bool_or(e.id = ${from}), false) as "isInFirst",
      coalesce(bool_or(change->'before' = 'null' or change->'after' = 'null'
        or ((change->'before'->'startMs' <> change->'after'->'startMs' or change->'before'->'endMs' <> change->'after'->'endMs')
          and jsonb_path_exists(e.changes, '$[*] ? (@.before == null || @.after == null)'))), false) as "isMoved"
    from edits e, jsonb_array_elements(e.changes) as list(change)
    where e.transcript_id = ${text.id} and e.version = ${text.version} and e.id between ${from} and ${to}
      and (change->>'id')::bigint = ${segmentId}`);
  return z.object({ isInFirst: z.boolean(), isMoved: z.boolean() }).parse(rows[0]);
}

/** A segment's state without its words, which no list shows; JSON null has no keys to remove. */
const withoutWords = (side: 'before' | 'after') => sql`
  case jsonb_typeof(change->${side}) when 'object' then (change->${side}) - 'words' else 'null' end`;

const Listed = z.object({
  id: z.int(),
  kind: EditKind,
  isUndone: z.boolean(),
  createdAt: z.coerce.date(),
  author: z.string().nullable(),
  changeCount: z.int(),
  /** The database holds what this feature wrote. */
  changes: z.array(z.custom<StoredChange>()),
  names: z.custom<EditRow['names']>().nullable(),
});
export type ListedEdit = z.infer<typeof Listed>;

/** The steps of a text, newest first, each with its first few changes. */
export async function listEdits(
  db: Db,
  text: TextOf,
  wanted: { before?: number; id?: number; segmentId?: number; limit: number; changes: number },
): Promise<ListedEdit[]> {
  const touches = JSON.stringify([{ id: wanted.segmentId }]);
  const { rows } = await db.execute(sql`
    select e.id, e.kind, e.is_undone as "isUndone", e.created_at as "createdAt",
      coalesce(nullif(trim(concat(u.first_name, ' ', u.last_name)), ''), u.email) as author,
      jsonb_array_length(e.changes) as "changeCount",
      (select coalesce(jsonb_agg(jsonb_build_object('id', change->'id', 'before', ${withoutWords('before')},
        'after', ${withoutWords('after')}) order by place), '[]') from jsonb_array_elements(e.changes)
        with ordinality as list(change, place)
        where place <= ${wanted.changes} or change->>'id' = ${String(wanted.segmentId ?? '')}) as changes,
      e.names
    from edits e left join users u on u.id = e.user_id
    where e.transcript_id = ${text.id} and e.version = ${text.version}
      and (${wanted.before ?? null}::integer is null or e.id < ${wanted.before ?? null}::integer)
      and (${wanted.id ?? null}::integer is null or e.id = ${wanted.id ?? null}::integer)
      and (${wanted.segmentId ?? null}::bigint is null or e.changes @> ${touches}::jsonb)
    order by e.id desc limit ${wanted.limit}`);
  return z.array(Listed).parse(rows);
}
