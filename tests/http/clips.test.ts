import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { type Clip, deleteClip, getClip, listClips } from '#contract/clips.ts';
import type { TranscriptId } from '#contract/ids.ts';
import { MAX_CLIPS, MAX_CLIPS_WAITING, MAX_OWN_CLIPS } from '#contract/limits.ts';
import { assignTranscripts } from '#contract/projects.ts';
import { deleteTranscript } from '#contract/transcripts.ts';
import { clipJob } from '#server/features/clips/jobs.ts';
import { sweep } from '#server/features/upkeep/sweep.job.ts';
import { startWorkers } from '#server/worker.ts';
import { sharedApp, type TestApp, testApp } from '#tests/support/app.ts';
import { makeClip, seedWithFile } from '#tests/support/clips.ts';
import type { Person } from '#tests/support/person.ts';
import { withProject } from '#tests/support/projects.ts';
import { encoded, wavRecording } from '#tests/support/recordings.ts';
import { temporaryFolder } from '#tests/support/server.ts';
import { copyTalk, rewrite } from '#tests/support/talk.ts';
import { countWaiting } from '#tests/support/waiting.ts';

const { signal } = new AbortController();

/** A person with a finished recording of 21 s: a copy with a file of its own. */
async function withRecording(options: Parameters<typeof sharedApp>[0] = { workers: true }) {
  const test = await sharedApp(options);
  const ann = await test.person('Ann');
  const id = await copyTalk(test, ann);
  return { ...test, ann, params: { id } };
}

async function settled(person: Person, params: { id: TranscriptId }, clip: Clip): Promise<Clip> {
  let now = clip;
  await expect
    .poll(async () => {
      now = await person.call(getClip, { params: { ...params, clipId: clip.id } });
      return now.status;
    })
    .not.toBe('processing');
  return now;
}

const fileOf = ({ app }: Pick<TestApp, 'app'>, { cookie }: Person, clip: Clip, headers = {}) =>
  app.inject({ method: 'GET', url: clip.url ?? '', headers: { cookie, ...headers } });

it('cuts an MP3 that is as long as it was asked for, once, and hands it out under a good name', async () => {
  const { ann, params, deps, app } = await withRecording();
  const asked = { start: 4.5, end: 7, format: 'mp3' };
  const [made, again] = await Promise.all([makeClip(ann, params, asked), makeClip(ann, params, asked)]);
  expect(again.id).toBe(made.id);
  expect(made).toMatchObject({ start: 4.5, end: 7, captions: false, canDelete: true });
  const clip = await settled(ann, params, made);
  expect(clip).toMatchObject({ status: 'ready', progressPercent: 100, errorMessage: null });
  const response = await fileOf({ app }, ann, clip);
  expect(response.statusCode).toBe(200);
  expect(response.rawPayload).toHaveLength(Number(clip.sizeBytes));
  expect(response.headers).toMatchObject({
    'content-type': 'audio/mpeg',
    'content-disposition': "attachment; filename*=UTF-8''talk%200m4.5s%20to%200m7s.mp3",
  });
  const part = await fileOf({ app }, ann, clip, { range: 'bytes=0-9' });
  expect([part.statusCode, part.rawPayload.length]).toEqual([206, 10]);
  const path = join(await temporaryFolder(), 'clip');
  await writeFile(path, response.rawPayload);
  const info = await deps.mediaTool.probe(path, { signal });
  expect(info).toMatchObject({ audioCodec: 'mp3', videoCodec: null });
  expect(Math.abs((info.durationMs ?? 0) - 2500)).toBeLessThan(150);
  expect(await ann.call(listClips, { params })).toEqual([clip]);
  expect(await makeClip(ann, params, asked)).toEqual(clip);
});

