import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { EVENTS_PATH, type LiveEvent } from '#contract/events.ts';
import { TranscriptId, UserId } from '#contract/ids.ts';
import { deleteTranscript } from '#contract/transcripts.ts';
import { transcripts } from '#server/db/schema/index.ts';
import { reportProgress } from '#server/features/transcripts/progress.ts';
import { findTranscript } from '#server/features/transcripts/queries.ts';
import { sharedApp } from '#tests/support/app.ts';
import { wavRecording } from '#tests/support/recordings.ts';
import { countWaiting } from '#tests/support/waiting.ts';
import { hear, openWindow } from '#tests/support/windows.ts';

it("tells a person's window how the work goes, with the text, and when it is done", async () => {
  const test = await sharedApp({ workers: true });
  const ann = await test.person();
  const stream = await openWindow(test, ann);
  const id = await ann.upload(await wavRecording(31_000));
  const seen: LiveEvent[] = [];
  for await (const event of stream) {
    seen.push(event);
    const heard = seen.some((each) => each.type === 'transcript.progress' && each.said !== undefined);
    const done =
      heard && event.type === 'transcript.changed' && (await ann.settled(id)).status === 'completed';
    if (done) break;
  }
  expect(seen.some((event) => event.type === 'list.changed')).toBe(true);
  const progress = seen.filter((event) => event.type === 'transcript.progress');
  expect(progress.every((event, index) => event.percent >= (progress[index - 1]?.percent ?? 0))).toBe(true);
  expect(progress.some((event) => event.id === id && event.said?.text.includes('Thank you'))).toBe(true);
});

it('tells how far the work is in its order, also when the database takes its time with one of the steps', async () => {
  const test = await sharedApp();
  const { db, events } = test.deps;
  const ann = await test.person();
  const stream = await openWindow(test, ann);
  const id = await ann.upload(Buffer.from('x'));
  const row = (await findTranscript(db, id)) ?? expect.unreachable();
  const progress = reportProgress(test.deps, row, row.jobId ?? '');
  const heard: LiveEvent[] = [];
  await db.transaction(async (tx) => {
    await tx.select().from(transcripts).where(eq(transcripts.id, id)).for('update');
    // To be kept, for which it has to wait here; the text has not.
    progress.report('recognizing', 0.2);
    await expect.poll(() => countWaiting(test)).toBe(1);
    progress.report('recognizing', 0.8);
    progress.reportText({ startMs: 1500, endMs: 2500, text: 'Good morning.' }).catch(() => undefined);
    const other = { type: 'transcript.changed', id: TranscriptId.parse(id + 1) } as const;
    await events.publish(db, { kind: 'live', userIds: [UserId.parse(row.userId)], event: other });
    heard.push(...(await hear(stream, (event) => 'id' in event && event.id === other.id)));
  });
  heard.push(...(await hear(stream, (event) => event.type === 'transcript.progress' && event.percent > 45)));
  expect(heard.filter(({ type }) => type === 'transcript.progress')).toMatchObject([
    { percent: 18, stage: 'recognizing' },
    { percent: 48, said: { start: 1.5, end: 2.5, text: 'Good morning.' } },
  ]);
});

it("does not tell anybody about other people's work, nor people who are not signed in anything", async () => {
  const test = await sharedApp();
  const ann = await test.person('Ann');
  const bob = await test.person('Bob');
  const stream = await openWindow(test, bob);
  const hers = await ann.upload(Buffer.from('x'));
  await ann.call(deleteTranscript, { params: { id: hers } });
  const his = await bob.upload(Buffer.from('x'));
  await bob.call(deleteTranscript, { params: { id: his } });
  const seen = await hear(stream, (event) => event.type === 'transcript.changed');
  expect(seen.filter((event) => 'id' in event).every((event) => event.id === his)).toBe(true);
  expect((await test.app.inject({ url: EVENTS_PATH })).statusCode).toBe(401);
});

it.each([
  ['one', '/api/logout', 'GET'],
  ['all', '/api/auth/sign-out-everywhere', 'POST'],
] as const)('lets the windows of a person go when %s of the sessions end', async (_which, url, method) => {
  const test = await sharedApp();
  const [ann, bob] = [await test.person('Ann'), await test.person('Bob')];
  const [hers, his] = [await openWindow(test, ann), await openWindow(test, bob)];
  expect((await test.app.inject({ method, url, headers: { cookie: ann.cookie } })).statusCode).toBeLessThan(
    400,
  );
  // Ends only with the connection.
  for await (const _event of hers);
  // Nobody else's does.
  await bob.upload(Buffer.from('x'));
  await hear(his, (event) => event.type === 'list.changed');
});

it('has no events for who asks for their headers alone, and does not keep him waiting', async () => {
  const { listen, person } = await sharedApp();
  const url = await listen();
  const { cookie } = await person();
  const response = await fetch(url + EVENTS_PATH, { method: 'HEAD', headers: { cookie } });
  expect(response.status).toBe(404);
});

it('goes on when somebody notifies of nothing, or of what is no message', async () => {
  const test = await sharedApp();
  const ann = await test.person();
  const stream = await openWindow(test, ann);
  await test.sql('notify tapescript_events');
  for (const payload of ['', 'not JSON', '{"kind":', 'null', '{"kind":"live"}']) {
    await test.sql('select pg_notify($1, $2)', ['tapescript_events', payload]);
  }
  const id = ann.user?.id;
  const event: LiveEvent = { type: 'list.changed' };
  await test.deps.events.publish(test.deps.db, { kind: 'live', userIds: [UserId.parse(id)], event });
  await hear(stream, ({ type }) => type === 'list.changed');
});
