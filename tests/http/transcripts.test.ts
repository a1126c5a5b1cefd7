import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { getMediaCdnUrl, getMediaToken } from '#contract/media.ts';
import { searchTranscripts } from '#contract/search.ts';
import {
  cancelTranscript,
  deleteTranscript,
  getTranscript,
  getWaveform,
  getWords,
  listTranscripts,
  replaceTranscript,
  restoreVersion,
  retryTranscript,
  type TranscriptListPage,
  transcribeAgain,
  updateTranscript,
} from '#contract/transcripts.ts';
import { startWorkers } from '#server/worker.ts';
import { createFakeEngine } from '#speech/fake/engine.ts';
import { sharedApp, testApp } from '#tests/support/app.ts';
import { encodeText } from '#tests/support/encode-text.ts';
import { composed } from '#tests/support/odd-recordings.ts';
import { encoded, titledMp3, wavOf, wavRecording } from '#tests/support/recordings.ts';
import { copyTalk, withTalk } from '#tests/support/talk.ts';

const recording = await wavRecording(21_000);

it('turns a recording into a transcript with times, words, speakers, statistics and a waveform', async () => {
  const { person } = await sharedApp({ workers: true });
  const ann = await person();
  const id = await ann.upload(recording);
  const transcript = await ann.settled(id);
  expect(transcript).toMatchObject({
    status: 'completed',
    title: 'talk',
    duration: 21,
    accuracy: 90,
    errorMessage: null,
    language: 'en',
    progressPercent: 100,
    stage: null,
    speakersSuggested: true,
    showSpeakers: true,
    speakerNames: {},
    mediaUrl: `/media/${id}/recording.wav`,
    mediaPreparing: false,
    soundTrack: null,
    missingSoundTrack: null,
  });
  const segments = transcript.timestampedTranscript;
  expect(segments.length).toBe(transcript.segmentCount);
  expect(segments.length).toBeGreaterThan(1);
  expect(segments[0]).toMatchObject({
    speaker: 'Speaker 1',
    timestamp: '[00:00.000]',
    start: 0,
    timing: 'estimated',
  });
  const words = (await ann.call(getWords, { params: { id } })).segments;
  expect(words.map((each) => each.id)).toEqual(segments.map((each) => each.id));
  expect(transcript.wordCount).toBe(words.flatMap((each) => each.words).length);
  expect(words[0]?.words.slice(0, 2)).toEqual([
    ['Thank', 0, 0.4, 0.9],
    ['you', 0.4, 0.8, 0.9],
  ]);
  expect(transcript.transcript.replace(/\s+/g, ' ')).toBe(segments.map(({ text }) => text).join(' '));
  const { peaks, bucketMs } = await ann.call(getWaveform, { params: { id } });
  expect(peaks.length * bucketMs).toBeCloseTo(21_000, -2);
  expect(Math.max(...peaks)).toBeGreaterThan(80);
  expect(peaks[Math.floor(peaks.length / 2)]).toBe(0);
});

it.each([
  ['aac', 'talk.aac', 'audio/vnd.dlna.adts'],
  ['opus', 'talk.opus', 'binary/octet-stream'],
] as const)('transcribes %s that comes as %s of the type %s', async (format, filename, contentType) => {
  const { person } = await sharedApp({ workers: true });
  const ann = await person();
  const id = await ann.upload(await encoded(recording, format), { filename, contentType });
  const { status, duration, wordCount } = await ann.settled(id);
  expect([status, duration]).toEqual(['completed', expect.closeTo(21, 0)]);
  expect(wordCount).toBeGreaterThan(10);
});

it('says which of several sound tracks it is of', async () => {
  const { person } = await sharedApp({ workers: true });
  const ann = await person();
  const silence = { bytes: await encoded(await wavOf(new Float32Array(16_000)), 'm4a') };
  const tracks = await composed('mp4', [silence, { bytes: await encoded(recording, 'm4a') }, silence]);
  const id = await ann.upload(tracks, { filename: 'talk.mp4', contentType: 'video/mp4' });
  expect(await ann.settled(id)).toMatchObject({ status: 'completed', soundTrack: { number: 2, of: 3 } });
});

it('is called what the recording calls itself, unless somebody has named it meanwhile', async () => {
  const { person, deps } = await testApp();
  const ann = await person();
  const mp3 = await encoded(recording, 'mp3');
  const titled = titledMp3(mp3, 'The Café at the mill');
  const russian = (text: string) => encodeText(text, 'windows-1251');
  const [taken, named, plain, old, unclear] = [
    await ann.upload(titled, { filename: '0042.mp3' }),
    await ann.upload(titled, { filename: '0042.mp3' }),
    await ann.upload(titledMp3(mp3, 'Track 1'), { filename: 'talk.mp3' }),
    await ann.upload(titledMp3(mp3, russian('Разговор о погоде')), { filename: '0043.mp3' }),
    await ann.upload(titledMp3(mp3, russian('УТРО')), { filename: '0044.mp3' }),
  ];
  await ann.call(updateTranscript, { params: { id: named }, body: { title: 'Ours' } });
  await startWorkers(deps);
  const titles = [];
  for (const id of [taken, named, plain, old, unclear]) titles.push((await ann.settled(id)).title);
  expect(titles).toEqual(['The Café at the mill', 'Ours', 'talk', 'Разговор о погоде', '0044']);
  const { results } = await ann.call(searchTranscripts, { query: { q: 'cafe at the mill' } });
  expect(results.map(({ transcript }) => transcript.id)).toEqual([taken]);
});

