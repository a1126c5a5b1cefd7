import { expect, it } from 'vitest';
import { halve, planPieces } from './pieces.ts';

const MINUTE = 60_000;
/** Somebody speaks for 55 s of each minute. */
const talk = (minutes: number) =>
  Array.from({ length: minutes }, (_, minute) => ({
    startMs: minute * MINUTE,
    endMs: minute * MINUTE + 55_000,
  }));
const plan = (minutes: number, options: Partial<Parameters<typeof planPieces>[0]> = {}) =>
  planPieces({
    durationMs: minutes * MINUTE,
    speech: talk(minutes),
    done: [],
    maxMs: 10 * MINUTE,
    firstMs: 2 * MINUTE,
    ...options,
  });
const chunk = (startMs: number, endMs: number) => ({ startMs, endMs, segments: [] });

it('cuts a long recording in pauses, all of it, the first piece shorter', () => {
  const { missing } = plan(60);
  expect(missing[0]?.startMs).toBe(0);
  expect(missing.at(-1)?.endMs).toBe(60 * MINUTE);
  for (const [index, { startMs, endMs, sent }] of missing.entries()) {
    expect(endMs - startMs).toBeLessThanOrEqual(10 * MINUTE);
    expect(endMs).toBe(missing[index + 1]?.startMs ?? 60 * MINUTE);
    // In the middle of a pause, and only from speech to speech is sent.
    if (index < missing.length - 1) expect(endMs % MINUTE).toBe(57_500);
    expect(sent?.sound.startMs).toBeGreaterThanOrEqual(startMs);
    expect(sent?.sound.endMs).toBeLessThanOrEqual(endMs);
  }
  expect(missing[0]?.endMs).toBeLessThanOrEqual(2 * MINUTE);
});

it('leaves a short recording whole, and sends nothing of silence', () => {
  expect(plan(9).missing).toHaveLength(1);
  const { missing } = plan(9, { speech: [] });
  expect(missing).toEqual([{ startMs: 0, endMs: 9 * MINUTE, sent: null }]);
});

it('keeps what is done, however it was cut, and plans the rest', () => {
  const done = [chunk(2 * MINUTE, 7 * MINUTE), chunk(30 * MINUTE, 60 * MINUTE)];
  const { known, missing } = plan(60, { done });
  expect(known).toEqual(done);
  expect(missing[0]).toMatchObject({ startMs: 0, endMs: 2 * MINUTE });
  expect(missing.slice(1).at(0)?.startMs).toBe(7 * MINUTE);
  expect(missing.at(-1)?.endMs).toBe(30 * MINUTE);
});

it('does not keep chunks that overlap, are empty or end after the recording', () => {
  const done = [
    chunk(0, 61_000),
    chunk(60_000, 70_000),
    chunk(90_000, 90_000),
    chunk(100_000, 9 * MINUTE + 1),
  ];
  expect(plan(9, { done })).toMatchObject({ known: [], missing: [{ startMs: 0, endMs: 9 * MINUTE }] });
});

it('cuts speech without a pause where a piece is full', () => {
  const { missing } = plan(25, { speech: [{ startMs: 0, endMs: 25 * MINUTE }] });
  expect(missing.map(({ endMs }) => endMs / MINUTE)).toEqual([2, 12, 22, 25]);
});

it('halves a piece near its middle, until it is too short', () => {
  const [piece] = plan(9).missing;
  const halves = piece && halve(piece, 30_000);
  expect(halves?.[0].endMs).toBe(halves?.[1].startMs);
  expect((halves?.[0].endMs ?? 0) / MINUTE).toBeGreaterThan(3);
  expect(halves?.[1].endMs).toBe(9 * MINUTE);
  const [short] = plan(1, { durationMs: 20_000, speech: [{ startMs: 0, endMs: 20_000 }] }).missing;
  expect(short && halve(short, 30_000)).toBeNull();
});
