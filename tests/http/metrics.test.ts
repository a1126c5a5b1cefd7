import { expect, it } from 'vitest';
import { getTranscript } from '#contract/transcripts.ts';
import { type TestApp, testApp } from '#tests/support/app.ts';
import { wavRecording } from '#tests/support/recordings.ts';

const TOKEN = 'a token for the one who measures';

const read = ({ app }: TestApp, headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') =>
  app.inject({ url: '/metrics', headers, remoteAddress });

it('shows metrics to this machine and to whoever has the token, and to nobody else', async () => {
  const test = await testApp({ env: { METRICS_TOKEN: TOKEN } });
  const statuses = await Promise.all([
    read(test),
    read(test, { authorization: `Bearer ${TOKEN}` }, '192.0.2.7'),
    read(test, {}, '192.0.2.7'),
    read(test, { authorization: `Bearer ${TOKEN}x` }, '192.0.2.7'),
    read(test, { authorization: `Basic ${TOKEN}` }, '192.0.2.7'),
    // A proxy on this machine speaks for strangers.
    read(test, { 'x-forwarded-for': '192.0.2.7' }),
  ]);
  expect(statuses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 404, 404, 404, 404]);
  const closed = await testApp();
  expect((await read(closed, { authorization: 'Bearer undefined' }, '192.0.2.7')).statusCode).toBe(404);
});

it('counts requests by their route, jobs, recognised sound and failures of the store, and names nobody', async () => {
  const test = await testApp({ workers: true });
  const ann = await test.person('Wilhelmina');
  const id = await ann.upload(await wavRecording(21_000), { filename: 'Secretplan.wav' });
  await ann.settled(id);
  await ann.call(getTranscript, { params: { id } });
  await expect(test.deps.store.read('uploads/../x')).rejects.toThrow();
  await expect
    .poll(async () => (await read(test)).body)
    .toContain('tapescript_job_seconds_count{job="transcribe",outcome="done"} 1');
  const { body } = await read(test);
  expect(body).toMatch(
    /tapescript_request_seconds_count\{method="GET",route="\/api\/transcripts\/:id",status="200"\} [1-9]/,
  );
  expect(body).toMatch(/tapescript_sound_seconds_total\{engine="fake"\} 21\b/);
  expect(body).toContain('tapescript_database_up 1');
  expect(body).toContain('tapescript_live_windows 0');
  expect(body).toMatch(/tapescript_pool_connections\{state="idle"\} \d/);
  expect(body).not.toMatch(/wilhelmina|secretplan|example\.test/i);
});

it('shows what waits in the queue, by kind and state, with its age', async () => {
  const test = await testApp();
  const ann = await test.person();
  await ann.upload(await wavRecording(2000));
  const { body } = await read(test);
  expect(body).toContain('tapescript_queue_jobs{job="transcribe",state="created"} 1');
  expect(body).toMatch(/tapescript_queue_oldest_seconds\{job="transcribe",state="created"\} \d/);
});
