import { describe, expect, it } from 'vitest';
import { editTranscript, listHistory, redoEdit, undoEdit } from '#contract/edits.ts';
import type { TranscriptId } from '#contract/ids.ts';
import { MAX_SPEAKER_SEARCHES_WAITING } from '#contract/limits.ts';
import {
  applySpeakerSearch,
  endSpeakerSearch,
  getSpeakerSearch,
  startSpeakerSearch,
} from '#contract/speaker-search.ts';
import {
  deleteTranscript,
  getTranscript,
  getWords,
  transcribeAgain,
  updateTranscript,
} from '#contract/transcripts.ts';
import { createFakeEngine } from '#speech/fake/engine.ts';
import { testApp } from '#tests/support/app.ts';
import { gatedEngine } from '#tests/support/gated-engine.ts';
import type { Person } from '#tests/support/person.ts';
import { copyTalk, rewrite, withTalk } from '#tests/support/talk.ts';

/** A person's calls about the speakers of a transcript. The fake engine changes the speaker every 5 s, in turns of `speakers` people. */
function searchOf(person: Person, id: TranscriptId) {
  const params = { id };
  const view = async () => (await person.call(getSpeakerSearch, { params })).search;
  const start = (speakers: number | null = null) =>
    person.call(startSpeakerSearch, { params, body: { speakers } });
  const until = (status: string) => expect.poll(async () => (await view())?.status).toBe(status);
  return {
    view,
    start,
    until,
    found: async (speakers: number | null) => {
      await start(speakers);
      await until('ready');
      return (await view())?.outcome;
    },
    apply: () => person.call(applySpeakerSearch, { params }),
    end: () => person.call(endSpeakerSearch, { params }),
    undo: () => person.call(undoEdit, { params }),
    redo: () => person.call(redoEdit, { params }),
    segments: async () => (await person.call(getTranscript, { params })).timestampedTranscript,
    speakers: async () =>
      (await person.call(getTranscript, { params })).timestampedTranscript.map(({ speaker }) =>
        speaker.replace('Speaker ', ''),
      ),
    words: async () => (await person.call(getWords, { params })).segments,
  };
}

async function withSearch() {
  const test = await withTalk();
  return { ...test, at: searchOf(test.ann, test.id) };
}

