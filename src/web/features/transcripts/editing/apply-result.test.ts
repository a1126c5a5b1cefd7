import { expect, it } from 'vitest';
import type { EditResult } from '#contract/edits.ts';
import type { TimestampedSegment } from '#contract/segments.ts';
import { withChanged, withChangedWords } from './apply-result.ts';
import { withPending } from './pending-edits.ts';

function segment(id: number, position: number, revision = 1): TimestampedSegment {
  return {
    id,
    revision,
    position,
    speaker: 'Speaker 1',
    text: `text ${id}`,
    timestamp: '[00:00.000]',
    start: position,
    end: position + 1,
    timing: 'measured',
  };
}
const segments = [segment(1, 0), segment(2, 1), segment(3, 2)];
const ids = (list: readonly TimestampedSegment[]) => list.map(({ id }) => id);

it('puts a changed segment in its place and touches no other', () => {
  const changed = segment(2, 1, 2);
  const after = withChanged(segments, { changed: [changed], removed: [] });
  expect(after).toEqual([segments[0], changed, segments[2]]);
  expect(after[0]).toBe(segments[0]);
  expect(after[1]).toBe(changed);
});

it('puts a new segment where its position says, and takes removed ones out', () => {
  const after = withChanged(segments, { changed: [segment(1, 0, 2), segment(9, 0.5)], removed: [3] });
  expect(ids(after)).toEqual([1, 9, 2]);
});

it('does not go back to an older revision', () => {
  const newer = [segment(1, 0, 4)];
  expect(withChanged(newer, { changed: [segment(1, 0, 3)], removed: [] })[0]).toBe(newer[0]);
});

it('is the same list when nothing changed', () =>
  expect(withChanged(segments, { changed: [], removed: [] })).toBe(segments));

it('renews the words of what changed', () => {
  const words = new Map([1, 2].map((id) => [id, { id, revision: 1, words: [] }]));
  const result: Pick<EditResult, 'words' | 'removed'> = {
    words: [{ id: 3, revision: 1, words: [['hi', 0, 1, null]] }],
    removed: [2],
  };
  const after = withChangedWords(words, result);
  expect([...after.keys()]).toEqual([1, 3]);
  expect(after.get(1)).toBe(words.get(1));
});

it('shows a pending join only while the two still follow each other', () => {
  const join = { kind: 'join', segmentId: 1, revision: 1, nextId: 2, nextRevision: 1 } as const;
  expect(withPending(segments, [join])[0]).toMatchObject({ id: 1, text: 'text 1 text 2', end: 2 });
  expect(withPending(segments.slice(0, 1), [join])).toEqual([segments[0]]);
});
