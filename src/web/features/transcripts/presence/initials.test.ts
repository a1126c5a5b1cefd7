import { expect, it } from 'vitest';
import { initialsOf } from './initials.ts';

it.each([
  ['Mina Park', 'MP'],
  ['  ann  ', 'A'],
  ['Ana María de la Cruz', 'AC'],
  ['grace.hopper@example.test', 'G'],
  ['朴 美娜', '朴美'],
  ['é́mile 👩‍👩‍👧 zola', 'É́Z'],
  ['', '?'],
])('of %j are %j', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});
