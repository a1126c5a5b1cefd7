import pg from 'pg';
import { expect, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import {
  editTranscript,
  getHistoryEntry,
  listHistory,
  redoEdit,
  restoreEdit,
  undoEdit,
} from '#contract/edits.ts';
import { MAX_TRANSCRIPT_LENGTH } from '#contract/limits.ts';
import { getTranscript, getWords } from '#contract/transcripts.ts';
import { testApp } from '#tests/support/app.ts';
import { wavRecording } from '#tests/support/recordings.ts';

const recording = wavRecording(21_000);

/** Somebody with a transcript whose only speaker says these texts, one after the other. */
async function withTexts(texts: readonly string[]) {
  const test = await testApp({ workers: true });
  const ann = await test.person();
  const id = await ann.upload(await recording);
  await ann.settled(id);
  const params = { id };
  await test.sql('delete from segments');
  await test.sql(
    `insert into segments (transcript_id, position, user_id, speaker, start_ms, end_ms, text, normalized, words, timing)
      select $1, place, $2, 'Speaker 1', place * 1000, place * 1000 + 1000, text, lower(text), '[]', 'estimated'
      from jsonb_array_elements_text($3::jsonb) with ordinality as list(text, place)`,
    [id, ann.user?.id, JSON.stringify(texts)],
  );
  await test.sql('update transcripts set word_count = $1, segment_count = $2', [
    texts.join(' ').split(' ').length,
    texts.length,
  ]);
  const replace = (query: string, replacement: string) =>
    ann.call(editTranscript, { params, body: { kind: 'replace', query, replacement, matchCase: true } });
  const now = async () => {
    const { timestampedTranscript } = await ann.call(getTranscript, { params });
    const { segments } = await ann.call(getWords, { params });
    return {
      texts: timestampedTranscript.map(({ text, speaker }) => [speaker, text]),
      words: segments.map(({ words }) => words),
    };
  };
  const restore = (editId: number) =>
    ann.call(restoreEdit, { params: { id, editId }, body: { scope: 'everything' } });
  return { ...test, ann, id, params, replace, now, restore };
}

/** The statements that the application sends while something is done, each with the number of rows it gave. */
async function statementsDuring(work: () => Promise<unknown>) {
  // In transactions, and outside of them.
  const spies = [vi.spyOn(pg.Client.prototype, 'query'), vi.spyOn(pg.Pool.prototype, 'query')];
  const restore = () => spies.map((spy) => spy.mockRestore());
  onTestFinished(() => void restore());
  await work();
  const statements = spies.flatMap(({ mock }) =>
    mock.calls.map(([what]: unknown[], at) => ({
      text: Statement.parse(what),
      given: mock.results[at]?.value,
    })),
  );
  restore();
  const answered = statements.map(async ({ text, given }) => ({
    text,
    rows: Given.parse(await Promise.resolve(given).catch(() => null))?.rows.length ?? 0,
  }));
  // The pool asks its clients once more, without waiting for what they give.
  return Promise.all(answered.filter((_, at) => statements[at]?.given !== undefined));
}

const Statement = z.union([z.string(), z.object({ text: z.string() }).transform(({ text }) => text)]);
const Rows = z.object({ rows: z.array(z.unknown()) });
/** Several statements in one text, as the queue sends them, give an answer each. */
const Given = z.union([Rows, z.array(Rows).transform((all) => all.at(-1))]).nullish();

/** The numbers of rows that the statements of this kind gave. */
const rowsOf = (statements: Awaited<ReturnType<typeof statementsDuring>>, kind: RegExp) =>
  statements.flatMap(({ text, rows }) => (kind.test(text) ? [rows] : []));
const TEXTS_ALONE = /^select "text" from "segments"/;
const WITH_WORDS = /^select .*"words".* from "segments"/s;
const STATES = /distinct on \(segment\)/;

it('refuses to let a text grow beyond what a transcript can have, before any of it is made', async () => {
  const segment = 'b '.repeat(90).trim();
  const test = await withTexts(Array.from({ length: 1200 }, () => segment));
  const before = await test.now();
  const refusing = await statementsDuring(() =>
    expect(test.replace('b', 'c'.repeat(100))).rejects.toMatchObject({
      status: 422,
      code: 'transcript_too_long',
      message: expect.stringContaining(MAX_TRANSCRIPT_LENGTH.toLocaleString('en')),
    }),
  );
  expect(rowsOf(refusing, TEXTS_ALONE)).toEqual([1200]);
  expect(rowsOf(refusing, WITH_WORDS)).toEqual([]);
  expect(await test.now()).toEqual(before);
  expect(await test.sql('select from edits')).toEqual([]);
  // What fits is done, and the next time is too much; so are too many words, and one segment that is too long.
  const replacing = await statementsDuring(() => test.replace('b', 'c'.repeat(10)));
  expect(rowsOf(replacing, WITH_WORDS)).toEqual([1200]);
  await expect(test.replace('c', 'd'.repeat(10))).rejects.toMatchObject({ code: 'transcript_too_long' });
  await expect(test.replace('c', 'd e')).rejects.toMatchObject({ code: 'transcript_too_long' });
  await expect(test.replace('c', 'd'.repeat(200))).rejects.toMatchObject({ code: 'segment_too_long' });
  const { timestampedTranscript } = await test.ann.call(getTranscript, { params: test.params });
  const [first] = timestampedTranscript;
  if (!first) throw new Error('There is no text.');
  await test.sql("update segments set text = repeat('x', 18000) where id > $1 and id < $1 + 120", [first.id]);
  const longer = {
    kind: 'text',
    segment: { id: first.id, revision: first.revision },
    text: 'y'.repeat(3000),
  } as const;
  await expect(test.ann.call(editTranscript, { params: test.params, body: longer })).rejects.toMatchObject({
    code: 'transcript_too_long',
  });
  // A text that is too long already can be shortened.
  expect(
    await test.ann.call(editTranscript, { params: test.params, body: { ...longer, text: 'y' } }),
  ).toMatchObject({
    changed: [{ text: 'y' }],
  });
});

it('restores a text from before many steps on all of it, reading no more than one state of each segment', async () => {
  const test = await withTexts(Array.from({ length: 300 }, (_, at) => `the word number ${at} stands here`));
  const { ann, params, now, replace, restore } = test;
  await replace('stands', 'stood');
  const wanted = await now();
  await replace('stood', 'lay');
  const { entries } = await ann.call(listHistory, { params });
  const target = entries[0]?.id ?? 0;
  expect(entries[0]).toMatchObject({ changeCount: 300 });
  expect(entries[0]?.changes).toHaveLength(5);
  // Speakers, a join, a split, names and what was taken back are in between, and steps that tell no words before ones that do.
  const [one, two, three] = (await ann.call(getTranscript, { params })).timestampedTranscript;
  if (!one || !two || !three) throw new Error('There is no text.');
  const edit = (body: Parameters<typeof ann.call<typeof editTranscript>>[1]['body']) =>
    ann.call(editTranscript, { params, body });
  await edit({ kind: 'speaker', segments: [one.id, three.id], speaker: null, name: 'Bo' });
  await edit({
    kind: 'join',
    segment: { id: one.id, revision: one.revision },
    next: { id: two.id, revision: two.revision },
  });
  await edit({
    kind: 'split',
    segment: { id: three.id, revision: three.revision },
    before: 'the word number 2',
    after: 'lay here',
  });
  for (let round = 0; round < 6; round += 1)
    await replace(round % 2 ? 'sat' : 'lay', round % 2 ? 'lay' : 'sat');
  await ann.call(undoEdit, { params });
  await ann.call(redoEdit, { params });
  const late = await now();
  const restoring = await statementsDuring(async () =>
    expect(await restore(target)).toMatchObject({ undo: 'restore', segmentCount: 300, speakerNames: {} }),
  );
  // Of the nine steps on all of it, one state of each of the 300 segments, and one of the segment that the split has added.
  expect(rowsOf(restoring, STATES)[0]).toBe(301);
  expect(await now()).toEqual(wanted);
  await ann.call(undoEdit, { params });
  expect(await now()).toEqual(late);
  const whole = await ann.call(getHistoryEntry, { params: { ...params, editId: target } });
  expect(whole.changes).toHaveLength(300);
});

it('says that something took too long where it did, and that the database is away only where it is', async () => {
  const { sql, deps, person } = await testApp({ env: { DATABASE_STATEMENT_SECONDS: '1' } });
  const ann = await person();
  const transaction = deps.db.transaction(async (tx) => {
    await tx.execute('lock table transcripts in access exclusive mode');
    return ann.call(getTranscript, { params: { id: 1 as never } }).catch((error: unknown) => error);
  });
  expect(await transaction).toMatchObject({
    status: 503,
    code: 'busy',
    message: expect.not.stringMatching(/starting|database/),
  });
  expect(await sql('select 1 as one')).toEqual([{ one: 1 }]);
});
