import { describe, expect, it } from 'vitest';
import { MIN_PASSAGE_MS } from '#contract/limits.ts';
import type { Segment, Word } from '#contract/segments.ts';
import { growthOf, isAboutLinear } from '#tests/support/growth.ts';
import { seededRandom } from '#tests/support/random.ts';
import { type Surroundings, setTimes, type WantedTimes } from './set-times.ts';

/** Words of half a second each, one after the other. */
function passage(startMs: number, text: string): Segment {
  const words = text.split(' ').map((word, index) => ({
    text: word,
    startMs: startMs + index * 500,
    endMs: startMs + index * 500 + 500,
    confidence: 0.9,
  }));
  const endMs = words.at(-1)?.endMs ?? startMs;
  return { speaker: 'A', startMs, endMs, text, words, timing: 'measured' };
}

const before = passage(0, 'Good morning everybody.');
const own = passage(2000, 'one two three four');
const after = passage(5000, 'And so on.');
const around: Surroundings<Segment> = {
  previous: before,
  next: after,
  earlierEndMs: 0,
  laterStartMs: null,
  durationMs: 10_000,
};

const wanted = (startMs: number, endMs: number, more: Partial<WantedTimes> = {}): WantedTimes => ({
  startMs,
  endMs,
  movesPrevious: false,
  movesNext: false,
  ...more,
});

function set(times: WantedTimes, surroundings: Partial<Surroundings<Segment>> = {}, of = own) {
  const result = setTimes(of, times, { ...around, ...surroundings });
  if ('refused' in result) throw new Error(result.refused);
  return result;
}

function refusal(times: WantedTimes, surroundings: Partial<Surroundings<Segment>> = {}, of = own) {
  const result = setTimes(of, times, { ...around, ...surroundings });
  return 'refused' in result ? result.refused : null;
}

const timesOf = (words: readonly Word[]) => words.map(({ startMs, endMs }) => [startMs, endMs]);

describe('the times of a passage', () => {
  it('may be anything between its neighbors', () => {
    expect(set(wanted(1500, 5000))).toMatchObject({
      passage: { startMs: 1500, endMs: 5000, words: own.words },
      previous: null,
      next: null,
    });
  });

  it.each([
    ['no length', wanted(2500, 2500), 'times_too_short'],
    ['a negative length', wanted(3000, 2000), 'times_too_short'],
    ['less than a frame', wanted(2000, 2000 + MIN_PASSAGE_MS - 1), 'times_too_short'],
    ['a start within the passage before', wanted(1499, 4000), 'times_overlap_previous'],
    ['an end within the passage after', wanted(2000, 5001), 'times_overlap_next'],
    ['a start before that of the passage before', wanted(0, 4000), 'times_overlap_previous'],
  ])('are refused with %s', (_, times, reason) => expect(refusal(times)).toBe(reason));

  it('may be as short as a frame', () => {
    expect(set(wanted(2000, 2000 + MIN_PASSAGE_MS)).passage.endMs).toBe(2020);
  });

  it('end with the recording, unless they ended later before', () => {
    expect(refusal(wanted(2000, 4500), { next: null, durationMs: 4499 })).toBe('times_beyond_end');
    expect(refusal(wanted(2000, 4500), { next: null, durationMs: null })).toBeNull();
    expect(refusal(wanted(2100, 4000), { next: null, durationMs: 3900 })).toBeNull();
  });

  it('keep an overlap that is there, or make it smaller, but not larger', () => {
    const long = { ...before, endMs: 2500 };
    expect(refusal(wanted(2000, 3900), { previous: long })).toBeNull();
    expect(refusal(wanted(2200, 4000), { previous: long })).toBeNull();
    expect(refusal(wanted(1999, 4000), { previous: long })).toBe('times_overlap_previous');
    const early = { ...after, startMs: 3500 };
    expect(refusal(wanted(2100, 4000), { next: early })).toBeNull();
    expect(refusal(wanted(2000, 4001), { next: early })).toBe('times_overlap_next');
  });

  it('do not overlap a passage further ahead that lasts long', () => {
    expect(refusal(wanted(1600, 4000), { earlierEndMs: 1700 })).toBe('times_overlap_previous');
  });

  it('do not change the order in which passages begin', () => {
    const early = { ...after, startMs: 2500 };
    expect(refusal(wanted(2600, 4000), { next: early })).toBe('times_out_of_order');
    const late = { ...before, startMs: 1900, endMs: 2400 };
    expect(refusal(wanted(1800, 4000), { previous: late })).toBe('times_out_of_order');
  });

  it('are no longer estimated once the start is set', () => {
    const guessed: Segment = { ...own, timing: 'estimated' };
    expect(set(wanted(2010, 4000), {}, guessed).passage.timing).toBe('measured');
    expect(set(wanted(2000, 4010), {}, guessed).passage.timing).toBe('estimated');
  });
});

