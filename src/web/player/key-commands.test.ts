import { describe, expect, it } from 'vitest';
import { press } from '#tests/support/press.ts';
import { DEFAULT_BINDINGS } from './key-bindings.ts';
import { keyCommand } from './key-commands.ts';

describe('keyCommand', () => {
  it.each([
    [' ', 'toggle'],
    ['K', 'toggle'],
    ['ArrowLeft', 'back'],
    ['l', 'forward'],
    ['>', 'faster'],
    ['[', 'slower'],
    ['?', 'help'],
    ['z', null],
  ])('on the page %j means %s', (key, command) =>
    expect(keyCommand(press(key), 'page', DEFAULT_BINDINGS)).toBe(command),
  );

  it('means nothing while somebody types or presses a shortcut of the browser', () => {
    expect(keyCommand(press('k'), 'typing', DEFAULT_BINDINGS)).toBeNull();
    expect(keyCommand(press('l', { ctrlKey: true }), 'page', DEFAULT_BINDINGS)).toBeNull();
  });

  it('leaves space and arrows to a focused control', () => {
    expect(keyCommand(press(' '), 'control', DEFAULT_BINDINGS)).toBeNull();
    expect(keyCommand(press('ArrowLeft'), 'control', DEFAULT_BINDINGS)).toBeNull();
    expect(keyCommand(press('k'), 'control', DEFAULT_BINDINGS)).toBe('toggle');
  });

  it('leaves up and down to scrolling unless Shift is held', () => {
    expect(keyCommand(press('ArrowUp'), 'page', DEFAULT_BINDINGS)).toBeNull();
    expect(keyCommand(press('ArrowUp', { shiftKey: true }), 'page', DEFAULT_BINDINGS)).toBe('louder');
  });
});
