import { describe, expect, it } from 'vitest';
import { pageButtons } from './paging.ts';

describe('pageButtons', () => {
  it.each([
    [1, 12, [1, 2, 3]],
    [2, 12, [1, 2, 3]],
    [6, 12, [5, 6, 7]],
    [12, 12, [10, 11, 12]],
    [1, 2, [1, 2]],
    [1, 1, [1]],
    [1, 0, []],
    [9, 2, [1, 2]],
  ])('on page %s of %s shows %j', (page, totalPages, buttons) =>
    expect(pageButtons(page, totalPages)).toEqual(buttons),
  );
});