it('cuts an MP4 with the words as they were when it was asked for, and another one after an edit', async () => {
  const test = await sharedApp({ workers: true });
  const ann = await test.person();
  const video = await encoded(await wavRecording(9000), 'mp4');
  const id = await ann.upload(video, { filename: 'talk.mp4', contentType: 'video/mp4' });
  await ann.settled(id);
  const params = { id };
  const asked = { start: 0, end: 3, format: 'mp4', captions: true };
  const clip = await settled(ann, params, await makeClip(ann, params, asked));
  expect(clip).toMatchObject({ status: 'ready', captions: true, errorMessage: null });
  expect((await fileOf(test, ann, clip)).headers['content-type']).toBe('video/mp4');
  await rewrite(ann, id, 0, 'Quite another text: {\\fs300}.');
  const other = await settled(ann, params, await makeClip(ann, params, asked));
  expect(other.id).not.toBe(clip.id);
  expect(other.status).toBe('ready');
  // Without captions the text does not matter, and MP3 never has any.
  const plain = await makeClip(ann, params, { ...asked, captions: false });
  const sound = await makeClip(ann, params, { ...asked, format: 'mp3' });
  expect([plain.captions, sound.captions]).toEqual([false, false]);
  const rows = await test.sql('select captions from clips where id = any($1) order by id', [
    [clip.id, other.id],
  ]);
  expect(JSON.stringify(rows[0])).not.toContain('another text');
  expect(JSON.stringify(rows[1])).toContain('another text');
});

it.each([
  ['of no length', { start: 3, end: 3 }, 'clip_range'],
  ['of nearly no length', { start: 3, end: 3.05 }, 'clip_range'],
  ['that ends before it begins', { start: 5, end: 3 }, 'clip_range'],
  ['beyond the recording', { start: 21, end: 25 }, 'clip_beyond_end'],
  ['with a negative start', { start: -1, end: 3 }, 'invalid_input'],
  ['with an endless end', { start: 0, end: 1e9 }, 'invalid_input'],
  ['with times that are texts', { start: '0', end: '3' }, 'invalid_input'],
  ['without an end', { start: 0 }, 'invalid_input'],
  ['in another format', { start: 0, end: 3, format: 'exe' }, 'invalid_input'],
  ['with a picture that is not there', { start: 0, end: 3, format: 'mp4' }, 'clip_no_picture'],
])('refuses a clip %s', async (_, body, code) => {
  const { ann, params } = await withRecording();
  await expect(makeClip(ann, params, { format: 'mp3', ...body })).rejects.toMatchObject({ code });
  expect(await ann.call(listClips, { params })).toEqual([]);
});

it('draws the names of speakers that are given while it waits for the transcript', async () => {
  const test = await testApp();
  const ann = await test.person();
  const id = await seedWithFile(test, ann);
  await test.sql(`update media set kind = 'video' where transcript_id = $1`, [id]);
  await test.sql(`update segments set speaker = 'Speaker 2' where transcript_id = $1 and position > 1`, [id]);
  const asked = await test.deps.db.transaction(async (tx) => {
    await tx.execute(sql`select from transcripts where id = ${id} for update`);
    const asked = makeClip(ann, { id }, { start: 0, end: 4, format: 'mp4', captions: true });
    await expect.poll(() => countWaiting(test)).toBe(1);
    await tx.execute(sql`update transcripts set speaker_names = '{"Speaker 1": "Grace"}' where id = ${id}`);
    return { asked };
  });
  await asked.asked;
  const [row] = await test.sql('select captions::text as captions from clips where transcript_id = $1', [id]);
  expect(row?.captions).toContain('Grace');
});

it('ends a clip with the recording, and refuses one of ten hours', async () => {
  const { ann, params, sql } = await withRecording();
  expect(await makeClip(ann, params, { start: 20, end: 500, format: 'mp3' })).toMatchObject({ end: 21 });
  await sql('update transcripts set duration_ms = 36000000 where id = $1', [params.id]);
  await expect(makeClip(ann, params, { start: 0, end: 36_000, format: 'mp3' })).rejects.toMatchObject({
    code: 'clip_range',
    message: expect.stringContaining('30 minutes'),
  });
});

