/**
 * Words are marked with the CSS Custom Highlight API, which leaves the elements as they are; browsers without it show no marks. How a mark looks
 * is said of the root, whose text inherits it: said of each of thousands of rows, it took 35 MB more. Where text does not inherit it, and with
 * people's own colors, which each element takes or does not, the rules of the rows are used (`data-own-highlights`).
 */
export const SPOKEN_WORD = 'spoken-word';

let ownColors: MediaQueryList | undefined;

export function canHighlight(): boolean {
  return typeof Highlight !== 'undefined' && CSS.highlights !== undefined;
}

/** Marks the ranges of a highlight, in place of those that the name had before. */
export function showHighlight(name: string, highlight: Highlight): void {
  if (!ownColors) {
    ownColors = matchMedia('(forced-colors: active)');
    ownColors.addEventListener('change', chooseRules);
    chooseRules();
  }
  CSS.highlights.set(name, highlight);
}

function chooseRules(): void {
  const root = document.documentElement;
  root.removeAttribute('data-own-highlights');
  const { backgroundColor } = getComputedStyle(document.body, `::highlight(${SPOKEN_WORD})`);
  const isInherited = backgroundColor !== 'rgba(0, 0, 0, 0)';
  root.toggleAttribute('data-own-highlights', !isInherited || ownColors?.matches === true);
}
