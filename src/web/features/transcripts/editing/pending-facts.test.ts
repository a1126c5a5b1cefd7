import { expect, it } from 'vitest';
import type { PendingEdit } from './pending-edits.ts';
import { sentOnLeave } from './pending-facts.ts';

const text = (segmentId: number, words: string, revision = 1): PendingEdit => ({
  kind: 'text',
  segmentId,
  revision,
  text: words,
});
const split: PendingEdit = {
  kind: 'split',
  segmentId: 1,
  revision: 1,
  before: 'One',
  after: 'two',
  newId: -1,
  atSeconds: 1,
};
const nobody = new Set<number>();

it('sends the last text of each segment when the page is left', () =>
  expect(sentOnLeave([text(1, 'a'), text(2, 'b'), text(1, 'ab')], nobody)).toEqual([
    { kind: 'text', segment: { id: 1, revision: 1 }, text: 'ab' },
    { kind: 'text', segment: { id: 2, revision: 1 }, text: 'b' },
  ]));

it('sends nothing of a row without the split or the join that it stands on: half of it would be dropped', () => {
  expect(sentOnLeave([split, text(1, 'One more'), text(-1, 'two')], nobody)).toEqual([]);
  const join: PendingEdit = { kind: 'join', segmentId: 1, revision: 1, nextId: 2, nextRevision: 1 };
  expect(sentOnLeave([text(2, 'b'), join, text(1, 'a b c'), text(3, 'c')], nobody)).toEqual([
    { kind: 'text', segment: { id: 3, revision: 1 }, text: 'c' },
  ]);
});

it('sends nothing that waits for a person', () =>
  expect(sentOnLeave([text(1, 'a')], new Set([1]))).toEqual([]));