it('says why nothing can be cut: no recording, a video of another site, a text that is not finished', async () => {
  const { ann, params, sql, deps } = await withRecording();
  const asked = { start: 0, end: 3, format: 'mp3' };
  await sql(`update transcripts set status = 'processing' where id = $1`, [params.id]);
  await expect(makeClip(ann, params, asked)).rejects.toMatchObject({ code: 'transcript_not_completed' });
  await sql(`update transcripts set status = 'completed' where id = $1`, [params.id]);
  // The row is there, but not the file: that is found when it is cut.
  const [media] = await sql('select storage_key from media where transcript_id = $1', [params.id]);
  await deps.store.remove(String(media?.storage_key));
  expect(await settled(ann, params, await makeClip(ann, params, asked))).toMatchObject({
    status: 'failed',
    errorMessage: expect.stringContaining('no longer stored'),
    url: null,
  });
  await sql('delete from media where transcript_id = $1', [params.id]);
  await expect(makeClip(ann, params, { ...asked, end: 4 })).rejects.toMatchObject({
    code: 'clip_without_recording',
  });
  await sql(`update transcripts set source_type = 'youtube' where id = $1`, [params.id]);
  await expect(makeClip(ann, params, { ...asked, end: 5 })).rejects.toMatchObject({
    code: 'clip_of_embedded',
  });
});

it('fails a clip whose tries are used up, and tries it again when it is asked for again', async () => {
  const { ann, params, sql, deps } = await withRecording();
  const asked = { start: 1, end: 2, format: 'mp3' };
  const made = await settled(ann, params, await makeClip(ann, params, asked));
  await sql(`update clips set status = 'processing', progress_percent = 40 where id = $1`, [made.id]);
  await deps.db.transaction((tx) =>
    deps.jobs.enqueue(tx, { ...clipJob, name: 'clip-given-up' }, { clipId: made.id }),
  );
  expect(await settled(ann, params, made)).toMatchObject({
    status: 'failed',
    errorMessage: 'The file could not be made. Please try again.',
  });
  const again = await makeClip(ann, params, asked);
  expect(again.id).toBe(made.id);
  expect(await settled(ann, params, again)).toMatchObject({ status: 'ready', errorMessage: null });
});

it('stops a clip that is deleted while it waits, and removes the files of deleted clips and transcripts', async () => {
  const test = await testApp({ workers: false });
  const ann = await test.person();
  const id = await seedWithFile(test, ann);
  const params = { id };
  const waiting = await makeClip(ann, params, { start: 0, end: 1, format: 'mp3' });
  await ann.call(deleteClip, { params: { ...params, clipId: waiting.id } });
  expect(await test.sql(`select state from pgboss.job where name = 'clip'`)).toEqual([
    { state: 'cancelled' },
  ]);
  await startWorkers(test.deps);
  const files = async () => {
    const keys: string[] = [];
    for await (const { key } of test.deps.store.list('clips/')) keys.push(key);
    return keys;
  };
  const made = [];
  for (const end of [1, 2, 3])
    made.push(await settled(ann, params, await makeClip(ann, params, { start: 0, end, format: 'mp3' })));
  expect(made.map(({ status }) => status)).toEqual(['ready', 'ready', 'ready']);
  expect(await files()).toHaveLength(3);
  // The sweep knows whose they are.
  await sweep(test.deps, -60_000, signal);
  expect(await files()).toHaveLength(3);
  await ann.call(deleteClip, { params: { ...params, clipId: made[0]?.id ?? waiting.id } });
  await expect.poll(files).toHaveLength(2);
  await ann.call(deleteTranscript, { params });
  await expect.poll(files).toEqual([]);
  expect(await test.sql('select id from clips')).toEqual([]);
});

