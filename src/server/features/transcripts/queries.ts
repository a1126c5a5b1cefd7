import { and, asc, count, desc, eq, getTableColumns, inArray, isNotNull, type SQL, sql } from 'drizzle-orm';
import { ProjectId, TranscriptId, UserId } from '#contract/ids.ts';
import type { ProjectRole } from '#contract/projects.ts';
import { normalizeText } from '#domain/normalize-text.ts';
import type { PlacedSegment } from '#domain/segments.ts';
import type { Db, Tx } from '../../db/client.ts';
import { prepared } from '../../db/prepared.ts';
import { members, SEGMENT_COLUMNS, segments, transcripts, users } from '../../db/schema/index.ts';
import type { StoredWords } from '../../work/tasks.ts';

/** A transcript with the name of its project. */
export type TranscriptRow = typeof transcripts.$inferSelect & {
  projectName: string | null;
  /** Differs after every change of the row; any change of a segment changes the row, too. */
  rowVersion: string;
};
export type SegmentWithoutWords = Omit<PlacedSegment, 'words'>;
export type TranscriptChange = Partial<typeof transcripts.$inferInsert>;
/** A segment to store; an existing one keeps its id and position. */
export type NewSegment = Omit<PlacedSegment, 'id' | 'revision' | 'position'> &
  Partial<Pick<PlacedSegment, 'id' | 'revision' | 'position'>> & { normalized: string };

const COLUMNS = {
  ...getTableColumns(transcripts),
  projectName: sql<
    string | null
  >`(select projects.name from projects where projects.id = transcripts.project_id)`,
  rowVersion: sql<string>`transcripts.xmin::text`,
};

export async function insertTranscript(tx: Tx, row: typeof transcripts.$inferInsert): Promise<TranscriptRow> {
  const [inserted] = await tx.insert(transcripts).values(row).returning(COLUMNS);
  if (!inserted) throw new Error('The database returned no row for an insert.');
  return inserted;
}

const transcriptById = prepared((db) =>
  db
    .select(COLUMNS)
    .from(transcripts)
    .where(eq(transcripts.id, sql.placeholder('id')))
    .prepare('transcript_by_id'),
);

export async function findTranscript(db: Db | Tx, id: number): Promise<TranscriptRow | undefined> {
  const [row] = await transcriptById(db).execute({ id });
  return row;
}

/** The same, locked until the transaction ends. */
export async function lockTranscript(tx: Tx, id: number): Promise<TranscriptRow | undefined> {
  const [row] = await tx.select(COLUMNS).from(transcripts).where(eq(transcripts.id, id)).for('update');
  return row;
}

/** A transcript with its owner and project. */
export type PlacedTranscript = Pick<TranscriptRow, 'id' | 'userId' | 'projectId'>;

/** Those of the transcripts that the user owns, locked until the transaction ends. */
export function lockRowsOf(tx: Tx, userId: number, ids: readonly number[]): Promise<PlacedTranscript[]> {
  return lockRows(tx, and(eq(transcripts.userId, userId), inArray(transcripts.id, [...ids])));
}

/** The transcripts of a project, or one user's in it, locked until the transaction ends. */
export function lockRowsIn(tx: Tx, projectId: number, userId?: number): Promise<PlacedTranscript[]> {
  const ofPerson = userId === undefined ? undefined : eq(transcripts.userId, userId);
  return lockRows(tx, and(eq(transcripts.projectId, projectId), ofPerson));
}

/** Locks in order of id, so that two transactions locking some of the same rows cannot deadlock. */
function lockRows(tx: Tx, which: SQL | undefined): Promise<PlacedTranscript[]> {
  return tx
    .select({ id: transcripts.id, userId: transcripts.userId, projectId: transcripts.projectId })
    .from(transcripts)
    .where(which)
    .orderBy(asc(transcripts.id))
    .for('update');
}

/** Moves transcripts to a project; null for none. */
export async function moveRows(tx: Tx, ids: number[], projectId: number | null): Promise<void> {
  await tx.update(transcripts).set({ projectId, updatedAt: sql`now()` }).where(inArray(transcripts.id, ids));
}

/** The transcripts of a project with their owners, newest first. */
export async function listRowsInProject(
  db: Db | Tx,
  projectId: number,
): Promise<
  (TranscriptRow & { owner: Pick<typeof users.$inferSelect, 'firstName' | 'lastName' | 'email'> })[]
> {
  const { firstName, lastName, email } = users;
  return db
    .select({ ...COLUMNS, owner: { firstName, lastName, email } })
    .from(transcripts)
    .innerJoin(users, eq(users.id, transcripts.userId))
    .where(eq(transcripts.projectId, projectId))
    .orderBy(desc(transcripts.id));
}