it('labels one speaker when no suggestion is wanted', async () => {
  const { person } = await sharedApp({ workers: true });
  const ann = await person();
  const transcript = await ann.settled(await ann.upload(recording, { suggestSpeakers: false }));
  expect(new Set(transcript.timestampedTranscript.map(({ speaker }) => speaker))).toEqual(
    new Set(['Speaker 1']),
  );
  expect(transcript.speakersSuggested).toBe(false);
});

it('lists newest first: a bare array, or pages with their counts', async () => {
  const { person } = await sharedApp();
  const ann = await person();
  for (let number = 1; number <= 23; number += 1)
    await ann.upload(Buffer.from('x'), { filename: `${number}.wav` });
  const all = (await ann.call(listTranscripts, {})) as { title: string }[];
  expect(all.map(({ title }) => title)).toEqual(Array.from({ length: 23 }, (_, index) => String(23 - index)));
  expect(all[0]).not.toHaveProperty('timestampedTranscript');
  expect(all[0]).not.toHaveProperty('transcript');
  const page = (await ann.call(listTranscripts, { query: { page: 3, limit: 10 } })) as TranscriptListPage;
  expect(page.transcripts.map(({ title }) => title)).toEqual(['3', '2', '1']);
  expect(page.pagination).toEqual({ page: 3, limit: 10, totalPages: 3, totalCount: 23 });
  expect(await ann.call(listTranscripts, { query: { limit: 100 } })).toMatchObject({
    pagination: { totalPages: 1 },
  });
  for (const query of [{ page: 0 }, { limit: 101 }, { page: 'x' }, { page: 1.5 }]) {
    await expect(ann.call(listTranscripts, { query: query as never })).rejects.toMatchObject({ status: 400 });
  }
});

it('hides everything of a transcript from other people', async () => {
  const test = await sharedApp({ workers: true });
  const { person, sql } = test;
  const ann = await person('Ann');
  const bob = await person('Bob');
  const id = await copyTalk(test, ann);
  const before = await sql('select * from transcripts where id = $1', [id]);
  const params = { params: { id } };
  const tries = [
    () => bob.call(getTranscript, params),
    () => bob.call(updateTranscript, { ...params, body: { title: 'Mine' } }),
    () => bob.call(replaceTranscript, { ...params, body: { title: 'Mine' } }),
    () => bob.call(deleteTranscript, params),
    () => bob.call(cancelTranscript, params),
    () => bob.call(retryTranscript, params),
    () => bob.call(getWaveform, params),
    () => bob.call(getMediaToken, params),
    () => bob.call(getMediaCdnUrl, params),
  ];
  for (const attempt of tries)
    await expect(attempt()).rejects.toMatchObject({ status: 404, code: 'transcript_not_found' });
  expect(await bob.call(listTranscripts, {})).toEqual([]);
  expect(await sql('select * from transcripts where id = $1', [id])).toEqual(before);
});

it('renames with both verbs, trims, and refuses what is no title', async () => {
  const { person } = await sharedApp();
  const ann = await person();
  const id = await ann.upload(Buffer.from('x'));
  const params = { params: { id } };
  const rename = (title: unknown) => ann.call(updateTranscript, { ...params, body: { title } as never });
  expect(await rename('  X ')).toMatchObject({ title: 'X' });
  expect(await ann.call(replaceTranscript, { ...params, body: { title: 'Y' } })).toMatchObject({
    title: 'Y',
  });
  await expect(rename('   ')).rejects.toMatchObject({ status: 400, message: 'Title cannot be empty' });
  await expect(rename('x'.repeat(201))).rejects.toMatchObject({ status: 400 });
  await expect(rename(7)).rejects.toMatchObject({ status: 400 });
  expect(await rename('x'.repeat(200))).toMatchObject({ title: 'x'.repeat(200) });
  expect(await rename('<b>עברית</b> 🎙')).toMatchObject({ title: '<b>עברית</b> 🎙' });
  expect(await ann.call(updateTranscript, { ...params, body: {} })).toMatchObject({
    title: '<b>עברית</b> 🎙',
  });
});