it('lets readers make clips, and delete their own; editors delete those of others', async () => {
  const { ann, vic, eve, sam, id: projectId, ...test } = await withProject();
  const id = await seedWithFile(test, ann);
  const params = { id };
  await ann.call(assignTranscripts, { body: { projectId, transcriptIds: [id] } });
  const byAnn = await makeClip(ann, params, { start: 0, end: 1, format: 'mp3' });
  const byVic = await makeClip(vic, params, { start: 0, end: 2, format: 'mp3' });
  expect((await vic.call(listClips, { params })).map(({ canDelete }) => canDelete)).toEqual([false, true]);
  await expect(vic.call(deleteClip, { params: { id, clipId: byAnn.id } })).rejects.toMatchObject({
    code: 'forbidden',
  });
  await vic.call(deleteClip, { params: { id, clipId: byVic.id } });
  await eve.call(deleteClip, { params: { id, clipId: byAnn.id } });
  await expect(eve.call(deleteClip, { params: { id, clipId: byAnn.id } })).rejects.toMatchObject({
    code: 'clip_not_found',
  });
  await expect(makeClip(sam, params, { start: 0, end: 1, format: 'mp3' })).rejects.toMatchObject({
    code: 'transcript_not_found',
  });
});

it('leaves clips to others and to the owner when somebody has made their share, and says so', async () => {
  const { ann, vic, eve, id: projectId, ...test } = await withProject();
  const id = await seedWithFile(test, ann);
  await ann.call(assignTranscripts, { body: { projectId, transcriptIds: [id] } });
  const fill = (userId: number | null | undefined, clips: number) =>
    test.sql(
      `insert into clips (transcript_id, user_id, start_ms, end_ms, format, captions_hash, status)
      select $1, $2, 0, 10000 + n, 'mp3', 'of ' || coalesce($2, 0), 'ready' from generate_series(1, $3) n`,
      [id, userId, clips],
    );
  const ask = (person: Person, end: number) => makeClip(person, { id }, { start: 0, end, format: 'mp3' });
  await fill(vic.user?.id, MAX_OWN_CLIPS);
  await expect(ask(vic, 1)).rejects.toMatchObject({
    code: 'too_many_own_clips',
    message: expect.stringContaining('each make 25 clips'),
  });
  await ask(eve, 1);
  await fill(null, MAX_CLIPS - 2 * MAX_OWN_CLIPS - 1);
  await expect(ask(eve, 2)).rejects.toMatchObject({ code: 'too_many_own_clips' });
  await ask(ann, 2);
});

it('makes five clips of a person at once and a hundred of a transcript, however many are asked for', async () => {
  const test = await testApp();
  const ann = await test.person();
  const id = await seedWithFile(test, ann);
  const ask = (end: number) =>
    makeClip(ann, { id }, { start: 0, end, format: 'mp3' }).then(
      () => 'made',
      (error: { code: string }) => error.code,
    );
  const answers = await Promise.all(Array.from({ length: 30 }, (_, index) => ask(1 + index / 10)));
  expect(answers.filter((answer) => answer === 'made')).toHaveLength(MAX_CLIPS_WAITING);
  expect(answers.filter((answer) => answer === 'too_many_clips_waiting')).toHaveLength(
    30 - MAX_CLIPS_WAITING,
  );
  await test.sql(`update clips set status = 'failed'`);
  await test.sql(
    `insert into clips (transcript_id, user_id, start_ms, end_ms, format, captions_hash, status)
    select $1, $2, 0, 10000 + n, 'mp3', '', 'ready' from generate_series(1, $3) n`,
    [id, ann.user?.id, MAX_CLIPS - MAX_CLIPS_WAITING],
  );
  expect(await ask(0.5)).toBe('too_many_clips');
});

it('refuses a clip that is one too many before it lays out the captions', async () => {
  const test = await testApp();
  const ann = await test.person();
  const id = await seedWithFile(test, ann);
  await test.sql(`update media set kind = 'video' where transcript_id = $1`, [id]);
  for (let at = 0; at < MAX_CLIPS_WAITING; at += 1)
    await makeClip(ann, { id }, { start: 0, end: 1 + at / 10, format: 'mp3' });
  // Whoever reads these words fails.
  await test.sql(`update segments set words = '"none"' where transcript_id = $1`, [id]);
  const asked = { start: 0, end: 4, format: 'mp4', captions: true };
  await expect(makeClip(ann, { id }, asked)).rejects.toMatchObject({ code: 'too_many_clips_waiting' });
});
