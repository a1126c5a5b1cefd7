import { expect, it } from 'vitest';
import { formatClock } from '#web/lib/format.ts';
import { endInterruption, interruptionText } from './interruption.ts';

const since = new Date(2026, 10, 26, 14, 5).getTime();
const lasting = { atMs: 83_000, since, until: null };

it('says when the microphone was taken away, and what becomes of the recording', () => {
  const text = interruptionText(lasting, false);
  expect(text).toContain(`at ${formatClock(since)}, after 1:23 of the recording`);
  expect(text).toContain('Everything until then is kept. Recording goes on by itself');
});

it('says afterwards how long it was away, and whether recording goes on', () => {
  const over = endInterruption(lasting, since + 40_000) ?? expect.unreachable();
  expect(interruptionText(over, false)).toMatch(/away for 0:40 .*, after 1:23 .*recording goes on\.$/);
  expect(interruptionText(over, true)).toMatch(/everything before is kept\.$/);
  expect(endInterruption(over, since + 90_000)).toBe(over);
});
