import { describe, expect, it } from 'vitest';
import { pageButtons } from './paging.ts';

describe('pageButtons', () => {
  it.each([
    [1, 12, 3, [1, 2, 3]],
    [2, 12, 3, [1, 2, 3]],
    [6, 12, 3, [5, 6, 7]],
    [12, 12, 3, [10, 11, 12]],
    [1, 2, 3, [1, 2]],
    [1, 1, 3, [1]],
    [1, 0, 3, []],
    [9, 2, 3, [1, 2]],
    [1, 12, 5, [1, 2, 3, 4, 5]],
    [6, 12, 5, [4, 5, 6, 7, 8]],
    [12, 12, 5, [8, 9, 10, 11, 12]],
  ])('on page %s of %s, with at most %s buttons, shows %j', (page, totalPages, most, buttons) =>
    expect(pageButtons(page, totalPages, most)).toEqual(buttons),
  );
});
