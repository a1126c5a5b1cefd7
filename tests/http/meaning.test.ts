import { describe, expect, it, onTestFinished } from 'vitest';
import { askTranscript } from '#contract/chat.ts';
import { askProject } from '#contract/collection-chat.ts';
import { ProjectId, TranscriptId } from '#contract/ids.ts';
import { deleteTranscript, updateTranscript } from '#contract/transcripts.ts';
import { embedJob } from '#server/features/meaning/jobs.ts';
import { type TestApp, testApp } from '#tests/support/app.ts';
import {
  EMBEDDINGS_KEY,
  EMBEDDINGS_MODEL,
  type EmbeddingsDouble,
  startEmbeddingsDouble,
} from '#tests/support/embeddings-double.ts';
import { longTalk } from '#tests/support/long-talk.ts';
import type { Person } from '#tests/support/person.ts';
import { insertArticle, insertProject, insertTalk } from '#tests/support/project-content.ts';
import { askedTranscripts } from '#tests/support/questions.ts';
import { rewrite } from '#tests/support/talk.ts';

const LINES = [
  {
    speaker: 'Ann',
    text: 'The bridge over the harbour was closed in March, because the steel of two pillars had rusted through.',
  },
  {
    speaker: 'Bob',
    text: 'The city wants to open it again before the winter, and the ferries will go every ten minutes until then.',
  },
  {
    speaker: 'Ann',
    text: 'The repair costs four million, most of which the region pays out of its fund for old roads and rails.',
  },
].map((line, index) => ({ ...line, startMs: 10_000 * index, endMs: 10_000 * index + 9000 }));

/** The application with the embeddings of a loopback server, and somebody with a talk. */
async function withServer() {
  const double = await startEmbeddingsDouble();
  onTestFinished(() => double.close());
  const test = await testApp({
    workers: true,
    hasty: true,
    env: {
      EMBEDDINGS_BASE_URL: double.baseUrl,
      EMBEDDINGS_API_KEY: EMBEDDINGS_KEY,
      EMBEDDINGS_MODEL,
    },
  });
  return { double, ...test, ...(await haveTalk(test)) };
}

async function haveTalk(test: TestApp) {
  const ann = await test.person('Ann');
  const userId = Number(ann.user?.id);
  const id = TranscriptId.parse(
    await insertTalk(test.sql, { projectId: null, userId, title: 'Harbour', lines: LINES }),
  );
  return { ann, userId, id };
}

/** Lets the job run that the clock starts every minute. */
const embed = ({ deps }: TestApp) => deps.db.transaction((tx) => deps.jobs.enqueue(tx, embedJob, {}));

const vectorsOf = (test: Pick<TestApp, 'sql'>) =>
  test.sql(
    'select transcript_id, article_id, model, jsonb_array_length(places) as passages, length(keys) as keys from vectors order by id',
  );

/** The passages that were sent; at the start, the server is asked for a single word. */
const embedded = ({ calls }: EmbeddingsDouble) => calls.flat().filter((text) => text.includes(' '));

describe('the vectors of passages', () => {
  it('are made once, after an edit only for what is new, and go with their transcript', async () => {
    const test = await withServer();
    const { double, ann, id } = test;
    await embed(test);
    await expect.poll(() => vectorsOf(test)).toMatchObject([{ transcript_id: id, passages: 3, keys: 24 }]);
    expect(embedded(double)).toEqual(LINES.map(({ text }) => text));

    const metrics = async () => (await test.app.inject({ url: '/metrics' })).body;
    await expect.poll(metrics).toContain('tapescript_sources_to_embed 0');

    // Nothing has changed in the text.
    await ann.call(updateTranscript, { params: { id }, body: { title: 'Bridge' } });
    await embed(test);
    await rewrite(
      ann,
      id,
      1,
      'The ferries will go every five minutes until the bridge is open again in autumn.',
    );
    await embed(test);
    await expect.poll(() => embedded(double).length).toBe(LINES.length + 1);
    expect(embedded(double).at(-1)).toBe(
      'The ferries will go every five minutes until the bridge is open again in autumn.',
    );
    await ann.call(deleteTranscript, { params: { id } });
    expect(await vectorsOf(test)).toEqual([]);
  });

  it('are made of each source once a run, so that a run ends while somebody edits', async () => {
    const test = await withServer();
    // As if each result were old again at once.
    await test.sql(`create function touch() returns trigger language plpgsql as $$ begin
        update transcripts set title = title where id = new.transcript_id; return new; end $$`);
    await test.sql(
      'create trigger touched after insert or update on vectors for each row execute function touch()',
    );
    await embed(test);
    await expect.poll(() => vectorsOf(test)).toHaveLength(1);
    await expect.poll(() => test.sql("select 1 from leases where name = 'embed'")).toEqual([]);
    expect(embedded(test.double)).toHaveLength(LINES.length);
  });

  it('are made for articles, too, and not for transcripts that the model does not understand', async () => {
    const double = await startEmbeddingsDouble();
    onTestFinished(() => double.close());
    const test = await testApp({ workers: true, hasty: true, env: { EMBEDDINGS: 'local' } });
    const { userId, id } = await haveTalk(test);
    const other = { projectId: null, userId, title: 'Brücke', lines: LINES };
    await insertTalk(test.sql, { ...other, language: 'de' });
    const british = await insertTalk(test.sql, { ...other, language: 'en-GB' });
    const untold = await insertTalk(test.sql, { ...other, language: null });
    await insertTalk(test.sql, { ...other, status: 'processing' });
    const projectId = await insertProject(test.sql, userId);
    const article = await insertArticle(test.sql, {
      projectId,
      userId,
      title: 'Roads',
      content: 'The region has a fund for old roads.',
    });
    await embed(test);
    await expect.poll(async () => (await vectorsOf(test)).length).toBe(4);
    const rows = await vectorsOf(test);
    expect(new Set(rows.map(({ transcript_id }) => transcript_id))).toEqual(
      new Set([id, british, untold, null]),
    );
    expect(rows.find(({ article_id }) => article_id === article)).toMatchObject({ passages: 1 });
  });

  it('are made anew when the model is another one', async () => {
    const test = await withServer();
    await embed(test);
    await expect.poll(async () => (await vectorsOf(test)).length).toBe(1);
    await test.sql("update vectors set model = 'older', packed = ''");
    await embed(test);
    await expect.poll(() => embedded(test.double).length).toBe(2 * LINES.length);
    await expect.poll(async () => (await vectorsOf(test))[0]?.model).toContain(EMBEDDINGS_MODEL);
  });

  it('come later where the server fails, and one source does not hold up the others', async () => {
    const test = await withServer();
    const { double, userId } = test;
    const other = await insertTalk(test.sql, {
      projectId: null,
      userId,
      title: 'Other',
      lines: LINES.map((line) => ({ ...line, text: `${line.text} Again.` })),
    });
    // The newest comes first.
    double.reply({ kind: 'error', status: 400, body: { error: { message: 'No.' } } });
    await embed(test);
    await expect.poll(async () => (await vectorsOf(test)).length).toBeGreaterThan(0);
    await embed(test);
    await expect
      .poll(async () => (await vectorsOf(test)).map(({ transcript_id }) => transcript_id))
      .toContain(other);
  });
});

