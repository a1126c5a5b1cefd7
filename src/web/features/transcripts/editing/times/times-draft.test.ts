import { describe, expect, it } from 'vitest';
import type { TimestampedSegment } from '#contract/segments.ts';
import type { WordsOfSegments } from '#web/player/data.ts';
import {
  contextOf,
  draggedTo,
  isChanged,
  isSameBase,
  type Place,
  placeDraft,
  shownSpan,
  type TimesContext,
  type TimesDraft,
  timesEdit,
  UNCHANGED,
  withBorder,
  withWordsOf,
  wordAtTime,
} from './times-draft.ts';

const segment = (id: number, start: number, end: number): TimestampedSegment => ({
  id,
  revision: id * 10,
  position: id,
  speaker: 'Speaker 1',
  text: 'one two',
  timestamp: '',
  start,
  end,
  timing: 'measured',
});

/** The second passage touches the first one, and a pause is before the third. */
const SEGMENTS = [segment(1, 0, 2), segment(2, 2, 4), segment(3, 5, 7), segment(4, 7, 9)];
const WORDS: WordsOfSegments = new Map([
  [
    2,
    {
      id: 2,
      revision: 20,
      words: [
        ['one', 2, 3, null],
        ['two', 3, 4, null],
      ],
    },
  ],
]);

function contextIn(segments = SEGMENTS, words = WORDS): TimesContext {
  const context = contextOf(segments, 2, { words, duration: 10 });
  if (!context) throw new Error('There is no such passage.');
  return context;
}

const CONTEXT = contextIn();
const START: Place = { word: null, border: 'start' };
const END: Place = { word: null, border: 'end' };
const moved = (place: Place, ms: number, draft: TimesDraft = UNCHANGED) =>
  withBorder(draft, place, { ms, now: shownSpan(CONTEXT, draft, { word: place.word, isAlong: true }) });
const dragged = (place: Place, ms: number, isAlong = false) =>
  shownSpan(CONTEXT, draggedTo(CONTEXT, UNCHANGED, { place, ms, isAlong }), { word: place.word, isAlong });

describe('the surroundings of a passage', () => {
  it('are those of the whole text', () => {
    expect(CONTEXT.around).toMatchObject({ earlierEndMs: 0, laterStartMs: 7000, durationMs: 10_000 });
    expect(CONTEXT.passage.words.map(({ startMs }) => startMs)).toEqual([2000, 3000]);
    const last = contextOf(SEGMENTS, 4, { words: undefined, duration: null });
    expect(last?.around).toMatchObject({
      next: null,
      earlierEndMs: 4000,
      laterStartMs: null,
      durationMs: null,
    });
    expect(last?.passage.words).toEqual([]);
    expect(contextOf(SEGMENTS, 5, { words: undefined, duration: null })).toBeNull();
  });
});

describe('a border that is set', () => {
  it('takes the border of a neighbor along if both were at the same time', () => {
    expect(placeDraft(CONTEXT, moved(START, 2300), true)).toMatchObject({
      passage: { startMs: 2300 },
      previous: { endMs: 2300 },
      next: null,
    });
    expect(placeDraft(CONTEXT, moved(START, 2300), false)).toMatchObject({ previous: null });
  });

  it('keeps a pause before a neighbor, and takes its border along where it reaches into it', () => {
    expect(placeDraft(CONTEXT, moved(END, 4500), true)).toMatchObject({ next: null });
    expect(placeDraft(CONTEXT, moved(END, 5500), true)).toMatchObject({ next: { startMs: 5500 } });
    expect(placeDraft(CONTEXT, moved(END, 5500), false)).toEqual({ refused: 'times_overlap_next' });
  });

  it('stops at the last allowed place when it is dragged beyond', () => {
    expect(dragged(START, 500).startMs).toBe(2000);
    expect(dragged(START, 500, true).startMs).toBe(500);
    expect(dragged(START, -800, true).startMs).toBe(20);
    expect(dragged(START, 9000).startMs).toBe(3980);
    expect(dragged(END, 9000).endMs).toBe(5000);
    expect(dragged(END, 9000, true).endMs).toBe(6980);
    expect(dragged(END, 1000).endMs).toBe(2020);
  });

  it('stops at the end of the recording', () => {
    const last = contextOf(SEGMENTS, 4, { words: undefined, duration: 10 });
    if (!last) throw new Error('There is no such passage.');
    const draft = draggedTo(last, UNCHANGED, { place: END, ms: 20_000, isAlong: true });
    expect(draft.end).toBe(10_000);
  });

  it('changes nothing while the draft is refused anyway', () => {
    const refused = moved(END, 1000);
    expect(draggedTo(CONTEXT, refused, { place: START, ms: 2500, isAlong: false })).toBe(refused);
  });
});

describe('a word that is set', () => {
  it('stays inside its passage and between its neighbors', () => {
    expect(dragged({ word: 1, border: 'end' }, 5000)).toEqual({ startMs: 3000, endMs: 4000 });
    expect(dragged({ word: 1, border: 'start' }, 1000).startMs).toBe(2000);
    expect(dragged({ word: 0, border: 'end' }, 3700).endMs).toBe(3700);
    expect(wordAtTime(CONTEXT.passage, 3100)).toBe(1);
    expect(wordAtTime(CONTEXT.passage, 0)).toBe(0);
  });

  it('is shown as it gives way to the border of its passage', () => {
    expect(shownSpan(CONTEXT, moved(START, 2500), { word: 0, isAlong: true })).toEqual({
      startMs: 2500,
      endMs: 3000,
    });
  });
});

describe('an edit of times', () => {
  it('names the neighbors that go along, and words by index', () => {
    const draft = moved({ word: 1, border: 'start' }, 3200, moved(START, 2100));
    expect(timesEdit(CONTEXT, draft, { revision: 21, isAlong: true })).toEqual({
      kind: 'times',
      segment: { id: 2, revision: 21 },
      start: 2.1,
      end: 4,
      words: [{ index: 1, start: 3.2, end: 4 }],
      previous: { id: 1, revision: 10 },
    });
  });

  it('is needed only if something is different', () => {
    expect(isChanged(CONTEXT, UNCHANGED)).toBe(false);
    expect(isChanged(CONTEXT, moved(START, 2000))).toBe(false);
    expect(isChanged(CONTEXT, moved({ word: 0, border: 'end' }, 3000))).toBe(false);
    expect(isChanged(CONTEXT, moved(START, 2010))).toBe(true);
    expect(isChanged(CONTEXT, moved({ word: 0, border: 'end' }, 2900))).toBe(true);
  });

  it('fits another state of the text if its times are the same there, and the words too if their times are set', () => {
    const words: WordsOfSegments = new Map([
      [
        2,
        {
          id: 2,
          revision: 20,
          words: [
            ['one', 2, 3, null],
            ['three', 3, 4, null],
          ],
        },
      ],
    ]);
    const other = contextIn(SEGMENTS, words);
    expect(isSameBase(CONTEXT, other, moved(START, 2100))).toBe(true);
    expect(isSameBase(CONTEXT, other, moved({ word: 0, border: 'end' }, 2900))).toBe(false);
    const both = moved({ word: 1, border: 'start' }, 3100, moved({ word: 0, border: 'end' }, 2900));
    expect([...withWordsOf(both, CONTEXT, other).words.keys()]).toEqual([0]);
    const joined = contextIn(SEGMENTS.with(1, segment(2, 2, 4.5)));
    expect(isSameBase(CONTEXT, joined, moved(START, 2100))).toBe(false);
  });
});
