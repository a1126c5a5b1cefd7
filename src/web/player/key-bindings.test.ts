import { describe, expect, it } from 'vitest';
import { press } from '#tests/support/press.ts';
import {
  addTranscribingKeys,
  bindKey,
  DEFAULT_BINDINGS,
  hasTranscribingKeys,
  isBindable,
  parseBindings,
} from './key-bindings.ts';
import { keyCommand, keyName } from './key-commands.ts';

describe('keys of one’s own', () => {
  it('take a key from the command that had it', () => {
    const bindings = bindKey(DEFAULT_BINDINGS, 'toggle', 'm');
    expect(bindings.toggle).toEqual(['m']);
    expect(bindings.mute).toEqual([]);
    expect(keyCommand(press('m'), 'page', bindings)).toBe('toggle');
    expect(keyCommand(press('k'), 'page', bindings)).toBeNull();
  });

  it.each(['Tab', 'Enter', 'e', 'ArrowUp', 'F5', 'Shift', 'Dead'])('cannot be %s', (name) =>
    expect(isBindable(name)).toBe(false),
  );

  it('are named by the letter, and with Shift if that is pressed and makes no sign of its own', () => {
    expect(keyName(press('K'))).toBe('k');
    expect(keyName(press('K', { shiftKey: true }))).toBe('Shift+k');
    expect(keyName(press('?', { shiftKey: true }))).toBe('?');
    expect(keyName(press('ArrowUp', { shiftKey: true }))).toBe('Shift+ArrowUp');
    expect(keyName(press('r', { ctrlKey: true }))).toBeNull();
  });

  it('of oTranscribe work while somebody types, but for Esc', () => {
    const bindings = addTranscribingKeys(DEFAULT_BINDINGS);
    expect(hasTranscribingKeys(DEFAULT_BINDINGS)).toBe(false);
    expect(hasTranscribingKeys(bindings)).toBe(true);
    expect(keyCommand(press('F1'), 'typing', bindings)).toBe('back');
    expect(keyCommand(press('F4'), 'control', bindings)).toBe('faster');
    expect(keyCommand(press('Escape'), 'page', bindings)).toBe('toggle');
    expect(keyCommand(press('Escape'), 'typing', bindings)).toBeNull();
    expect(keyCommand(press('k'), 'page', bindings)).toBe('toggle');
  });

  it.each([null, '', '{', '[]', 'null', '{"toggle":"k"}', '{"toggle":[1]}'])(
    'that are stored as %s leave the others as they are at first',
    (text) => expect(parseBindings(text)).toMatchObject({ back: ['ArrowLeft', 'j'], mute: ['m'] }),
  );

  it('that are stored twice belong to the first command', () => {
    const bindings = parseBindings('{"mute":["k","F9"],"louder":["F9"],"quieter":["Tab"]}');
    expect(bindings).toMatchObject({ toggle: [' ', 'k'], mute: ['F9'], louder: [], quieter: [] });
  });
});
