// npm run bench -- project: a project with 200 one-hour transcripts and 200 articles: opening it, and retrieval for questions; the same for a
// library that also has 10,000 short transcripts.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import pg from 'pg';
import { listArticles } from '#contract/articles.ts';
import { askProject, getProjectSuggestions } from '#contract/collection-chat.ts';
import { ProjectId } from '#contract/ids.ts';
import { getProject, listProjectTranscripts } from '#contract/projects.ts';
import { fitToBudget, passageTokens } from '#domain/token-budget.ts';
import { openDatabase } from '#server/db/client.ts';
import { startCluster } from '#server/db/embedded/cluster.ts';
import { readCollectionContext } from '#server/features/collection-chat/answer-context.ts';
import { type Collection, listSources } from '#server/features/collection-chat/queries.ts';
import { openLog } from '#server/log.ts';
import { Client } from '#tests/support/client.ts';
import { percentile } from '#tests/support/percentile.ts';
import { runServer } from '#tests/support/server.ts';
import { type PlacedQuestion, seedProject } from './seeded-project.ts';

const ROUNDS = 9;
/** Short transcripts outside of the project, as somebody has who records many notes. */
const NOTES = 10_000;
/** Roughly what fits into a local model, what is read from a large project, and the maximum sent to Claude. */
const BUDGETS = [1000, 2500, 5000, 20_000, 40_000, 100_000];
const showsMissed = process.argv.includes('--missed');

const folder = await mkdtemp(join(tmpdir(), 'tapescript-bench-'));
const cluster = await startCluster({ dataDir: join(folder, 'cluster'), log: () => undefined });
const admin = new pg.Client({ ...cluster.connection, database: 'postgres' });
await admin.connect();
await admin.query('create database bench');
await admin.end();
const { host, user } = cluster.connection;
const url = `postgres://${user}@localhost/bench?host=${encodeURIComponent(String(host))}`;
const server = runServer(join(folder, 'data'), { SPEECH_ENGINE: 'fake', DATABASE_URL: url });
const client = await Client.signUp(await server.ready);
const { db, pool, close } = openDatabase({
  connection: { ...cluster.connection, database: 'bench' },
  pool: { size: 16, statementMs: 30_000 },
  onError: () => undefined,
});
try {
  const { rows } = await pool.query('select id from users');
  const seeded = await seedProject(pool, { userId: rows[0].id, transcripts: 200, articles: 200 });
  const projectId = ProjectId.parse(seeded.projectId);
  const params = { id: projectId };
  await measure('the project with its transcripts and articles, three simultaneous calls', () =>
    Promise.all([
      client.call(getProject, { params }),
      client.call(listProjectTranscripts, { params }),
      client.call(listArticles, { params, query: { content: 'false' } }),
    ]),
  );
  await measure('suggestions, computed once and then cached', () =>
    client.call(getProjectSuggestions, { params }),
  );
  await measure('an answer without a key', () =>
    client.call(askProject, {
      params,
      body: { question: 'When will the harbour bridge be opened to traffic?' },
    }),
  );

  const readIn = async (collection: Collection, question: string) => {
    const sources = await listSources(db, collection);
    const words = { db, embedder: undefined, log: openLog('silent', { write: () => undefined }) };
    const signal = AbortSignal.timeout(60_000);
    return readCollectionContext(words, collection, {
      rows: sources,
      question,
      earlier: async () => [],
      signal,
    });
  };
  const read = (question: string) => readIn({ projectId }, question);
  // The first questions of a process wait for its code and its connections.
  for (const { question } of seeded.questions.slice(0, 5)) await read(question);
  const asked = { all: seeded.questions, sayWhat: seeded.questions.filter(({ saysWhat }) => saysWhat) };
  const hits = { all: BUDGETS.map(() => 0), sayWhat: BUDGETS.map(() => 0) };
  const times: number[] = [];
  const tokens: number[] = [];
  for (const placed of asked.all) {
    const started = performance.now();
    const context = await read(placed.question);
    times.push(performance.now() - started);
    const passages = context.sources.flatMap((source, at) =>
      source.passages.map((passage) => ({
        ...passage,
        isRight: isRight(context.index.sources[at], passage, placed),
      })),
    );
    tokens.push(passages.reduce((sum, passage) => sum + passageTokens(passage), 0));
    const ranked = (context.found ?? []).map(({ number }) => number);
    BUDGETS.forEach((budget, at) => {
      const isHit = fitToBudget(passages, ranked, budget).some((passage) => passage.isRight);
      if (isHit) hits.all[at] = (hits.all[at] ?? 0) + 1;
      if (isHit && placed.saysWhat) hits.sayWhat[at] = (hits.sayWhat[at] ?? 0) + 1;
      if (!isHit && budget === 40_000 && showsMissed) console.log(`  missed: ${placed.question}`);
    });
  }
  console.log(`retrieval for a question: ${told(times)}; ${percentile(tokens, 0.5)} tokens read`);
  for (const kind of ['sayWhat', 'all'] as const) {
    const total = asked[kind].length;
    const shares = BUDGETS.map(
      (budget, at) => `${budget}: ${(((hits[kind][at] ?? 0) / total) * 100).toFixed(1)}%`,
    );
    console.log(`${total} questions (${kind}), recall at a budget of ${shares.join(', ')}`);
  }
  const worst = {
    'with common words only': 'people time work years world',
    'with small words only': 'what is it that they have been with',
    'with 4,000 characters': asked.all
      .map(({ question }) => question)
      .join(' ')
      .slice(0, 4000),
    'in Chinese': '桥梁的位置在哪里',
    'without matches': 'xyzzy plugh qwertz',
    'about the whole': 'What are the main topics?',
  };
  for (const [what, question] of Object.entries(worst))
    await measure(`retrieval for a question ${what}`, () => read(question));

  await addNotes(pool, { userId: seeded.userId, projectId, count: NOTES });
  const library = { libraryOf: seeded.userId };
  const [asOften] = seeded.questions;
  const inLibrary = (question: string) => readIn(library, question);
  const held = monitorEventLoopDelay({ resolution: 1 });
  await inLibrary(asOften?.question ?? '');
  held.enable();
  await measure(`retrieval for a question about a library of ${NOTES + 200} transcripts`, () =>
    inLibrary(asOften?.question ?? ''),
  );
  held.disable();
  console.log(`  meanwhile the process was held up for at most ${(held.max / 1e6).toFixed(0)} ms`);
  for (const [what, question] of Object.entries(worst))
    await measure(`the same for a question ${what}`, () => inLibrary(question));
} finally {
  await close();
  await server.end('SIGTERM');
  await cluster.stop();
  await rm(folder, { recursive: true, force: true });
}

