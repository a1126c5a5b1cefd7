import { describe, expect, it } from 'vitest';
import { keyCommand } from './key-commands.ts';

const press = (key: string, changes = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...changes,
});

describe('keyCommand', () => {
  it.each([
    [' ', 'toggle'],
    ['K', 'toggle'],
    ['ArrowLeft', 'back'],
    ['l', 'forward'],
    ['>', 'faster'],
    ['[', 'slower'],
    ['?', 'help'],
    ['x', null],
  ])('on the page %j means %s', (key, command) => expect(keyCommand(press(key), 'page')).toBe(command));

  it('means nothing while somebody types or presses a shortcut of the browser', () => {
    expect(keyCommand(press('k'), 'typing')).toBeNull();
    expect(keyCommand(press('l', { ctrlKey: true }), 'page')).toBeNull();
  });

  it('leaves space and arrows to a focused control', () => {
    expect(keyCommand(press(' '), 'control')).toBeNull();
    expect(keyCommand(press('ArrowLeft'), 'control')).toBeNull();
    expect(keyCommand(press('k'), 'control')).toBe('toggle');
  });

  it('leaves up and down to scrolling unless Shift is held', () => {
    expect(keyCommand(press('ArrowUp'), 'page')).toBeNull();
    expect(keyCommand(press('ArrowUp', { shiftKey: true }), 'page')).toBe('louder');
  });
});
