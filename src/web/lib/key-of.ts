/** What a handler of keys has to know of an event: the browser's own, or React's around it. */
interface PressedKey {
  key: string;
  code?: string;
  keyCode?: number;
  shiftKey: boolean;
  isComposing?: boolean;
  nativeEvent?: { isComposing: boolean };
}

/** Safari's key code for a key that an input method takes, when it does not say so otherwise. */
const TAKEN_BY_INPUT_METHOD = 229;
const LATIN = /^\p{Script=Latin}$/u;
const LETTER = /^\p{L}$/u;
/** Signs where keyboards of other scripts have letters; with Shift the second one. */
const SIGNS: Readonly<Record<string, string>> = {
  BracketLeft: '[{',
  BracketRight: ']}',
  Comma: ',<',
  Period: '.>',
  Slash: '/?',
};

/**
 * The key that was pressed, as shortcuts name it: `Enter`, `k`, `K`, `?`. On keyboards of other scripts (Cyrillic, Greek, Hebrew), a letter is
 * the one that stands at its place on a Latin keyboard. Empty while an input method composes, which then has its own use for the key.
 */
export function keyOf(event: PressedKey): string {
  const { key, code = '', shiftKey } = event;
  const isComposing = event.nativeEvent?.isComposing ?? event.isComposing ?? false;
  if (isComposing || event.keyCode === TAKEN_BY_INPUT_METHOD) return '';
  if (!LETTER.test(key) || LATIN.test(key)) return key;
  const [, letter] = /^Key([A-Z])$/.exec(code) ?? [];
  if (letter !== undefined) return shiftKey ? letter : letter.toLowerCase();
  return SIGNS[code]?.charAt(shiftKey ? 1 : 0) ?? key;
}