it('a run that is stopped in the middle is put back for the next start, and for a transcript that goes meanwhile nothing is kept', async () => {
  const test = await withServer();
  const { double, ann, id } = test;
  double.reply({ kind: 'silent' });
  await embed(test);
  await expect.poll(() => embedded(double).length).toBe(LINES.length);
  await ann.call(deleteTranscript, { params: { id } });
  await test.deps.jobs.drain();
  const jobs = await test.sql("select distinct state::text from pgboss.job where name = 'embed'");
  for (const { state } of jobs) expect(['created', 'retry', 'completed']).toContain(state);
  expect(jobs.some(({ state }) => state !== 'completed')).toBe(true);
  expect(await vectorsOf(test)).toEqual([]);
});

describe('a question in other words', () => {
  const ask = (person: Person, id: TranscriptId, question: string) =>
    person.call(askTranscript, { params: { id }, body: { question } });

  it('is answered with the right words, of a transcript and of a project', async () => {
    const test = await testApp({ workers: true, hasty: true, env: { EMBEDDINGS: 'local' } });
    const ann = await test.person('Ann');
    const userId = Number(ann.user?.id);
    const talk = askedTranscripts().find(({ lines }) => lines.some(({ text }) => text.includes('savings')));
    if (!talk) throw new Error('The talk about the bakery is missing.');
    const projectId = ProjectId.parse(await insertProject(test.sql, userId));
    const id = TranscriptId.parse(
      await insertTalk(test.sql, { projectId, userId, title: talk.title, lines: talk.lines }),
    );
    const question = 'Where did the start-up capital come from?';
    const before = await ask(ann, id, question);
    expect(before.answer).not.toContain('savings');
    await embed(test);
    await expect.poll(async () => (await vectorsOf(test)).length).toBe(1);
    expect((await ask(ann, id, question)).answer).toContain('twenty-two thousand pounds of savings');
    const inProject = await ann.call(askProject, { params: { id: projectId }, body: { question } });
    expect(inProject.message.content).toContain('twenty-two thousand pounds of savings');
    // What nobody has spoken of is still not found.
    expect((await ask(ann, id, 'Which satellites does Jupiter have?')).answer).toContain('I found nothing');
  });

  it('finds the right place of a large project', async () => {
    const test = await testApp({ workers: true, hasty: true, env: { EMBEDDINGS: 'local' } });
    const ann = await test.person('Ann');
    const userId = Number(ann.user?.id);
    const projectId = ProjectId.parse(await insertProject(test.sql, userId));
    for (const talk of askedTranscripts())
      await insertTalk(test.sql, { projectId, userId, title: talk.title, lines: talk.lines });
    // More than is read whole, of words that no question has.
    await insertTalk(test.sql, {
      projectId,
      userId,
      title: 'Minutes',
      language: 'de',
      lines: longTalk({ words: 30_000, seed: 3 }),
    });
    await embed(test);
    await expect.poll(async () => (await vectorsOf(test)).length).toBe(askedTranscripts().length);
    const ask = async (question: string) =>
      (await ann.call(askProject, { params: { id: projectId }, body: { question } })).message.content;
    expect(await ask('How did the baker finance her business?')).toContain(
      'twenty-two thousand pounds of savings',
    );
  });

  it('is answered by its words where the model is missing or the server is slow', async () => {
    const missing = await testApp({ env: { EMBEDDINGS: 'local', MODELS_DIR: '/nowhere' } });
    const { ann, id } = await haveTalk(missing);
    expect((await ask(ann, id, 'What does the repair cost?')).answer).toContain('four million');

    const test = await withServer();
    await embed(test);
    await expect.poll(async () => (await vectorsOf(test)).length).toBe(1);
    test.double.reply({ kind: 'silent' });
    expect((await ask(test.ann, test.id, 'What does the repair cost?')).answer).toContain('four million');
  });
});