/** The owners of the transcripts in a project. */
export async function listOwnerIds(db: Db | Tx, projectId: number): Promise<number[]> {
  const rows = await db
    .selectDistinct({ userId: transcripts.userId })
    .from(transcripts)
    .where(eq(transcripts.projectId, projectId));
  return rows.map(({ userId }) => userId);
}

/** The members of the transcript's current project. */
export async function listMemberIdsOf(db: Db | Tx, transcriptId: number): Promise<number[]> {
  const rows = await db
    .select({ userId: members.userId })
    .from(members)
    .innerJoin(transcripts, eq(transcripts.projectId, members.projectId))
    .where(eq(transcripts.id, transcriptId));
  return rows.map(({ userId }) => userId);
}

export type PersonNames = Pick<typeof users.$inferSelect, 'firstName' | 'lastName' | 'email'>;

interface Pair {
  id: TranscriptId;
  userId: UserId;
}

/** People with their names, whether a transcript is theirs, and their role in its project. */
export async function findReaders(
  db: Db,
  pairs: readonly Pair[],
): Promise<
  (Pair & PersonNames & { projectId: ProjectId | null; isOwner: boolean; role: ProjectRole | null })[]
> {
  if (pairs.length === 0) return [];
  const wanted = sql`unnest(${sql.param(pairs.map(({ id }) => id))}::int[], ${sql.param(
    pairs.map(({ userId }) => userId),
  )}::int[])`;
  const rows = await db
    .select({
      id: transcripts.id,
      userId: users.id,
      projectId: transcripts.projectId,
      ownerId: transcripts.userId,
      role: members.role,
      firstName: users.firstName,
      lastName: users.lastName,
      email: users.email,
    })
    .from(transcripts)
    .innerJoin(
      sql`${wanted} as present(transcript_id, user_id)`,
      sql`present.transcript_id = ${transcripts.id}`,
    )
    .innerJoin(users, sql`${users.id} = present.user_id`)
    .leftJoin(members, and(eq(members.projectId, transcripts.projectId), eq(members.userId, users.id)));
  return rows.map(({ ownerId, ...row }) => ({
    ...row,
    id: TranscriptId.parse(row.id),
    userId: UserId.parse(row.userId),
    projectId: row.projectId === null ? null : ProjectId.parse(row.projectId),
    isOwner: ownerId === row.userId,
  }));
}

