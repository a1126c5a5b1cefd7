import { expect, it } from 'vitest';
import { editTranscript, listHistory, undoEdit } from '#contract/edits.ts';
import type { TranscriptId } from '#contract/ids.ts';
import { searchTranscripts } from '#contract/search.ts';
import {
  cancelTranscript,
  deleteTranscript,
  getTranscript,
  getWords,
  listTranscripts,
  listVersions,
  restoreVersion,
  transcribeAgain,
  updateTranscript,
} from '#contract/transcripts.ts';
import { sharedApp, testApp } from '#tests/support/app.ts';
import { gatedEngine } from '#tests/support/gated-engine.ts';
import type { Person } from '#tests/support/person.ts';
import { wavRecording } from '#tests/support/recordings.ts';
import { withTalk } from '#tests/support/talk.ts';

const recording = await wavRecording(31_000);

/** A completed transcript whose first segment was edited by hand and whose speaker has a name. */
async function withEditedTranscript() {
  const test = await withTalk();
  const { ann, params } = test;
  const [first] = (await ann.call(getTranscript, { params })).timestampedTranscript;
  if (!first) throw new Error('There is no segment.');
  const segment = { id: first.id, revision: first.revision };
  await ann.call(editTranscript, { params, body: { kind: 'text', segment, text: 'Typed by an aardvark.' } });
  await ann.call(updateTranscript, { params, body: { speakerNames: { 'Speaker 1': 'Ann' } } });
  return { ...test, edited: await ann.call(getTranscript, { params }) };
}