describe('speakers found again', () => {
  it('are told before, applied as one step without touching a word, and undone', async () => {
    const { ann, params, at } = await withSearch();
    const before = await at.segments();
    const words = await at.words();
    expect(await at.speakers()).toEqual(['1', '2', '1', '2', '1']);
    expect(await at.view()).toBeNull();
    expect(await at.found(3)).toEqual({ speakersBefore: 2, speakersAfter: 3, changedSegments: 3 });
    expect(await at.segments()).toEqual(before);

    const result = await at.apply();
    expect(result).toMatchObject({ undo: 'find-speakers', editCount: 1, removed: [], words: [] });
    expect(result.changed).toHaveLength(3);
    expect(await at.speakers()).toEqual(['1', '2', '3', '1', '2']);
    expect(await at.words()).toEqual(words);
    expect(await at.view()).toBeNull();
    const { entries } = await ann.call(listHistory, { params });
    expect(entries).toMatchObject([{ kind: 'find-speakers', changeCount: 3, isUndone: false }]);

    await at.undo();
    expect(await at.segments()).toEqual(before);
    await at.redo();
    expect(await at.speakers()).toEqual(['1', '2', '3', '1', '2']);
  });

  it('keep the names that people gave, and the passages whose speaker somebody set', async () => {
    const { ann, params, at } = await withSearch();
    await ann.call(updateTranscript, {
      params,
      body: { speakerNames: { 'Speaker 1': 'Ann', 'Speaker 2': 'Ben' } },
    });
    const [, , , fourth] = await at.segments();
    await ann.call(editTranscript, {
      params,
      body: { kind: 'speaker', segments: [fourth?.id ?? 0], speaker: 'Speaker 1' },
    });
    expect(await at.found(1)).toEqual({ speakersBefore: 2, speakersAfter: 1, changedSegments: 1 });
    await at.apply();
    expect(await at.speakers()).toEqual(['1', '1', '1', '1', '1']);
    await at.undo();
    // Back to what the engine said: that counts as set no more.
    await at.undo();
    const [, second] = await at.segments();
    await ann.call(editTranscript, {
      params,
      body: { kind: 'speaker', segments: [second?.id ?? 0], speaker: null, name: 'Cat' },
    });
    // The voice of both of Ben's passages is now Cat's.
    expect(await at.found(2)).toEqual({ speakersBefore: 3, speakersAfter: 2, changedSegments: 1 });
    await at.found(1);
    await at.apply();
    expect(await at.speakers()).toEqual(['1', '3', '1', '1', '1']);
    const { speakerNames } = await ann.call(getTranscript, { params });
    expect(speakerNames).toEqual({ 'Speaker 1': 'Ann', 'Speaker 2': 'Ben', 'Speaker 3': 'Cat' });
  });

  it('divide a passage in which two voices were joined, and stay right when the text was edited meanwhile', async () => {
    const { ann, params, id, at } = await withSearch();
    const before = await at.segments();
    const [first, second] = before;
    const ref = ({ id, revision }: { id: number; revision: number } = { id: 0, revision: 0 }) => ({
      id,
      revision,
    });
    await ann.call(editTranscript, {
      params,
      body: { kind: 'join', segment: ref(first), next: ref(second) },
    });
    expect(await at.found(2)).toEqual({ speakersBefore: 2, speakersAfter: 2, changedSegments: 1 });
    await rewrite(ann, id, 3, 'Quite another text, which is longer than the one before it was.');
    await at.apply();
    const after = await at.segments();
    expect(after.slice(0, 2).map(({ text, speaker, start, end }) => ({ text, speaker, start, end }))).toEqual(
      before.slice(0, 2).map(({ text, speaker, start, end }) => ({ text, speaker, start, end })),
    );
    expect(after.map(({ position }) => position)).toEqual(
      after.map(({ position }) => position).toSorted((a, b) => a - b),
    );
    expect(after.at(-1)?.text).toContain('Quite another text');
    const words = await at.words();
    expect(words.map(({ id, words }) => [id, words.length])).toEqual(
      after.map((segment) => [segment.id, segment.text.split(' ').length]),
    );
    await at.undo();
    expect(await at.segments()).toHaveLength(4);
  });

  it('are applied once, by whoever comes first, and not before they are found', async () => {
    const { at } = await withSearch();
    await expect(at.apply()).rejects.toMatchObject({ code: 'speaker_search_not_ready' });
    await at.found(3);
    const both = await Promise.allSettled([at.apply(), at.apply()]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(both.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'speaker_search_not_ready' },
    });
  });

  it('can be discarded, and are not those of another version', async () => {
    const { ann, params, at } = await withSearch();
    await at.found(3);
    await at.end();
    expect(await at.view()).toBeNull();
    await at.end();
    await at.found(3);
    await ann.call(transcribeAgain, { params, body: {} });
    await expect(at.start()).rejects.toMatchObject({ code: 'already_running' });
    await expect.poll(async () => (await ann.call(getTranscript, { params })).stage).toBeNull();
    expect(await at.view()).toBeNull();
    await expect(at.apply()).rejects.toMatchObject({ code: 'speaker_search_not_ready' });
    expect(await at.found(2)).toMatchObject({ changedSegments: 0 });
  });

  it('need a finished transcript and its recording', async () => {
    const { at, sql, id } = await withSearch();
    await expect(at.start(0)).rejects.toMatchObject({ code: 'invalid_input' });
    await expect(at.start(11)).rejects.toMatchObject({ code: 'invalid_input' });
    const [media] = await sql('update media set storage_key = $2 where transcript_id = $1 returning 1', [
      id,
      'gone',
    ]);
    expect(media).toBeDefined();
    await at.start(2);
    await at.until('failed');
    expect(await at.view()).toMatchObject({ errorMessage: expect.stringContaining('recording') });
    await sql('delete from media where transcript_id = $1', [id]);
    await expect(at.start(2)).rejects.toMatchObject({ code: 'speakers_without_recording' });
    await sql("update transcripts set status = 'failed' where id = $1", [id]);
    await expect(at.start(2)).rejects.toMatchObject({ code: 'transcript_not_completed' });
  });
});

