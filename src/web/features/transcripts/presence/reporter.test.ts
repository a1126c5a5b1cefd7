import { expect, it } from 'vitest';
import { TranscriptId } from '#contract/ids.ts';
import { createReporter, type Place } from './reporter.ts';

const [one, two] = [TranscriptId.parse(1), TranscriptId.parse(2)];
const at = (transcriptId: TranscriptId, segmentId: number | null = null): Place => ({
  transcriptId,
  segmentId,
});

/** A reporter, what it says, and a clock that goes on by hand. */
function setUp({ fails = () => false, isFinal = false }: { fails?: () => boolean; isFinal?: boolean } = {}) {
  const said: string[] = [];
  const waiting: { ms: number; run: () => void }[] = [];
  const take = async (text: string) => {
    said.push(text);
    if (fails()) throw new Error('no answer');
  };
  const reporter = createReporter({
    say: ({ transcriptId, segmentId }) => take(`${transcriptId} ${segmentId ?? '-'}`),
    leave: (transcriptId) => take(`leave ${transcriptId}`),
    isFinal: () => isFinal,
    after: (ms, run) => waiting.push({ ms, run }),
  });
  /** Lets what is being said be answered, and the pause after it pass; returns how long that is. */
  const pause = async () => {
    await expect.poll(() => waiting.length).toBe(1);
    const [{ ms, run } = { ms: 0, run: () => undefined }] = waiting.splice(0);
    run();
    return ms;
  };
  return { reporter, said, pause, waiting };
}

it('says the first place at once, then the last of those that came meanwhile, and nothing without a change', async () => {
  const { reporter, said, pause, waiting } = setUp();
  reporter.say(at(one));
  expect(said).toEqual(['1 -']);
  for (const segmentId of [5, 6, 7]) reporter.say(at(one, segmentId));
  expect(said).toEqual(['1 -']);
  await pause();
  expect(said).toEqual(['1 -', '1 7']);
  reporter.say(at(one, 8));
  reporter.say(at(one, 7));
  await pause();
  expect(said).toEqual(['1 -', '1 7']);
  expect(waiting).toEqual([]);
});

it('leaves a transcript unless another one is shown by then', async () => {
  const { reporter, said, pause } = setUp();
  reporter.say(at(one));
  await pause();
  reporter.leave(one);
  expect(said).toEqual(['1 -', 'leave 1']);
  await pause();
  reporter.say(at(one));
  reporter.say(at(two));
  reporter.leave(one);
  await pause();
  expect(said.slice(2)).toEqual(['1 -', '2 -']);
});

it('says all again after the connection was lost, also when it was lost while something was said', async () => {
  const { reporter, said, pause } = setUp();
  reporter.say(at(one, 5));
  reporter.forget();
  reporter.say(at(one, 5));
  await pause();
  expect(said).toEqual(['1 5', '1 5']);
});

it('tries again later what had no answer, but not what was refused', async () => {
  let failures = 1;
  const lost = setUp({ fails: () => failures-- > 0 });
  lost.reporter.say(at(one));
  expect(await lost.pause()).toBeGreaterThan(1000);
  expect(lost.said).toEqual(['1 -', '1 -']);
  expect(await lost.pause()).toBeLessThan(1000);
  const refused = setUp({ fails: () => true, isFinal: true });
  refused.reporter.say(at(one));
  await refused.pause();
  expect(refused.said).toEqual(['1 -']);
});