/** Waits until the run is over, by the row itself. */
async function settledAgain(person: Person, id: TranscriptId) {
  for (;;) {
    const transcript = await person.call(getTranscript, { params: { id } });
    if (transcript.stage === null) return transcript;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

it('transcribes a recording again as a new version, and brings the edited one back whole', async () => {
  const { ann, id, params, edited } = await withEditedTranscript();
  const words = await ann.call(getWords, { params });
  const started = await ann.call(transcribeAgain, { params, body: {} });
  expect(started).toMatchObject({ status: 'completed', stage: 'waiting', progressPercent: 0 });
  const fresh = await settledAgain(ann, id);
  expect(fresh).toMatchObject({ version: 2, speakerNames: {}, editCount: 0, undo: null, errorMessage: null });
  expect(fresh.timestampedTranscript[0]?.text).toMatch(/^Thank you/);
  expect((await ann.call(listHistory, { params })).entries).toEqual([]);
  expect((await ann.call(searchTranscripts, { query: { q: 'aardvark' } })).results).toEqual([]);

  const { versions } = await ann.call(listVersions, { params });
  expect(versions).toMatchObject([
    { version: 2, isCurrent: true, editCount: 0, wordCount: fresh.wordCount },
    { version: 1, isCurrent: false, editCount: 2, wordCount: edited.wordCount },
  ]);
  const restored = await ann.call(restoreVersion, { params: { id, version: 1 } });
  expect(restored).toEqual(edited);
  expect(await ann.call(getWords, { params })).toEqual(words);
  expect((await ann.call(searchTranscripts, { query: { q: 'aardvark' } })).results).toHaveLength(1);
  await ann.call(undoEdit, { params });
  await ann.call(undoEdit, { params });
  expect((await ann.call(getTranscript, { params })).timestampedTranscript[0]?.text).toMatch(/^Thank you/);

  expect(await ann.call(restoreVersion, { params: { id, version: 2 } })).toMatchObject({
    version: 2,
    timestampedTranscript: fresh.timestampedTranscript,
  });
  await ann.call(transcribeAgain, { params, body: {} });
  expect(await settledAgain(ann, id)).toMatchObject({ version: 3 });
});

it('leaves the text as it is while it works, and when it is cancelled', async () => {
  const gate = gatedEngine();
  const { person } = await testApp({ workers: true, engine: gate.engine });
  const ann = await person();
  gate.open();
  const id = await ann.upload(recording);
  const before = await ann.settled(id);
  gate.close();
  const params = { id };
  await ann.call(transcribeAgain, { params, body: { suggestSpeakers: false } });
  await gate.running(2);
  await expect(ann.call(transcribeAgain, { params, body: {} })).rejects.toMatchObject({
    status: 409,
    code: 'already_running',
  });
  await expect(ann.call(restoreVersion, { params: { id, version: 1 } })).rejects.toMatchObject({
    code: 'already_running',
  });
  const meanwhile = await ann.call(getTranscript, { params });
  expect(meanwhile).toMatchObject({ status: 'completed', transcript: before.transcript });
  expect(meanwhile.stage).not.toBeNull();
  const [segment] = meanwhile.timestampedTranscript;
  if (!segment) throw new Error('There is no segment.');
  await ann.call(editTranscript, {
    params,
    body: { kind: 'text', segment: { id: segment.id, revision: segment.revision }, text: 'Typed meanwhile.' },
  });
  await ann.call(cancelTranscript, { params });
  expect(await ann.call(getTranscript, { params })).toMatchObject({
    status: 'completed',
    stage: null,
    progressPercent: 100,
    version: 1,
    errorMessage: null,
  });
  await expect(ann.call(cancelTranscript, { params })).rejects.toMatchObject({
    code: 'transcript_not_running',
  });
  gate.open();
  await ann.call(transcribeAgain, { params, body: {} });
  expect(await settledAgain(ann, id)).toMatchObject({ version: 2 });
  const kept = await ann.call(restoreVersion, { params: { id, version: 1 } });
  expect(kept.timestampedTranscript[0]?.text).toBe('Typed meanwhile.');
});

it('keeps the text when the new run fails, and says why', async () => {
  const { ann, id, params, edited, deps, sql } = await withEditedTranscript();
  const [media] = await sql('select storage_key from media where transcript_id = $1', [id]);
  await deps.store.remove(String(media?.storage_key));
  await ann.call(transcribeAgain, { params, body: {} });
  const after = await settledAgain(ann, id);
  expect(after).toMatchObject({
    status: 'completed',
    version: 1,
    errorCode: 'media_missing',
    errorMessage: 'The recording is no longer in storage. Please upload it again.',
    timestampedTranscript: edited.timestampedTranscript,
  });
  const [row] = (await ann.call(listTranscripts, {})) as { status: string }[];
  expect(row?.status).toBe('completed');
  expect(await sql('select count(*)::int as n from chunks where transcript_id = $1', [id])).toEqual([
    { n: 0 },
  ]);
});

it('is for finished transcripts and for their owner', async () => {
  const { person } = await sharedApp();
  const ann = await person();
  const id = await ann.upload(Buffer.from('x'));
  await expect(ann.call(transcribeAgain, { params: { id }, body: {} })).rejects.toMatchObject({
    status: 409,
    code: 'transcript_not_completed',
  });
  expect(await ann.call(listVersions, { params: { id } })).toEqual({ versions: [] });
  const bob = await person('Bob');
  for (const attempt of [
    () => bob.call(transcribeAgain, { params: { id }, body: {} }),
    () => bob.call(listVersions, { params: { id } }),
    () => bob.call(restoreVersion, { params: { id, version: 1 } }),
  ]) {
    await expect(attempt()).rejects.toMatchObject({ status: 404 });
  }
});

it('answers for versions that are not there, and deletes them with their transcript', async () => {
  const { ann, id, params, sql } = await withEditedTranscript();
  await expect(ann.call(restoreVersion, { params: { id, version: 7 } })).rejects.toMatchObject({
    status: 404,
    code: 'version_not_found',
  });
  await ann.call(transcribeAgain, { params, body: {} });
  await settledAgain(ann, id);
  await ann.call(deleteTranscript, { params });
  expect(
    await sql(
      `select (select count(*) from versions where transcript_id = $1)::int
        + (select count(*) from edits where transcript_id = $1)::int as n`,
      [id],
    ),
  ).toEqual([{ n: 0 }]);
});