describe('a neighbor that goes along', () => {
  it('ends or begins at the new border, with its words inside', () => {
    const result = set(wanted(1200, 5200, { movesPrevious: true, movesNext: true }));
    expect(result.passage).toMatchObject({ startMs: 1200, endMs: 5200 });
    expect(result.previous).toMatchObject({ startMs: 0, endMs: 1200 });
    expect(timesOf(result.previous?.words ?? [])).toEqual([
      [0, 500],
      [500, 1000],
      [1000, 1200],
    ]);
    expect(result.next).toMatchObject({ startMs: 5200, endMs: 6500 });
    expect(result.next?.words[0]).toMatchObject({ startMs: 5200, endMs: 5500 });
  });

  it('is made longer where there was a gap, and keeps its words', () => {
    const result = set(wanted(1800, 4000, { movesPrevious: true }));
    expect(result.previous).toMatchObject({ endMs: 1800, words: before.words });
  });

  it('keeps at least a frame', () => {
    expect(refusal(wanted(19, 4000, { movesPrevious: true }))).toBe('times_previous_too_short');
    expect(refusal(wanted(20, 4000, { movesPrevious: true }))).toBeNull();
    expect(refusal(wanted(2000, 6481, { movesNext: true }))).toBe('times_next_too_short');
    expect(refusal(wanted(2000, 6480, { movesNext: true }))).toBeNull();
  });

  it('does not pass the one behind it, nor get into one ahead', () => {
    const moves = { movesNext: true };
    expect(refusal(wanted(2000, 5600, moves), { laterStartMs: 5500 })).toBe('times_overlap_next');
    expect(refusal(wanted(2000, 4000, moves), { earlierEndMs: 4500 })).toBe('times_overlap_previous');
  });

  it('is refused where there is none', () => {
    expect(refusal(wanted(2000, 4000, { movesNext: true }), { next: null })).toBe('cannot_move_neighbor');
    expect(refusal(wanted(2000, 4000, { movesPrevious: true }), { previous: null })).toBe(
      'cannot_move_neighbor',
    );
  });
});

describe('words at a border that moves', () => {
  it('share what the last of them has left inside, by length', () =>
    expect(timesOf(set(wanted(2700, 4000)).passage.words)).toEqual([
      [2700, 2850],
      [2850, 3000],
      [3000, 3500],
      [3500, 4000],
    ]));

  it('share the pause before the next word if they are all outside', () => {
    const paused = { ...own, words: own.words.with(2, { ...word(own, 2), startMs: 3300 }) };
    expect(timesOf(set(wanted(3000, 4000), {}, paused).passage.words).slice(0, 3)).toEqual([
      [3000, 3150],
      [3150, 3300],
      [3300, 3500],
    ]);
  });

  it('are pressed in from the end likewise', () =>
    expect(timesOf(set(wanted(2000, 3300)).passage.words)).toEqual([
      [2000, 2500],
      [2500, 3000],
      [3000, 3167],
      [3167, 3300],
    ]));

  it('all stay, in order, where there are more of them than milliseconds', () => {
    const many = passage(2000, 'a '.repeat(1000).trim());
    const { words } = set(wanted(2000, 2020), { next: null }, { ...many, endMs: 4000 }).passage;
    expect(words).toHaveLength(1000);
    expectInOrder(words, { startMs: 2000, endMs: 2020 });
  });

  it.each([
    ['one word repeated', '가 '.repeat(10_000).trim()],
    ['Korean', '안녕하세요 반갑습니다 '.repeat(1800).trim()],
  ])('stay in order in the longest passage: %s', (_, text) => {
    const long = passage(2000, text);
    const { words } = set(wanted(3000, 2_000_000), { next: null, durationMs: null }, long).passage;
    expect(words.map((each) => each.text).join(' ')).toBe(text);
    expectInOrder(words, { startMs: 3000, endMs: 2_000_000 });
  });
});

function word({ words }: Segment, index: number): Word {
  const found = words[index];
  if (!found) throw new Error(`There is no word ${index}.`);
  return found;
}

