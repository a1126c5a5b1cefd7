import { describe, expect, it } from 'vitest';
import { ProjectId, TranscriptId } from '#contract/ids.ts';
import { findSimilar, type SimilarPassage, searchTranscripts } from '#contract/search.ts';
import { deleteTranscript, updateTranscript } from '#contract/transcripts.ts';
import { SIMILAR } from '#domain/meaning.ts';
import { makePassages } from '#domain/passages.ts';
import { embedJob } from '#server/features/meaning/jobs.ts';
import { type TestApp, testApp } from '#tests/support/app.ts';
import type { Person } from '#tests/support/person.ts';
import { insertMember, insertProject, insertTalk } from '#tests/support/project-content.ts';
import { type AskedTranscript, askedTranscripts } from '#tests/support/questions.ts';
import { rewrite } from '#tests/support/talk.ts';
import { segmentsOf } from '#tests/support/transcripts.ts';

const QUESTION = 'being unable to fall asleep at night';

const LINES = [
  {
    speaker: 'Speaker 1',
    text: 'The city wants to open the bridge before the winter. The ferries will go every ten minutes until then.',
  },
  {
    speaker: 'Speaker 2',
    text: 'We will talk about the harbour later. I lie awake until four in the morning and cannot get any rest. The doctor knows.',
  },
  {
    speaker: 'Speaker 1',
    text: 'The repair costs four million, most of which the region pays out of its fund for old roads and rails.',
  },
].map((line, index) => ({ ...line, startMs: 10_000 * index, endMs: 10_000 * index + 9000 }));

const SLEEPLESS = 'I lie awake until four in the morning and cannot get any rest.';

const withModel = () => testApp({ workers: true, hasty: true, env: { EMBEDDINGS: 'local' } });

const idOf = (person: Person) => Number(person.user?.id);

interface Wanted {
  projectId?: number;
  showSpeakers?: boolean;
  lines?: typeof LINES;
}

async function addTalk({ sql }: TestApp, person: Person, wanted: Wanted = {}): Promise<TranscriptId> {
  const talk = { projectId: null, title: 'Harbour', lines: LINES, ...wanted };
  return TranscriptId.parse(await insertTalk(sql, { ...talk, userId: idOf(person) }));
}

/** Lets the job run that the clock starts every minute, until every transcript has its vectors. */
async function embed({ deps, sql }: TestApp) {
  await deps.db.transaction((tx) => deps.jobs.enqueue(tx, embedJob, {}));
  const left = `select t.id from transcripts t left join vectors v on v.transcript_id = t.id
    where v.row_version is distinct from t.xmin::text`;
  await expect.poll(() => sql(left)).toEqual([]);
}

const similar = (person: Person, q: string, transcriptId?: TranscriptId) =>
  person.call(findSimilar, { query: { q, ...(transcriptId === undefined ? {} : { transcriptId }) } });

/** A number of a passage among all of these talks; only passages side by side have consecutive ones. */
function numberOf(talks: readonly AskedTranscript[], { title, text }: SimilarPassage): number {
  const talk = talks.findIndex((each) => each.title === title);
  const passages = makePassages(segmentsOf(talks[talk]?.lines ?? []));
  return 1000 * talk + passages.findIndex((passage) => passage.text === text);
}

