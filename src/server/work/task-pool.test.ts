import { gunzipSync } from 'node:zlib';
import { expect, it, onTestFinished } from 'vitest';
import { makePassages } from '#domain/passages.ts';
import { longTalk } from '#tests/support/long-talk.ts';
import { segmentsOf } from '#tests/support/transcripts.ts';
import { type PackedBeginning, packWhole } from '../http/packed-json.ts';
import { CallerLeft } from './caller.ts';
import { createTaskPool, processesFor } from './task-pool.ts';
import type { WorkTask } from './tasks.ts';

const passages = makePassages(segmentsOf(longTalk({ words: 2000, seed: 1 })));
const TASK: WorkTask = {
  kind: 'suggest',
  input: { sources: [{ kind: 'transcript', title: 'Talk', passages }] },
};
const NEVER = new AbortController().signal;

function oneProcess() {
  const tasks = createTaskPool(1);
  onTestFinished(() => tasks.close());
  return tasks;
}

it('leaves a core to the server if there is more than one', () => {
  expect([1, 2, 4, 64].map(processesFor)).toEqual([1, 1, 3, 4]);
});

it('performs tasks one after the other', async () => {
  const tasks = oneProcess();
  const answers = await Promise.all([1, 2, 3].map(() => tasks.run<string[]>(TASK, NEVER)));
  expect(answers[0]?.length).toBeGreaterThan(0);
  expect(answers[1]).toEqual(answers[0]);
});

it('releases a caller who leaves at once, and continues with the other tasks', async () => {
  const tasks = oneProcess();
  const gone = new AbortController();
  const [first, second] = [tasks.run(TASK, gone.signal), tasks.run(TASK, gone.signal)];
  const other = tasks.run<string[]>(TASK, NEVER);
  gone.abort(new CallerLeft());
  await expect(first).rejects.toBeInstanceOf(CallerLeft);
  await expect(second).rejects.toBeInstanceOf(CallerLeft);
  expect((await other).length).toBeGreaterThan(0);
});

it('reports why a task failed, and continues with the same process', async () => {
  const tasks = oneProcess();
  const broken: WorkTask = { kind: 'pack-words', segments: [{ id: 1, revision: 1, words: 'no JSON' }] };
  await expect(tasks.run(broken, NEVER)).rejects.toThrow(/JSON/);
  expect((await tasks.run<string[]>(TASK, NEVER)).length).toBeGreaterThan(0);
});

it('restores compressed data exactly', async () => {
  const words = JSON.stringify([{ text: 'the', startMs: 0, endMs: 200, confidence: 0.9 }]);
  const task: WorkTask = { kind: 'pack-words', segments: [{ id: 1, revision: 1, words }] };
  const packed = await oneProcess().run<PackedBeginning>(task, NEVER);
  expect(JSON.parse(gunzipSync(packWhole(packed, {})).toString())).toMatchObject({ segments: [{ id: 1 }] });
});