describe('a word set by hand', () => {
  const byHand = (...words: { index: number; startMs: number; endMs: number }[]) =>
    wanted(2000, 4000, { words });

  it('has exactly its time, and the words beside it give way', () =>
    expect(timesOf(set(byHand({ index: 1, startMs: 2300, endMs: 3200 })).passage.words)).toEqual([
      [2000, 2300],
      [2300, 3200],
      [3200, 3500],
      [3500, 4000],
    ]));

  it('leaves the others where they are if it becomes shorter', () =>
    expect(timesOf(set(byHand({ index: 1, startMs: 2600, endMs: 2700 })).passage.words)).toEqual([
      [2000, 2500],
      [2600, 2700],
      [3000, 3500],
      [3500, 4000],
    ]));

  it('can be set together with others and with the borders', () => {
    const words = [
      { index: 2, startMs: 2500, endMs: 2600 },
      { index: 1, startMs: 2400, endMs: 2500 },
    ];
    expect(timesOf(set(wanted(2200, 4000, { words })).passage.words)).toEqual([
      [2200, 2400],
      [2400, 2500],
      [2500, 2600],
      [3500, 4000],
    ]);
  });

  it.each([
    ['is not there', { index: 4, startMs: 2000, endMs: 2500 }, 'word_not_found'],
    ['has no length', { index: 0, startMs: 2100, endMs: 2100 }, 'word_too_short'],
    ['begins before the passage', { index: 0, startMs: 1990, endMs: 2500 }, 'word_outside_passage'],
    ['ends after the passage', { index: 3, startMs: 3500, endMs: 4010 }, 'word_outside_passage'],
    ['begins before the word before', { index: 2, startMs: 2499, endMs: 3500 }, 'word_out_of_order'],
    ['ends after the word after', { index: 1, startMs: 2500, endMs: 3501 }, 'word_out_of_order'],
  ])('is refused if it %s', (_, each, reason) => expect(refusal(byHand(each))).toBe(reason));

  it('is refused if it overlaps another one set by hand', () => {
    const words = [
      { index: 1, startMs: 2500, endMs: 3100 },
      { index: 2, startMs: 3000, endMs: 3500 },
    ];
    expect(refusal(byHand(...words))).toBe('word_out_of_order');
  });

  it('may stay out of order where people talk at the same time', () => {
    const joined = { ...own, words: [word(own, 2), word(own, 0), word(own, 1), word(own, 3)] };
    const times = byHand({ index: 1, startMs: 2010, endMs: 2400 });
    expect(timesOf(set(times, {}, joined).passage.words)[1]).toEqual([2010, 2400]);
  });
});

it('keeps words, order and borders through any steps', () => {
  const { below: at } = seededRandom(20_261_126);
  let list: Segment[] = [before, own, after];
  let done = 0;
  for (let step = 0; step < 3000; step += 1) {
    const index = at(3);
    const [previous, mine, next] = [list[index - 1], list[index], list[index + 1]];
    if (!mine) throw new Error('There is no passage.');
    const near = (ms: number) => Math.max(0, ms + at(600) - 300);
    const times = wanted(near(mine.startMs), near(mine.endMs), {
      movesPrevious: at(2) === 0,
      movesNext: at(2) === 0,
      words: at(3) === 0 ? [{ index: at(5), startMs: near(mine.startMs), endMs: near(mine.endMs) }] : [],
    });
    const result = setTimes(mine, times, {
      previous: previous ?? null,
      next: next ?? null,
      earlierEndMs: index === 2 ? (list[0]?.endMs ?? 0) : 0,
      laterStartMs: index === 0 ? (list[2]?.startMs ?? null) : null,
      durationMs: 8000,
    });
    if ('refused' in result) continue;
    done += 1;
    const changed = [result.previous ?? previous, result.passage, result.next ?? next];
    list = list.map((each, place) => changed[place - index + 1] ?? each);
    expectSound(list);
  }
  expect(done).toBeGreaterThan(100);
});

function expectSound(list: readonly Segment[]): void {
  let reachedMs = 0;
  for (const [index, each] of list.entries()) {
    expect(each.endMs - each.startMs).toBeGreaterThanOrEqual(MIN_PASSAGE_MS);
    expect(each.startMs).toBeGreaterThanOrEqual(reachedMs);
    reachedMs = each.endMs;
    expectInOrder(each.words, each);
    expect(each.words.map(({ text }) => text).join(' ')).toBe([before, own, after][index]?.text);
  }
  expect(reachedMs).toBeLessThanOrEqual(8000);
}

function expectInOrder(words: readonly Word[], { startMs, endMs }: { startMs: number; endMs: number }): void {
  let reachedMs = startMs;
  let isInOrder = true;
  for (const each of words) {
    isInOrder &&= each.startMs >= reachedMs && each.endMs >= each.startMs;
    reachedMs = each.endMs;
  }
  expect(isInOrder && reachedMs <= endMs).toBe(true);
}

it('takes a time that grows with the number of words', () => {
  const growth = growthOf((size) => {
    const long = passage(2000, 'la '.repeat(size).trim());
    const words = [{ index: 1, startMs: 3000, endMs: 3100 }];
    return () => setTimes(long, wanted(3000, 4000, { words }), { ...around, next: null, durationMs: null });
  }, 200_000);
  expect(isAboutLinear(growth)).toBe(true);
});