describe('similar passages', () => {
  it('say where something like it was said, by whom, and in which sentence', async () => {
    const test = await withModel();
    const ann = await test.person('Ann');
    const id = await addTalk(test, ann);
    await ann.call(updateTranscript, { params: { id }, body: { speakerNames: { 'Speaker 2': 'Grace' } } });
    expect(await similar(ann, QUESTION)).toEqual({ passages: [], isReady: false });
    await embed(test);
    const { passages, isReady } = await similar(ann, QUESTION);
    expect(isReady).toBe(true);
    expect(passages).toEqual([
      {
        transcriptId: id,
        title: 'Harbour',
        language: 'en',
        segmentId: expect.any(Number),
        start: 10,
        speaker: 'Grace',
        text: LINES[1]?.text,
        sentence: SLEEPLESS,
        cosine: expect.any(Number),
      },
    ]);
    expect(passages[0]?.cosine).toBeGreaterThan(SIMILAR);
    // None of its words are there, and none of this is counted.
    expect(await ann.call(searchTranscripts, { query: { q: QUESTION } })).toMatchObject({ totalResults: 0 });
    await ann.call(updateTranscript, { params: { id }, body: { showSpeakers: false } });
    expect((await similar(ann, QUESTION)).passages).toMatchObject([{ speaker: null }]);
  });

  it('start where the sentence starts, in a passage of several segments', async () => {
    const test = await withModel();
    const ann = await test.person('Ann');
    const texts = ['We go on, and the next one is this.', SLEEPLESS, 'So much for that.'];
    await addTalk(test, ann, {
      lines: texts.map((text, at) => ({
        text,
        speaker: 'Speaker 1',
        startMs: 3000 * at,
        endMs: 3000 * at + 2500,
      })),
    });
    await embed(test);
    expect((await similar(ann, QUESTION)).passages).toMatchObject([
      { start: 3, sentence: SLEEPLESS, text: texts.join(' ') },
    ]);
  });

  it('are the nearest of all talks, at most ten, and no two side by side', async () => {
    const test = await withModel();
    const ann = await test.person('Ann');
    const talks = askedTranscripts();
    for (const { title, lines } of talks)
      await insertTalk(test.sql, { projectId: null, userId: idOf(ann), title, lines });
    await embed(test);
    const found = await Promise.all(
      talks.flatMap(({ title, questions }) =>
        questions.slice(0, 4).map(async ({ question }) => ({
          title,
          passages: (await similar(ann, question)).passages,
        })),
      ),
    );
    for (const { passages } of found) {
      expect(passages.length).toBeLessThanOrEqual(10);
      expect(passages.map(({ cosine }) => cosine)).toEqual(
        passages.map(({ cosine }) => cosine).toSorted((one, other) => other - one),
      );
      expect(passages.every(({ text, sentence }) => text.includes(sentence ?? '?'))).toBe(true);
      const numbers = passages
        .map((passage) => numberOf(talks, passage))
        .toSorted((one, other) => one - other);
      expect(numbers.filter((number, at) => number - (numbers[at - 1] ?? -2) < 2)).toEqual([]);
    }
    const ofTheirTalk = found.filter(({ title, passages }) => passages[0]?.title === title);
    expect(ofTheirTalk.length).toBeGreaterThan(found.length / 2);
  });

  it('are shown to nobody who may not read them', async () => {
    const test = await withModel();
    const people = await Promise.all(['Ann', 'Eve', 'Vic', 'Sam'].map((name) => test.person(name)));
    const [ann, editor, viewer, stranger] = people as [Person, Person, Person, Person];
    const projectId = ProjectId.parse(await insertProject(test.sql, idOf(ann)));
    await insertMember(test.sql, projectId, { userId: idOf(editor), role: 'editor' });
    await insertMember(test.sql, projectId, { userId: idOf(viewer), role: 'viewer' });
    const id = await addTalk(test, ann, { projectId });
    const secret = await addTalk(test, ann);
    await addTalk(test, stranger, { lines: LINES.slice(0, 1) });
    await embed(test);
    // The owner finds both, and whoever may read one, that one alone.
    expect(
      (await similar(ann, QUESTION)).passages.map(({ transcriptId }) => transcriptId).toSorted(),
    ).toEqual([id, secret].toSorted());
    for (const reader of [ann, editor, viewer])
      expect((await similar(reader, QUESTION, id)).passages).toMatchObject([{ transcriptId: id }]);
    // Among all, only their own are looked through.
    expect(await similar(editor, QUESTION)).toEqual({ passages: [], isReady: false });
    expect(await similar(stranger, QUESTION)).toEqual({ passages: [], isReady: true });
    await expect(similar(stranger, QUESTION, id)).rejects.toMatchObject({ code: 'transcript_not_found' });
    for (const member of [editor, viewer])
      await expect(similar(member, QUESTION, secret)).rejects.toMatchObject({ code: 'transcript_not_found' });
  });

  it('are those of the text as it is now', async () => {
    const test = await withModel();
    const ann = await test.person('Ann');
    const id = await addTalk(test, ann);
    await embed(test);
    // Before the model has read the text again.
    await rewrite(ann, id, 1, 'At night I cannot fall asleep, whatever I do. That is all.');
    expect((await similar(ann, QUESTION)).passages).toMatchObject([
      {
        text: 'At night I cannot fall asleep, whatever I do. That is all.',
        sentence: 'At night I cannot fall asleep, whatever I do.',
      },
    ]);
    await rewrite(ann, id, 1, 'The treasurer reads the numbers of last year.');
    expect(await similar(ann, QUESTION)).toEqual({ passages: [], isReady: true });
    await test.sql('delete from segments where transcript_id = $1', [id]);
    expect(await similar(ann, QUESTION)).toEqual({ passages: [], isReady: true });
    await ann.call(deleteTranscript, { params: { id } });
    expect(await similar(ann, QUESTION)).toEqual({ passages: [], isReady: false });
  });

  it('are none without a question or without a model', async () => {
    const test = await withModel();
    const ann = await test.person('Ann');
    await addTalk(test, ann);
    await embed(test);
    for (const q of ['', '  ', '\u200b\u00ad'])
      expect(await similar(ann, q)).toEqual({ passages: [], isReady: false });
    expect(await similar(ann, 'Which satellites does Jupiter have?')).toEqual({
      passages: [],
      isReady: true,
    });

    for (const env of [{ EMBEDDINGS: 'none' }, { EMBEDDINGS: 'local', MODELS_DIR: '/nowhere' }]) {
      const without = await testApp({ env });
      const bob = await without.person('Bob');
      const id = await addTalk(without, bob);
      for (const of of [undefined, id])
        expect(await similar(bob, QUESTION, of)).toEqual({ passages: [], isReady: false });
    }
  });
});
