import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import type { TranscriptId } from '#contract/ids.ts';
import { deleteTranscript, getWaveform } from '#contract/transcripts.ts';
import { sharedApp, testApp } from '#tests/support/app.ts';
import type { Person, Refused } from '#tests/support/person.ts';
import { wavOf } from '#tests/support/recordings.ts';
import { copyTalk, withOwnTalk, withTalk } from '#tests/support/talk.ts';

const part = (person: Person, id: TranscriptId, from: number | string, to: number | string) =>
  person.call(getWaveform, { params: { id }, query: { from, to } as never });

/** The part once it is measured; 409 until then. */
async function measured(person: Person, id: TranscriptId, from: number, to: number) {
  await expect
    .poll(() => part(person, id, from, to).catch(({ code }: Refused) => code), { timeout: 20_000 })
    .not.toBe('waveform_pending');
  return part(person, id, from, to);
}

/** Two seconds: silence, a click of 10 ms after 500 ms, silence. */
const CLICK = Float32Array.from({ length: 32_000 }, (_, at) => (at >= 8000 && at < 8160 ? 0.5 : 0));

it('gives every 10 ms of a part, measured while the recording is transcribed', async () => {
  const { person } = await sharedApp({ workers: true });
  const ann = await person();
  const id = await ann.upload(await wavOf(CLICK));
  await ann.settled(id);
  const { start, bucketMs, peaks } = await part(ann, id, 0.4, 0.6);
  expect({ start, bucketMs, count: peaks.length }).toEqual({ start: 0.4, bucketMs: 10, count: 20 });
  expect(peaks.flatMap((peak, at) => (peak > 50 ? at : []))).toEqual([10]);
  // Whole hundredths of a second around what was asked for.
  expect(await part(ann, id, '0.4951', '0.5049')).toMatchObject({ start: 0.49, peaks: [0, peaks[10]] });
  const whole = await ann.call(getWaveform, { params: { id } });
  const all = await part(ann, id, 0, 2);
  expect(whole).toMatchObject({ start: 0, bucketMs: 20 });
  expect(whole.peaks).toEqual(whole.peaks.map((_, at) => Math.max(...all.peaks.slice(2 * at, 2 * at + 2))));
});

it('gives no peaks after the end of the recording', async () => {
  const { ann, id } = await withTalk();
  expect((await measured(ann, id, 20.5, 30)).peaks).toHaveLength(50);
  expect((await part(ann, id, 100, 101)).peaks).toEqual([]);
});

it.each([
  ['one border', { from: 1 }],
  ['no length', { from: 2, to: 2 }],
  ['a negative length', { from: 3, to: 2 }],
  ['a negative beginning', { from: -1, to: 2 }],
  ['more than two minutes', { from: 0, to: 120.01 }],
  ['a beginning after any recording', { from: 99_999, to: 99_999.5 }],
  ['no number', { from: 'a', to: 2 }],
  ['an exponent', { from: '1e1', to: 12 }],
])('refuses a part with %s', async (_, query) => {
  const { ann, params } = await withTalk();
  const refused = ann.call(getWaveform, { params, query: query as never });
  await expect(refused).rejects.toMatchObject({ status: 400, code: 'invalid_input' });
});

it('measures an older recording once, when somebody wants it, however many do at once', async () => {
  const { ann, id, sql, app } = await withOwnTalk();
  await sql('delete from fine_waveforms where transcript_id = $1', [id]);
  const asked = Array.from({ length: 200 }, () => part(ann, id, 1, 2));
  const health = await app.inject({ url: '/api/health' });
  expect(health.statusCode).toBe(200);
  const answers = await Promise.allSettled(asked);
  const reasons = answers.flatMap((answer) => (answer.status === 'rejected' ? answer.reason.code : []));
  expect(new Set([...reasons, 'waveform_pending', 'too_many_requests'])).toEqual(
    new Set(['waveform_pending', 'too_many_requests']),
  );
  expect((await measured(ann, id, 1, 2)).peaks).toHaveLength(100);
  expect(await sql("select count(*)::int as n from pgboss.job where name = 'measure-waveform'")).toEqual([
    { n: 1 },
  ]);
});

it('has none where there is no recording, or none that can be read', async () => {
  const test = await withTalk();
  const { ann, id, sql, deps } = test;
  const other = await copyTalk(test, ann);
  await sql('delete from fine_waveforms where transcript_id = any($1)', [[id, other]]);
  const [media] = await sql('select storage_key from media where transcript_id = $1', [other]);
  await deps.store.remove(String(media?.storage_key));
  await deps.store.put(String(media?.storage_key), Readable.from([Buffer.from('no sound')]), { maxBytes: 8 });
  await expect(measured(ann, other, 1, 2)).rejects.toMatchObject({ status: 404, code: 'waveform_not_found' });
  await sql('delete from media where transcript_id = $1', [id]);
  await expect(part(ann, id, 1, 2)).rejects.toMatchObject({ status: 404, code: 'waveform_not_found' });
});

it('is for readers only, and goes with the transcript', async () => {
  const { ann, id, person, sql } = await withTalk();
  await measured(ann, id, 1, 2);
  await expect(part(await person('Bob'), id, 1, 2)).rejects.toMatchObject({
    status: 404,
    code: 'transcript_not_found',
  });
  await ann.call(deleteTranscript, { params: { id } });
  expect(await sql('select from fine_waveforms where transcript_id = $1', [id])).toEqual([]);
});

it('says that a waveform is pending until a worker has measured it', async () => {
  const test = await testApp();
  const ann = await test.person();
  const id = await ann.upload(await wavOf(CLICK));
  // While it is being transcribed, that measures it.
  await expect(part(ann, id, 0, 1)).rejects.toMatchObject({ code: 'waveform_not_found' });
  await test.sql("update transcripts set status = 'completed' where id = $1", [id]);
  await expect(part(ann, id, 0, 1)).rejects.toMatchObject({ status: 409, code: 'waveform_pending' });
});
