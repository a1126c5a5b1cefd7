export type KeyCommand =
  | 'toggle'
  | 'back'
  | 'forward'
  | 'mute'
  | 'louder'
  | 'quieter'
  | 'slower'
  | 'faster'
  | 'help';

const COMMANDS: Readonly<Record<string, KeyCommand>> = {
  ' ': 'toggle',
  k: 'toggle',
  ArrowLeft: 'back',
  j: 'back',
  ArrowRight: 'forward',
  l: 'forward',
  m: 'mute',
  ArrowUp: 'louder',
  ArrowDown: 'quieter',
  '[': 'slower',
  '<': 'slower',
  ']': 'faster',
  '>': 'faster',
  '?': 'help',
};

// The space bar presses a focused button, and the arrows move a focused slider.
const BELONGS_TO_CONTROLS = new Set([' ', 'ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown']);
// Up and down scroll the page; as volume keys they need Shift.
const NEEDS_SHIFT = new Set(['ArrowUp', 'ArrowDown']);

/** The player's command for a key; null if the key has another meaning. */
export function keyCommand(
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>,
  target: 'typing' | 'control' | 'page',
): KeyCommand | null {
  if (target === 'typing' || event.ctrlKey || event.metaKey || event.altKey) return null;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (target === 'control' && BELONGS_TO_CONTROLS.has(key)) return null;
  if (NEEDS_SHIFT.has(key) && !event.shiftKey) return null;
  return Object.hasOwn(COMMANDS, key) ? (COMMANDS[key] ?? null) : null;
}

export interface KeyHelp {
  keys: readonly string[];
  does: string;
}

/** The keys and their actions, as listed in the help dialog. */
export const KEY_HELP: readonly KeyHelp[] = [
  { keys: ['Space', 'K'], does: 'Play or pause' },
  { keys: ['←', 'J'], does: 'Back 10 seconds' },
  { keys: ['→', 'L'], does: 'Forward 10 seconds' },
  { keys: ['[', '<'], does: 'Slower' },
  { keys: [']', '>'], does: 'Faster' },
  { keys: ['M'], does: 'Mute' },
  { keys: ['Shift ↑', 'Shift ↓'], does: 'Volume up, volume down' },
  { keys: ['?'], does: 'Show this help' },
];

/** The keys where the text can be edited. */
export const EDITING_KEY_HELP: readonly KeyHelp[] = [
  { keys: ['E'], does: 'Start or stop editing' },
  { keys: ['Enter'], does: 'On a timestamp while editing: type there' },
  { keys: ['Ctrl Z'], does: 'Undo' },
  { keys: ['Ctrl Shift Z', 'Ctrl Y'], does: 'Redo' },
  { keys: ['Ctrl H'], does: 'Find and replace' },
  { keys: ['Enter'], does: 'While typing: split here' },
  { keys: ['Backspace'], does: 'At the start: join with the previous segment' },
  { keys: ['Delete'], does: 'At the end: join with the next segment' },
  { keys: ['↑', '↓'], does: 'Go to the row above or below' },
  { keys: ['Ctrl Space'], does: 'While typing: play from here, or pause' },
  { keys: ['Esc'], does: 'Stop typing; the text is saved' },
  { keys: ['S'], does: 'On a timestamp: change the speaker' },
  { keys: ['Shift ↑', 'Shift ↓'], does: 'On a timestamp: select several rows' },
  { keys: ['Alt click'], does: 'While editing: play from a word' },
];
