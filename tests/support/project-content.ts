import { divideArticle } from '#domain/article-passages.ts';
import { normalizeText } from '#domain/normalize-text.ts';
import type { SourceSegment } from '#domain/passages.ts';
import { type Line, segmentsOf } from './transcripts.ts';

const WORD_MS = 330;

/** Runs a statement and returns its rows. */
export type Query = (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;

/** Inserts a project with its owner and returns its id. */
export async function insertProject(query: Query, ownerId: number): Promise<number> {
  const [row] = await query("insert into projects (name, color) values ('Harbour', '#3b82f6') returning id");
  await insertMember(query, Number(row?.id), { userId: ownerId, role: 'owner' });
  return Number(row?.id);
}

export async function insertMember(
  query: Query,
  projectId: number,
  { userId, role }: { userId: number; role: 'owner' | 'editor' | 'viewer' },
): Promise<void> {
  await query('insert into members (project_id, user_id, role) values ($1, $2, $3)', [
    projectId,
    userId,
    role,
  ]);
}

export interface NewTalk {
  projectId: number | null;
  userId: number;
  title: string;
  lines: readonly Line[] | readonly SourceSegment[];
  speakerNames?: Record<string, string>;
  showSpeakers?: boolean;
  status?: 'completed' | 'processing';
  /** BCP 47 tag; English if absent. */
  language?: string | null;
}

/** Inserts a completed transcript with these lines and returns its id. */
export async function insertTalk(query: Query, talk: NewTalk): Promise<number> {
  const {
    projectId,
    userId,
    title,
    lines,
    speakerNames = {},
    showSpeakers = true,
    status = 'completed',
    language = 'en',
  } = talk;
  const segments = segmentsOf(lines);
  const words = segments.reduce((sum, { text }) => sum + text.split(' ').length, 0);
  const [row] = await query(
    `insert into transcripts (user_id, project_id, title, normalized_title, status, progress_percent, duration_ms, word_count,
        source_type, segment_count, language, speaker_names, show_speakers)
      values ($1, $2, $3, $4, $5, 100, $6, $7, 'upload', $8, $11, $9, $10) returning id`,
    [
      userId,
      projectId,
      title,
      normalizeText(title),
      status,
      segments.at(-1)?.endMs ?? 0,
      words,
      segments.length,
      JSON.stringify(speakerNames),
      showSpeakers,
      language,
    ],
  );
  const list = segments.map(({ speaker, startMs, endMs, text }) => ({
    speaker,
    startMs,
    endMs,
    text,
    normalized: normalizeText(text),
    words: text.split(' ').map((word, at) => ({
      text: word,
      startMs: startMs + at * WORD_MS,
      endMs: startMs + (at + 1) * WORD_MS,
      confidence: 0.93,
    })),
  }));
  await query(
    `insert into segments (transcript_id, position, user_id, speaker, start_ms, end_ms, text, normalized, words, timing)
      select $1, ordinal, $2, row->>'speaker', (row->>'startMs')::integer, (row->>'endMs')::integer, row->>'text',
        row->>'normalized', row->'words', 'measured' from jsonb_array_elements($3::jsonb) with ordinality as list(row, ordinal)`,
    [row?.id, userId, JSON.stringify(list)],
  );
  return Number(row?.id);
}

export interface NewArticle {
  projectId: number;
  userId: number;
  title: string;
  content: string;
  author?: string | null;
  publication?: string | null;
  publishedDate?: string | null;
}

/** Inserts an article with its passages and returns its id. */
export async function insertArticle(query: Query, article: NewArticle): Promise<number> {
  const {
    projectId,
    userId,
    title,
    content,
    author = null,
    publication = null,
    publishedDate = null,
  } = article;
  const [row] = await query(
    `insert into articles (project_id, user_id, type, title, content, word_count, identity, url, author, publication, published_date)
      values ($1, $2, 'web', $3, $4, $5, gen_random_uuid()::text, 'https://example.test/read', $6, $7, $8) returning id`,
    [projectId, userId, title, content, content.split(/\s+/).length, author, publication, publishedDate],
  );
  await query(
    `insert into article_passages (article_id, position, project_id, start, "end", normalized)
      select $1, ordinal - 1, $2, (row->>'start')::integer, (row->>'end')::integer, row->>'normalized'
      from jsonb_array_elements($3::jsonb) with ordinality as list(row, ordinal)`,
    [row?.id, projectId, JSON.stringify(divideArticle(content))],
  );
  return Number(row?.id);
}
