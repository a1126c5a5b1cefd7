import { afterEach, expect, it, vi } from 'vitest';
import { readStored, readStoredJson, writeStored } from './stored.ts';

afterEach(() => void vi.unstubAllGlobals());

it('reads what was stored, and nothing where there is nothing of use', () => {
  const texts = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => texts.get(name) ?? null,
    setItem: (name: string, text: string) => void texts.set(name, text),
  });
  writeStored('a', '{"b":1}');
  expect(readStored('a')).toBe('{"b":1}');
  expect(readStoredJson('a')).toEqual({ b: 1 });
  expect(readStored('c')).toBeNull();
  writeStored('a', '{');
  expect(readStoredJson('a')).toBeNull();
});

it('does without storage where the browser blocks it', () => {
  const blocked = () => {
    throw new Error('SecurityError');
  };
  vi.stubGlobal('localStorage', { getItem: blocked, setItem: blocked });
  writeStored('a', 'on');
  expect(readStored('a')).toBeNull();
});
