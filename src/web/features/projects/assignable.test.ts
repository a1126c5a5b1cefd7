import { expect, it } from 'vitest';
import { ProjectId, TranscriptId } from '#contract/ids.ts';
import { canMove, checkedOf, titled, withSelected } from './assignable.ts';

const ids = [1, 2, 3].map((id) => TranscriptId.parse(id));
const [one, two, three] = ids as [TranscriptId, TranscriptId, TranscriptId];
const project = ProjectId.parse(7);

it('moves a transcript only to where it is not yet', () => {
  expect(canMove({ projectId: project }, project)).toBe(false);
  expect(canMove({ projectId: project }, null)).toBe(true);
  expect(canMove({ projectId: null }, null)).toBe(false);
  expect(canMove({ projectId: null }, project)).toBe(true);
});

it('finds titles whatever their case and accents', () => {
  const items = [{ title: 'Café talk' }, { title: 'Other' }];
  expect(titled(items, ' CAFE ')).toEqual([{ title: 'Café talk' }]);
  expect(titled(items, '')).toEqual(items);
});

it('says of a box that stands for several whether all, some or none are chosen', () => {
  expect(checkedOf(new Set(), ids)).toBe(false);
  expect(checkedOf(new Set([two]), ids)).toBe('indeterminate');
  expect(checkedOf(new Set(ids), ids)).toBe(true);
  expect(checkedOf(new Set([one]), [])).toBe(false);
});

it('selects and deselects transcripts without touching the rest of the selection', () => {
  const before = new Set([one]);
  expect([...withSelected(before, [two, three], true)]).toEqual([one, two, three]);
  expect([...withSelected(before, [one], false)]).toEqual([]);
  expect([...before]).toEqual([one]);
});
