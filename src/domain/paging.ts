export const MAX_PAGE_BUTTONS = 3;

/** The numbers of the page buttons: at most three, around the current page. */
export function pageButtons(page: number, totalPages: number): number[] {
  const count = Math.min(MAX_PAGE_BUTTONS, Math.max(0, totalPages));
  const first = Math.min(Math.max(1, page - 1), Math.max(1, totalPages - count + 1));
  return Array.from({ length: count }, (_, index) => first + index);
}
