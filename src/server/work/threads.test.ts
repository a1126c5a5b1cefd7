import { expect, it, onTestFinished } from 'vitest';
import { makePassages } from '#domain/passages.ts';
import { longTalk } from '#tests/support/long-talk.ts';
import { segmentsOf } from '#tests/support/transcripts.ts';
import { CallerLeft } from './caller.ts';
import type { ThreadTask } from './thread-tasks.ts';
import { createWorkThreads, threadsFor } from './threads.ts';

const passages = makePassages(segmentsOf(longTalk({ words: 2000, seed: 1 })));
const TASK: ThreadTask = {
  kind: 'suggest',
  input: { sources: [{ kind: 'transcript', title: 'Talk', passages }] },
};
const NEVER = new AbortController().signal;

function oneThread() {
  const threads = createWorkThreads(1);
  onTestFinished(() => threads.close());
  return threads;
}

it('leaves a core to the server, where there is more than one', () => {
  expect([1, 2, 4, 64].map(threadsFor)).toEqual([1, 1, 3, 4]);
});

it('does what is asked, one after the other', async () => {
  const threads = oneThread();
  const answers = await Promise.all([1, 2, 3].map(() => threads.run<string[]>(TASK, NEVER)));
  expect(answers[0]?.length).toBeGreaterThan(0);
  expect(answers[1]).toEqual(answers[0]);
});

it('lets who goes go at once, and goes on with the others', async () => {
  const threads = oneThread();
  const gone = new AbortController();
  const [first, second] = [threads.run(TASK, gone.signal), threads.run(TASK, gone.signal)];
  const other = threads.run<string[]>(TASK, NEVER);
  gone.abort(new CallerLeft());
  await expect(first).rejects.toBeInstanceOf(CallerLeft);
  await expect(second).rejects.toBeInstanceOf(CallerLeft);
  expect((await other).length).toBeGreaterThan(0);
});