/** Locks this source address for this user until the transaction ends. */
export async function lockSource(tx: Tx, userId: number, sourceUrl: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`${userId} ${sourceUrl}`}, 0))`);
}

/**
 * The newest transcript of this address that is being made for the first time with the same engine and language; if speakers are wanted, only one with speakers.
 */
export async function findRunningSource(
  tx: Tx,
  userId: number,
  { sourceType, sourceUrl, options }: Pick<TranscriptRow, 'sourceType' | 'options'> & { sourceUrl: string },
): Promise<TranscriptRow | undefined> {
  const [row] = await tx
    .select(COLUMNS)
    .from(transcripts)
    .where(
      and(
        eq(transcripts.userId, userId),
        eq(transcripts.sourceType, sourceType),
        eq(transcripts.sourceUrl, sourceUrl),
        eq(transcripts.status, 'processing'),
        sql`${transcripts.options} ->> 'engine' = ${options.engine}`,
        sql`${transcripts.options} ->> 'language' is not distinct from ${options.language}::text`,
        options.suggestSpeakers ? sql`(${transcripts.options} -> 'suggestSpeakers')::boolean` : undefined,
      ),
    )
    .orderBy(desc(transcripts.id))
    .limit(1);
  return row;
}

const newestTranscripts = prepared((db) =>
  db
    .select(COLUMNS)
    .from(transcripts)
    .where(eq(transcripts.userId, sql.placeholder('userId')))
    .orderBy(desc(transcripts.id))
    .limit(sql.placeholder('limit'))
    .offset(sql.placeholder('offset'))
    .prepare('newest_transcripts'),
);

/** A user's transcripts, newest first: one page, or all of them. */
export async function listTranscriptRows(
  db: Db | Tx,
  userId: number,
  page?: { limit: number; offset: number },
): Promise<TranscriptRow[]> {
  // A null limit means no limit.
  const { limit, offset } = page ?? { limit: null, offset: 0 };
  return newestTranscripts(db).execute({ userId, limit, offset });
}

const transcriptCount = prepared((db) =>
  db
    .select({ total: count() })
    .from(transcripts)
    .where(eq(transcripts.userId, sql.placeholder('userId')))
    .prepare('transcript_count'),
);

export async function countTranscripts(db: Db | Tx, userId: number): Promise<number> {
  const [row] = await transcriptCount(db).execute({ userId });
  return row?.total ?? 0;
}

/** Changes a transcript and returns its new row; undefined if it does not exist. */
export async function changeTranscript(
  db: Db | Tx,
  id: number,
  change: TranscriptChange,
): Promise<TranscriptRow | undefined> {
  const values = { ...change, updatedAt: sql`now()` };
  const [row] = await db.update(transcripts).set(values).where(eq(transcripts.id, id)).returning(COLUMNS);
  return row;
}

/** Changes a transcript only while this job is its current run; false means that the job is stale. */
export async function changeAsJob(
  db: Db | Tx,
  id: number,
  jobId: string,
  change: TranscriptChange,
): Promise<boolean> {
  const rows = await db
    .update(transcripts)
    .set({ ...change, updatedAt: sql`now()` })
    .where(and(eq(transcripts.id, id), eq(transcripts.jobId, jobId)))
    .returning({ id: transcripts.id });
  return rows.length > 0;
}

/** Changes a transcript's title while a job is running, if it still has its first title. */
export async function renameAsJob(
  db: Db,
  { id, jobId }: { id: number; jobId: string },
  { from, to }: { from: string; to: string },
): Promise<void> {
  await db
    .update(transcripts)
    .set({ title: to, normalizedTitle: normalizeText(to), updatedAt: sql`now()` })
    .where(and(eq(transcripts.id, id), eq(transcripts.jobId, jobId), eq(transcripts.title, from)));
}

export async function deleteTranscriptRow(tx: Tx, id: number): Promise<void> {
  await tx.delete(transcripts).where(eq(transcripts.id, id));
}

const { words: _, ...WITHOUT_WORDS } = SEGMENT_COLUMNS;

/** The current text, in order, without its words. */
export async function listSegments(db: Db | Tx, transcriptId: number): Promise<SegmentWithoutWords[]> {
  return db
    .select(WITHOUT_WORDS)
    .from(segments)
    .where(eq(segments.transcriptId, transcriptId))
    .orderBy(asc(segments.position), asc(segments.startMs), asc(segments.id));
}

/** The current revisions and speakers of those of the segments that still exist. */
export async function findSegmentRevisions(
  db: Db | Tx,
  transcriptId: number,
  ids: readonly number[],
): Promise<Pick<SegmentWithoutWords, 'id' | 'revision' | 'speaker'>[]> {
  return db
    .select({ id: segments.id, revision: segments.revision, speaker: segments.speaker })
    .from(segments)
    .where(
      and(eq(segments.transcriptId, transcriptId), sql`${segments.id} = any(${sql.param(ids)}::bigint[])`),
    );
}

/** The words of all segments as JSON text, in order. */
export async function listWords(db: Db | Tx, transcriptId: number): Promise<StoredWords[]> {
  return db
    .select({ id: segments.id, revision: segments.revision, words: sql<string>`${segments.words}::text` })
    .from(segments)
    .where(eq(segments.transcriptId, transcriptId))
    .orderBy(asc(segments.position));
}

/**
 * Replaces all segments of the transcript. Passes them as one parameter, because thousands of rows would exceed PostgreSQL's
 * limit.
 */
export async function replaceSegments(
  tx: Tx,
  transcript: { id: number; userId: number },
  rows: readonly NewSegment[],
): Promise<void> {
  await tx.delete(segments).where(eq(segments.transcriptId, transcript.id));
  await tx.execute(sql`
    insert into segments
      (id, transcript_id, position, revision, user_id, speaker, start_ms, end_ms, text, normalized, words, timing)
    select coalesce((row->>'id')::bigint, nextval(pg_get_serial_sequence('segments', 'id'))), ${transcript.id},
      coalesce((row->>'position')::double precision, ordinal), coalesce((row->>'revision')::integer, 1),
      ${transcript.userId}, row->>'speaker', (row->>'startMs')::integer, (row->>'endMs')::integer,
      row->>'text', row->>'normalized', row->'words', row->>'timing'
    from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) with ordinality as list(row, ordinal)`);
}

/** Jobs that are running or may start again: their working folders are kept. */
export async function findRunningJobIds(db: Db | Tx): Promise<string[]> {
  const rows = await db
    .select({ jobId: transcripts.jobId })
    .from(transcripts)
    .where(isNotNull(transcripts.jobId));
  return rows.flatMap(({ jobId }) => jobId ?? []);
}
