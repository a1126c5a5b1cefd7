/** The numbers of the page buttons around the current page (pages count from 1), at most `most` of them. */
export function pageButtons(page: number, totalPages: number, most: number): number[] {
  const count = Math.min(most, Math.max(0, totalPages));
  const first = Math.min(Math.max(1, page - Math.floor(most / 2)), Math.max(1, totalPages - count + 1));
  return Array.from({ length: count }, (_, index) => first + index);
}
