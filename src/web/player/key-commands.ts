import { keyOf } from '#web/lib/key-of.ts';

/** What a key can do to the playback and the words to be checked, in the order of the help. */
export const KEY_COMMANDS = {
  toggle: 'Play or pause',
  back: 'Back 10 seconds',
  forward: 'Forward 10 seconds',
  slower: 'Slower',
  faster: 'Faster',
  mute: 'Mute',
  louder: 'Volume up',
  quieter: 'Volume down',
  loop: 'Loop the selected text, or from here to there',
  nextDoubt: 'Next word to check',
  previousDoubt: 'Previous word to check',
  highlight: 'Highlight the selected text, or the active row',
  comment: 'Comment on the selected text, or on the active row',
  quote: 'Copy the selected text, or the active row, as a quote',
  clip: 'Make a clip of the selected text, or of the active row',
  help: 'Show this help',
} as const;

export type KeyCommand = keyof typeof KEY_COMMANDS;

/** Commands that visitors to a public link do not have. */
export const NOTE_COMMANDS: ReadonlySet<KeyCommand> = new Set(['highlight', 'comment', 'clip']);

/** The names of the keys (`keyName`) of each command. */
export type KeyBindings = Readonly<Record<KeyCommand, readonly string[]>>;

/** The space bar presses a focused button, and the arrows move a focused slider. */
const BELONGS_TO_CONTROLS = new Set([' ', 'ArrowLeft', 'ArrowRight', 'Shift+ArrowUp', 'Shift+ArrowDown']);
/** Foot pedals send them, and nobody types them. */
const FUNCTION_KEY = /^F\d+$/;

type PressedKey = Parameters<typeof keyOf>[0] & Pick<KeyboardEvent, 'ctrlKey' | 'metaKey' | 'altKey'>;

/**
 * The name of a pressed key as bindings have it: `k`, `<`, `ArrowLeft`, `Shift+ArrowUp`, `Shift+n`. Null for a key pressed with
 * Ctrl, Alt or Meta, which belongs to the browser.
 */
export function keyName(event: PressedKey): string | null {
  const { ctrlKey, metaKey, altKey, shiftKey } = event;
  const key = keyOf(event);
  if (ctrlKey || metaKey || altKey || key === '') return null;
  const lower = key.length === 1 ? key.toLowerCase() : key;
  // A sign that needs Shift, as '?' does, is a name of its own.
  const isSign = key.length === 1 && lower === key.toUpperCase();
  return shiftKey && !isSign ? `Shift+${lower}` : lower;
}

/** Commands that only people who may edit have. */
export const EDITING_COMMANDS: ReadonlySet<KeyCommand> = new Set(['nextDoubt', 'previousDoubt']);

/** The command for a key; null if the key has another meaning. */
export function keyCommand(
  event: PressedKey,
  target: 'typing' | 'control' | 'page',
  bindings: KeyBindings,
): KeyCommand | null {
  const name = keyName(event);
  if (name === null) return null;
  if (target === 'typing' && !FUNCTION_KEY.test(name)) return null;
  if (target === 'control' && BELONGS_TO_CONTROLS.has(name)) return null;
  return commandOf(bindings, name);
}

/** The command that has this key; null if none has. */
export function commandOf(bindings: KeyBindings, name: string): KeyCommand | null {
  const found = Object.entries(bindings).find(([, keys]) => keys.includes(name));
  return found ? (found[0] as KeyCommand) : null;
}

export interface KeyHelp {
  keys: readonly string[];
  does: string;
}

/** The keys where the text can be edited. */
export const EDITING_KEY_HELP: readonly KeyHelp[] = [
  { keys: ['Ctrl K'], does: 'Go to a recording, project or page' },
  { keys: ['Alt PgUp', 'Alt PgDn'], does: 'Go to the previous or next transcript' },
  { keys: ['E'], does: 'Start or stop editing' },
  { keys: ['Enter'], does: 'On a timestamp while editing: type there' },
  { keys: ['Ctrl Z'], does: 'Undo' },
  { keys: ['Ctrl Shift Z', 'Ctrl Y'], does: 'Redo' },
  { keys: ['Ctrl H'], does: 'Find and replace' },
  { keys: ['Enter'], does: 'While typing: split here' },
  { keys: ['Backspace'], does: 'At the start: join with the previous passage' },
  { keys: ['Delete'], does: 'At the end: join with the next passage' },
  { keys: ['↑', '↓'], does: 'Go to the row above or below' },
  { keys: ['Ctrl Space'], does: 'While typing: play from here, or pause' },
  { keys: ['Shift ← →', 'Shift ↑ ↓'], does: 'While typing: select, also over several passages' },
  { keys: ['Esc'], does: 'Stop typing; the text is saved. Again: end editing' },
  { keys: ['Enter'], does: 'On a word to check, or after writing another: it is right' },
  { keys: ['Letters'], does: 'On a word to check: write another' },
  { keys: ['S'], does: 'On a timestamp: change the speaker' },
  { keys: ['T', 'Alt T'], does: 'On a timestamp, or while typing: set the times' },
  { keys: ['[', ']'], does: 'While setting times: the start or end to the playback' },
  { keys: ['Alt ← →', 'Alt Shift ← →'], does: 'While setting times: by 10 or 100 ms' },
  { keys: ['Alt ↑', 'Alt ↓'], does: 'While setting times: save, and go to the passage before or after' },
  { keys: ['W', ',', '.'], does: 'While setting times: a word, the word before or after' },
  { keys: ['Shift ↑', 'Shift ↓'], does: 'On a timestamp: select several rows' },
  { keys: ['Alt click'], does: 'While editing: play from a word' },
];