it('names speakers without touching the labels in the text, and puts suggestions away and back', async () => {
  const { ann, id } = await withTalk();
  const change = (body: object) => ann.call(updateTranscript, { params: { id }, body });
  const named = await change({ speakerNames: { 'Speaker 1': ' Grace ' } });
  expect(named.speakerNames).toEqual({ 'Speaker 1': 'Grace' });
  expect(named.timestampedTranscript[0]?.speaker).toBe('Speaker 1');
  const blank = change({ speakerNames: { 'Speaker 1': '  ' } });
  await expect(blank).rejects.toMatchObject({ status: 400, message: 'Speaker name cannot be empty' });
  await expect(change({ speakerNames: { 'Speaker 1': 'x'.repeat(51) } })).rejects.toMatchObject({
    status: 400,
  });
  expect(await change({ showSpeakers: false })).toMatchObject({
    showSpeakers: false,
    speakerNames: { 'Speaker 1': 'Grace' },
  });
  expect(await change({ showSpeakers: true, speakerNames: {} })).toMatchObject({
    showSpeakers: true,
    speakerNames: {},
  });
});

it('deletes a transcript with its rows and its files', async () => {
  const { person, deps, sql } = await testApp({ workers: true });
  const ann = await person();
  const id = await ann.upload(recording);
  await ann.settled(id);
  expect(await ann.call(deleteTranscript, { params: { id } })).toEqual({ success: true });
  await expect(ann.call(getTranscript, { params: { id } })).rejects.toMatchObject({ status: 404 });
  await expect(ann.call(deleteTranscript, { params: { id } })).rejects.toMatchObject({ status: 404 });
  await expect.poll(() => readdir(join(deps.config.dataDir, 'media/uploads'))).toEqual([]);
  for (const table of ['transcripts', 'segments', 'chunks', 'media', 'uploads']) {
    expect(await sql(`select count(*)::int as n from ${table}`), table).toEqual([{ n: 0 }]);
  }
});

it('stops a running job when its transcript is deleted, and leaves nothing behind', async () => {
  const { person, deps, sql } = await testApp({
    workers: true,
    engine: createFakeEngine({ delayMsPerChunk: 60_000 }),
  });
  const ann = await person();
  const id = await ann.upload(recording);
  const work = join(deps.config.dataDir, 'work');
  await expect
    .poll(() => readdir(work, { recursive: true }).catch(() => []))
    .toContainEqual(expect.stringMatching(/audio\.f32$/));
  await ann.call(deleteTranscript, { params: { id } });
  await expect
    .poll(() => sql("select state from pgboss.job where name = 'transcribe'"))
    .toEqual([{ state: 'cancelled' }]);
  await expect.poll(() => readdir(work)).toEqual([]);
});

it('cancels a running transcription and runs it again', async () => {
  let delayMs = 60_000;
  const engine = createFakeEngine({});
  const slow = {
    ...engine,
    transcribe: (...[audio, options, hooks]: Parameters<typeof engine.transcribe>) =>
      createFakeEngine({ delayMsPerChunk: delayMs }).transcribe(audio, options, hooks),
  };
  const { person } = await testApp({ workers: true, engine: slow });
  const ann = await person();
  const id = await ann.upload(recording);
  const params = { params: { id } };
  await expect(ann.call(retryTranscript, params)).rejects.toMatchObject({ code: 'transcript_not_failed' });
  await expect.poll(async () => (await ann.call(getTranscript, params)).stage).not.toBe('waiting');
  expect(await ann.call(cancelTranscript, params)).toMatchObject({
    status: 'failed',
    errorCode: 'cancelled',
    stage: null,
  });
  await expect(ann.call(cancelTranscript, params)).rejects.toMatchObject({ code: 'transcript_not_running' });
  delayMs = 0;
  expect(await ann.call(retryTranscript, params)).toMatchObject({ status: 'processing', errorMessage: null });
  expect(await ann.settled(id)).toMatchObject({ status: 'completed' });
});

it('answers 404 for whatever is no id', async () => {
  const { person } = await sharedApp();
  const ann = await person();
  for (const id of ['0', '-1', 'abc', '1.5', '99999999999', '1e3x'])
    await expect(ann.call(getTranscript, { params: { id } }), id).rejects.toMatchObject({ status: 404 });
});

it('says how the language of a text is known, takes a correction, and keeps it with the version', async () => {
  const { person } = await sharedApp({ workers: true });
  const ann = await person();
  const id = await ann.upload(recording);
  const params = { id };
  expect(await ann.settled(id)).toMatchObject({ language: 'en', languageBy: 'engine' });
  const corrected = await ann.call(updateTranscript, { params, body: { language: 'pt-BR' } });
  expect(corrected).toMatchObject({ language: 'pt-BR', languageBy: 'person' });
  for (const language of ['', 'Portuguese', 'pt_BR', 'x'.repeat(5000)])
    await expect(ann.call(updateTranscript, { params, body: { language } })).rejects.toMatchObject({
      status: 400,
    });
  await ann.call(transcribeAgain, { params, body: {} });
  await expect.poll(async () => (await ann.call(getTranscript, { params })).version).toBe(2);
  expect(await ann.settled(id)).toMatchObject({ language: 'en', languageBy: 'engine' });
  expect(await ann.call(restoreVersion, { params: { id, version: 1 } })).toMatchObject({
    language: 'pt-BR',
    languageBy: 'person',
  });
});
