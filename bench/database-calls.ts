import { createHash, randomBytes } from 'node:crypto';
import type pg from 'pg';
import { listArticles } from '#contract/articles.ts';
import { editTranscript } from '#contract/edits.ts';
import { ProjectId, TranscriptId } from '#contract/ids.ts';
import { assignTranscripts, createProject, getProject, listProjectTranscripts } from '#contract/projects.ts';
import { searchTranscripts } from '#contract/search.ts';
import { getTranscript, listTranscripts } from '#contract/transcripts.ts';
import { processUpload } from '#contract/uploads.ts';
import { Client } from '#tests/support/client.ts';
import { seededRandom } from '#tests/support/random.ts';
import { wavRecording } from '#tests/support/recordings.ts';

/** One installation: a server with a database, and a person who uses it. */
export interface Target {
  name: string;
  url: string;
  pool: pg.Pool;
  pids: { server: number | undefined; database: number | undefined };
  cookie: string;
}

interface Measured {
  name: string;
  /** Calls per round. */
  times: number;
  /** Whether it is also measured with several calls at once. */
  burst?: true;
  /** Makes the n-th call; returns how many milliseconds it took. */
  make(target: Target, n: number): Promise<number>;
}

const SHARED_TRANSCRIPTS = 50;
let projectId = 0;
let transcriptIds: number[] = [];
let words = { rare: [''], middling: [''], common: [''], phrases: [''] };
let recording: Buffer = Buffer.alloc(0);

/** Signs in, puts some transcripts into a project, and picks words to search for, which are the same in all databases. */
export async function prepareCalls(targets: readonly Target[]): Promise<void> {
  recording = await wavRecording(10_000);
  for (const target of targets) {
    await takeSession(target);
    const client = clientOf(target);
    const { rows } = await target.pool.query('select id from transcripts order by id');
    transcriptIds = rows.map(({ id }) => id);
    const project = await client.call(createProject, { body: { name: 'Bench' } });
    projectId = project.id;
    await client.call(assignTranscripts, {
      body: {
        projectId: project.id,
        transcriptIds: transcriptIds.slice(0, SHARED_TRANSCRIPTS).map((id) => TranscriptId.parse(id)),
      },
    });
    await target.pool.query('vacuum analyze');
  }
  const [first] = targets;
  if (first) words = await findWords(first.pool);
}

/** The address cannot sign up again, so this creates the session as the server does. */
async function takeSession(target: Target): Promise<void> {
  const token = randomBytes(32).toString('base64url');
  await target.pool.query(
    "insert into sessions (token_hash, user_id, expires_at) select $1, id, now() + interval '30 days' from users",
    [createHash('sha256').update(token).digest('hex')],
  );
  target.cookie = `tapescript_session=${token}`;
}

/** Words of the talks, grouped by roughly how many of the 600 segments of an hour contain them. */
export async function findWords(pool: pg.Pool): Promise<typeof words> {
  const { rows } = await pool.query<{ word: string; n: number }>(
    `select word, count(*)::int as n from (
        select unnest(string_to_array(trim(trailing '.' from normalized), ' ')) as word from segments
        where transcript_id in (select id from transcripts order by id limit 30)) as list
      where length(word) > 2 group by word order by n desc, word`,
  );
  const { rows: lines } = await pool.query('select normalized from segments order by id limit 2000');
  const random = seededRandom(3);
  const some = (least: number, most: number) => {
    const fitting = rows.filter(({ n }) => n >= least && n <= most).map(({ word }) => word);
    return Array.from({ length: 40 }, () => random.pick(fitting));
  };
  const phrases = Array.from({ length: 40 }, () => {
    const parts = String(random.pick(lines).normalized).replace('.', '').split(' ');
    const at = random.below(parts.length - 2);
    return parts.slice(at, at + 2).join(' ');
  });
  return {
    rare: some(1, 5),
    middling: some(20, 200),
    common: rows.slice(0, 40).map(({ word }) => word),
    phrases,
  };
}

function clientOf({ url, cookie }: Target): Client {
  const client = new Client(url);
  client.cookie = cookie;
  return client;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

function idAt(n: number): TranscriptId {
  return TranscriptId.parse(transcriptIds[(n * 37) % transcriptIds.length]);
}

async function search(target: Target, n: number, list: readonly string[]): Promise<number> {
  const q = list[n % list.length] ?? '';
  return timed(async () => {
    const answer = await clientOf(target).call(searchTranscripts, { query: { q } });
    if (answer.totalResults === 0) throw new Error(`Nothing was found for '${q}'.`);
  });
}

/** What is measured. */
export const CALLS: readonly Measured[] = [
  {
    name: 'list of 20',
    times: 40,
    burst: true,
    make: (target) => timed(() => clientOf(target).call(listTranscripts, { query: { page: 1, limit: 20 } })),
  },
  {
    name: 'open an hour (text)',
    times: 20,
    burst: true,
    make: (target, n) => timed(() => clientOf(target).call(getTranscript, { params: { id: idAt(n) } })),
  },
  { name: 'search, rare words', times: 40, burst: true, make: (target, n) => search(target, n, words.rare) },
  {
    name: 'search, words of medium frequency',
    times: 40,
    make: (target, n) => search(target, n, words.middling),
  },
  { name: 'search, two words', times: 40, make: (target, n) => search(target, n, words.phrases) },
  {
    name: 'search, the 40 most common words',
    times: 40,
    make: (target, n) => search(target, n, words.common),
  },
  {
    name: 'edit',
    times: 20,
    burst: true,
    make: async (target, n) => {
      const { rows } = await target.pool.query(
        'select id::int, revision, text from segments where transcript_id = $1 order by position limit 1 offset $2',
        [idAt(n), n % 500],
      );
      const { id, revision, text } = rows[0];
      const body = { kind: 'text' as const, segment: { id, revision }, text: `${text} again` };
      return timed(() => clientOf(target).call(editTranscript, { params: { id: idAt(n) }, body }));
    },
  },
  {
    name: 'project with 50 transcripts, three simultaneous calls',
    times: 20,
    make: (target) => {
      const client = clientOf(target);
      const params = { id: ProjectId.parse(projectId) };
      return timed(() =>
        Promise.all([
          client.call(getProject, { params }),
          client.call(listProjectTranscripts, { params }),
          client.call(listArticles, { params, query: { content: 'false' } }),
        ]),
      );
    },
  },
  {
    name: 'recording submitted until its job runs',
    times: 5,
    make: async (target) => {
      const client = clientOf(target);
      const uploadId = await client.send(recording);
      const started = performance.now();
      const { id } = await client.call(processUpload, { body: { uploadId } });
      await client.until(id, ({ stage }) => stage !== 'waiting');
      const ms = performance.now() - started;
      await client.until(id, ({ status }) => status === 'completed');
      return ms;
    },
  },
];
