import { expect, it } from 'vitest';
import { withLastByteChanged } from '#tests/support/encrypted.ts';
import { createCipher } from './secret.ts';

const cipher = createCipher('a secret of more than thirty-two characters');

it('decrypts an encrypted text in its place', () => {
  const encrypted = cipher.encrypt('key:1', 'sk-ant-ключ');
  expect(encrypted).not.toContain('sk-ant');
  expect(cipher.decrypt('key:1', encrypted)).toBe('sk-ant-ключ');
  expect(cipher.encrypt('key:1', 'sk-ant-ключ')).not.toBe(encrypted);
});

it.each(['', 'AAAA', 'not encrypted at all'])('decrypts nothing out of %j', (encrypted) => {
  expect(cipher.decrypt('key:1', encrypted)).toBeNull();
});

it('rejects other encodings of the same bytes', () => {
  const encrypted = cipher.encrypt('key:1', 'text');
  for (const same of [
    `${encrypted}=`,
    ` ${encrypted}`,
    `${encrypted}\n`,
    `${encrypted}.x`,
    encrypted.replace(/^./, '$&!'),
  ]) {
    expect(cipher.decrypt('key:1', same), same).toBeNull();
  }
});

it('cannot decrypt a text that was changed, moved to another place or encrypted with another secret', () => {
  const encrypted = cipher.encrypt('key:1', 'text');
  const other = createCipher('another secret of more than thirty-two letters');
  expect(cipher.decrypt('key:2', encrypted)).toBeNull();
  expect(other.decrypt('key:1', encrypted)).toBeNull();
  expect(cipher.decrypt('key:1', withLastByteChanged(encrypted))).toBeNull();
});