describe('better speakers', () => {
  const betterOf = async (ann: Person, id: TranscriptId) =>
    (await ann.call(getSpeakerSearch, { params: { id } })).better;

  it('are possible for a text whose speakers were told apart by cepstra, until they are found again', async () => {
    const { ann, id, sql, at } = await withSearch();
    expect(await betterOf(ann, id)).toBeNull();
    const tell = (by: string | null, engine: string) =>
      sql('update transcripts set speakers_by = $2, engine = $3 where id = $1', [id, by, engine]);
    // From before it was recorded.
    await tell(null, 'local');
    expect(await betterOf(ann, id)).toBe('now');
    await tell(null, 'assemblyai');
    expect(await betterOf(ann, id)).toBeNull();
    await tell('cepstra', 'assemblyai');
    expect(await betterOf(ann, id)).toBe('now');
    await at.found(3);
    await at.apply();
    expect(await betterOf(ann, id)).toBeNull();
  });

  it('are possible later without the network, and never without a recording', async () => {
    const engine = { ...createFakeEngine({}), hasVoiceNetwork: async () => false };
    const test = await testApp({ workers: true, engine });
    const ann = await test.person('Ann');
    const id = await copyTalk(test, ann);
    await test.sql("update transcripts set speakers_by = 'cepstra' where id = $1", [id]);
    expect(await betterOf(ann, id)).toBe('later');
    await test.sql('delete from media where transcript_id = $1', [id]);
    expect(await betterOf(ann, id)).toBeNull();
  });
});

describe('a search for speakers that runs', () => {
  async function withGate() {
    const gate = gatedEngine();
    gate.open();
    const test = await testApp({ workers: true, engine: gate.engine });
    const ann = await test.person('Ann');
    const id = await copyTalk(test, ann);
    gate.close();
    return { ...test, gate, ann, id, params: { id }, at: searchOf(ann, id) };
  }

  it('is not begun twice, and ends when it is cancelled', async () => {
    const { gate, at, deps } = await withGate();
    expect(await at.start(3)).toMatchObject({ status: 'processing', speakers: 3, outcome: null });
    await gate.searching(1);
    await expect(at.start(2)).rejects.toMatchObject({ code: 'speaker_search_running' });
    await expect(at.apply()).rejects.toMatchObject({ code: 'speaker_search_not_ready' });
    await at.end();
    expect(await at.view()).toBeNull();
    await expect
      .poll(async () => (await deps.jobs.depth()).filter(({ name }) => name === 'find-speakers'))
      .toEqual([]);
    await at.start(2);
    gate.open();
    await at.until('ready');
  });

  it('takes its transcript’s edits, undo and deletion while it runs', async () => {
    const { gate, ann, params, id, at, deps } = await withGate();
    await at.start(3);
    await gate.searching(1);
    await rewrite(ann, id, 0, 'Other words.');
    await at.undo();
    await ann.call(deleteTranscript, { params });
    await expect
      .poll(async () => (await deps.jobs.depth()).filter(({ name }) => name === 'find-speakers'))
      .toEqual([]);
    await expect(at.view()).rejects.toMatchObject({ code: 'transcript_not_found' });
  });

  it(`is one of at most ${MAX_SPEAKER_SEARCHES_WAITING} of one person`, async () => {
    const { gate, ann, ...test } = await withGate();
    const ids = await Promise.all(
      Array.from({ length: MAX_SPEAKER_SEARCHES_WAITING + 1 }, () => copyTalk(test, ann)),
    );
    const begun = await Promise.allSettled(ids.map((id) => searchOf(ann, id).start()));
    expect(begun.filter(({ status }) => status === 'fulfilled')).toHaveLength(MAX_SPEAKER_SEARCHES_WAITING);
    expect(begun.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'too_many_speaker_searches' },
    });
    const ben = await test.person('Ben');
    const his = searchOf(ben, await copyTalk(test, ben));
    await his.start(2);
    gate.open();
    await his.until('ready');
  });
});
