import { eq, inArray, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '../../db/client.ts';
import { articles, vectors } from '../../db/schema/index.ts';

/** A transcript or an article. */
export type SourceRef = { transcriptId: number } | { articleId: number };
export type VectorRow = typeof vectors.$inferSelect;

/** What is to have vectors: of which model, and in which languages (main subtags; null: any). */
export interface Embeddable {
  model: string;
  languages: readonly string[] | null;
}

const Outdated = z.object({ transcriptId: z.int().nullable(), articleId: z.int().nullable() });

/**
 * Sources whose vectors are missing, of another model or of an earlier state, the newest first; transcripts only in
 * languages of the model, or where the language is not known. `seen` are left out.
 */
export async function findOutdated(
  db: Db,
  wanted: Embeddable & { seen: readonly SourceRef[]; limit: number },
): Promise<SourceRef[]> {
  const seenTranscripts = wanted.seen.flatMap((ref) => ('transcriptId' in ref ? ref.transcriptId : []));
  const seenArticles = wanted.seen.flatMap((ref) => ('articleId' in ref ? ref.articleId : []));
  const { rows } = await db.execute(sql`
    (select t.id as "transcriptId", null::integer as "articleId", t.created_at as at
      from transcripts t left join ${vectors} v on v.transcript_id = t.id
      where ${isOutdated(wanted)}
        and t.id <> all(${sql.param(seenTranscripts)}::integer[])
      order by t.id desc limit ${wanted.limit})
    union all
    (select null, a.id, a.created_at
      from articles a left join ${vectors} v on v.article_id = a.id
      where ${isMissing(wanted)}
        and a.id <> all(${sql.param(seenArticles)}::integer[])
      order by a.id desc limit ${wanted.limit})
    order by at desc limit ${wanted.limit}`);
  return z
    .array(Outdated)
    .parse(rows)
    .flatMap(({ transcriptId, articleId }): SourceRef[] => {
      if (transcriptId !== null) return [{ transcriptId }];
      return articleId === null ? [] : [{ articleId }];
    });
}

/** Transcripts `t` with completed text in a language that the model knows, and without vectors `v` of their present state. */
const isOutdated = ({ model, languages }: Embeddable) => sql`
  t.status = 'completed' and (v.id is null or v.model <> ${model} or v.row_version <> t.xmin::text)
  and (${languages === null} or t.language is null
    or split_part(t.language, '-', 1) = any(${sql.param(['und', ...(languages ?? [])])}::text[]))`;

/** Articles without vectors `v`; their text never changes. */
const isMissing = ({ model }: Embeddable) => sql`(v.id is null or v.model <> ${model})`;

/** How many sources `findOutdated` would find. */
export async function countOutdated(db: Db, wanted: Embeddable): Promise<number> {
  const { rows } = await db.execute(sql`
    select (select count(*) from transcripts t left join ${vectors} v on v.transcript_id = t.id where ${isOutdated(wanted)})
      + (select count(*) from articles a left join ${vectors} v on v.article_id = a.id where ${isMissing(wanted)}) as total`);
  return z.object({ total: z.coerce.number() }).parse(rows[0]).total;
}

/** The text of an article; undefined if it is gone. */
export async function findContent(db: Db, articleId: number): Promise<string | undefined> {
  const [article] = await db
    .select({ content: articles.content })
    .from(articles)
    .where(eq(articles.id, articleId));
  return article?.content;
}

/** The vectors of one source, of whatever model. */
export async function findVectors(db: Db, ref: SourceRef): Promise<VectorRow | undefined> {
  const [row] = await db.select().from(vectors).where(isOf(ref));
  return row;
}

function isOneOf(refs: readonly SourceRef[], model: string) {
  const transcriptIds = refs.flatMap((ref) => ('transcriptId' in ref ? ref.transcriptId : []));
  const articleIds = refs.flatMap((ref) => ('articleId' in ref ? ref.articleId : []));
  // One parameter for all ids: there may be thousands.
  return sql`(${vectors.transcriptId} = any(${sql.param(transcriptIds)}::integer[])
    or ${vectors.articleId} = any(${sql.param(articleIds)}::integer[])) and ${vectors.model} = ${model}`;
}

/** A row of vectors: how many bytes they are, and the version in which it is now. */
export interface ListedVectors {
  id: number;
  bytes: number;
  version: string;
}

/** The rows of those of these sources that have vectors of a model. */
export function listVectors(db: Db, refs: readonly SourceRef[], model: string): Promise<ListedVectors[]> {
  return db
    .select({
      id: vectors.id,
      bytes: sql<number>`length(${vectors.packed})`,
      version: sql<string>`vectors.xmin::text`,
    })
    .from(vectors)
    .where(isOneOf(refs, model));
}

/** Rows by their ids; those that are gone are missing. */
export function findVectorRows(db: Db, ids: readonly number[]): Promise<VectorRow[]> {
  return db
    .select()
    .from(vectors)
    .where(inArray(vectors.id, [...ids]));
}

/** Stores the vectors of a source in place of earlier ones; does nothing if the source is gone. */
export async function saveVectors(
  db: Db,
  ref: SourceRef,
  row: Pick<VectorRow, 'model' | 'rowVersion' | 'places' | 'keys' | 'packed'>,
): Promise<void> {
  const [table, column, id] =
    'transcriptId' in ref
      ? [sql`transcripts`, sql`transcript_id`, ref.transcriptId]
      : [sql`articles`, sql`article_id`, ref.articleId];
  await db.execute(sql`
    insert into ${vectors} (${column}, model, row_version, places, keys, packed)
    select id, ${row.model}, ${row.rowVersion}, ${JSON.stringify(row.places)}::jsonb, ${row.keys}, ${row.packed} from ${table} where id = ${id}
    on conflict (${column}) do update set model = excluded.model, row_version = excluded.row_version,
      places = excluded.places, keys = excluded.keys, packed = excluded.packed`);
}

function isOf(ref: SourceRef) {
  return 'transcriptId' in ref
    ? eq(vectors.transcriptId, ref.transcriptId)
    : eq(vectors.articleId, ref.articleId);
}