/** Whether a passage contains a question's answer. */
function isRight(
  source: { kind: string; transcriptId?: number | null; articleId?: number } | undefined,
  passage: { text: string; segments?: readonly { startMs: number }[] },
  { source: wanted }: PlacedQuestion,
): boolean {
  if (wanted.kind === 'article')
    return source?.articleId === wanted.id && passage.text.includes(wanted.words);
  const isAnswer = ({ startMs }: { startMs: number }) => wanted.answersMs.includes(startMs);
  return source?.transcriptId === wanted.id && passage.segments?.some(isAnswer) === true;
}

/** Copies the first passages of the project's transcripts into short ones outside of it. */
async function addNotes(
  pool: pg.Pool,
  { userId, projectId, count }: { userId: number; projectId: number; count: number },
): Promise<void> {
  await pool.query(
    `with sources as (
        select array_agg(id order by id) as ids from transcripts where project_id = $2
      ), added as (
        insert into transcripts (user_id, title, normalized_title, status, progress_percent, duration_ms, word_count, source_type,
            segment_count, language, speaker_names, show_speakers)
          select $1, 'Note ' || n, 'note ' || n, 'completed', 100, 60000, 120, 'upload', 10, 'en', '{}', true
          from generate_series(1, $3::integer) as n returning id
      )
      insert into segments (transcript_id, user_id, position, speaker, start_ms, end_ms, text, normalized, words, timing)
        select added.id, $1, s.position, s.speaker, s.start_ms, s.end_ms, s.text, s.normalized, s.words, s.timing
        from added, sources, segments s
        where s.transcript_id = sources.ids[1 + added.id % array_length(sources.ids, 1)]
          and s.position > (added.id % 50) * 10 and s.position <= (added.id % 50) * 10 + 10`,
    [userId, projectId, count],
  );
  await pool.query('analyze transcripts; analyze segments');
}

async function measure(what: string, call: () => Promise<unknown>): Promise<void> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const started = performance.now();
    try {
      await call();
    } catch (error) {
      console.log(`${what}: ${error instanceof Error ? error.message : error}`);
      return;
    }
    times.push(performance.now() - started);
  }
  console.log(`${what}: ${told(times)}`);
}

function told(times: readonly number[]): string {
  return `median ${percentile(times, 0.5).toFixed(0)} ms, 95% below ${percentile(times, 0.95).toFixed(0)} ms, best ${Math.min(...times).toFixed(0)} ms`;
}
