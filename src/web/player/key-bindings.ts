import { useSyncExternalStore } from 'react';
import { readStored, writeStored } from '#web/lib/stored.ts';
import { KEY_COMMANDS, type KeyBindings, type KeyCommand } from './key-commands.ts';

export const DEFAULT_BINDINGS: KeyBindings = {
  toggle: [' ', 'k'],
  back: ['ArrowLeft', 'j'],
  forward: ['ArrowRight', 'l'],
  slower: ['[', '<'],
  faster: [']', '>'],
  mute: ['m'],
  louder: ['Shift+ArrowUp'],
  quieter: ['Shift+ArrowDown'],
  loop: ['r'],
  nextDoubt: ['n'],
  previousDoubt: ['Shift+n'],
  highlight: ['h'],
  comment: ['c'],
  quote: ['q'],
  clip: ['x'],
  help: ['?'],
};

/** oTranscribe's keys (https://otranscribe.com/help/), which foot pedals are often set to. */
const OTRANSCRIBE: Partial<Record<KeyCommand, string>> = {
  toggle: 'Escape',
  back: 'F1',
  forward: 'F2',
  slower: 'F3',
  faster: 'F4',
};

/** Keys of the page, of editing and of the browser, which no command may take. */
const RESERVED = new Set([
  ...['Tab', 'Shift+Tab', 'Enter', 'Backspace', 'Delete', 'ArrowUp', 'ArrowDown', 'Home', 'End'],
  ...['PageUp', 'PageDown', 'F5', 'F6', 'F11', 'F12', 'e', 's', 't', 'Shift+e', 'Shift+s', 'Shift+t'],
]);
/** What browsers report for keys that are no keys of their own. */
const UNUSABLE = /^(Shift\+)?(Shift|Control|Alt|AltGraph|Meta|Dead|Process|Unidentified|CapsLock)$/;

/** Whether a command can have this key. */
export function isBindable(name: string): boolean {
  return !RESERVED.has(name) && !UNUSABLE.test(name);
}

/** The bindings with this key for this command alone; the keys that the command had before are free. */
export function bindKey(bindings: KeyBindings, command: KeyCommand, name: string): KeyBindings {
  return { ...withoutKey(bindings, name), [command]: [name] };
}

/** The bindings with oTranscribe's keys besides those that are there. */
export function addTranscribingKeys(bindings: KeyBindings): KeyBindings {
  let next = bindings;
  for (const [command, name] of Object.entries(OTRANSCRIBE) as [KeyCommand, string][]) {
    const others = withoutKey(next, name);
    next = { ...others, [command]: [...others[command], name] };
  }
  return next;
}

export function hasTranscribingKeys(bindings: KeyBindings): boolean {
  return Object.entries(OTRANSCRIBE).every(([command, name]) =>
    bindings[command as KeyCommand].includes(name),
  );
}

function withoutKey(bindings: KeyBindings, name: string): KeyBindings {
  return mapBindings((command) => bindings[command].filter((key) => key !== name));
}

function mapBindings(keysOf: (command: KeyCommand) => readonly string[]): KeyBindings {
  const commands = Object.keys(KEY_COMMANDS) as KeyCommand[];
  return Object.fromEntries(commands.map((command) => [command, keysOf(command)])) as KeyBindings;
}

const STORAGE_KEY = 'player-keys';
const watchers = new Set<() => void>();
let current: KeyBindings | null = null;

/** The bindings that this browser has stored; the default replaces what is of no use. */
export function readBindings(): KeyBindings {
  current ??= parseBindings(readStored(STORAGE_KEY));
  return current;
}

export function storeBindings(bindings: KeyBindings): void {
  current = bindings;
  for (const notify of watchers) notify();
  writeStored(STORAGE_KEY, JSON.stringify(bindings));
}

export function useKeyBindings(): KeyBindings {
  return useSyncExternalStore(watch, readBindings);
}

function watch(notify: () => void): () => void {
  watchers.add(notify);
  return () => watchers.delete(notify);
}

/** Bindings from stored JSON. A key that stands twice stays with the first of its commands. */
export function parseBindings(text: string | null): KeyBindings {
  const stored = parseObject(text);
  const taken = new Set<string>();
  return mapBindings((command) => {
    const keys = Object.hasOwn(stored, command) ? stored[command] : DEFAULT_BINDINGS[command];
    const usable = (Array.isArray(keys) ? keys : DEFAULT_BINDINGS[command]).filter(
      (key): key is string => typeof key === 'string' && isBindable(key) && !taken.has(key),
    );
    for (const key of usable) taken.add(key);
    return usable;
  });
}

function parseObject(text: string | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
