import { expect, it } from 'vitest';
import { withLastByteChanged } from '#tests/support/sealed.ts';
import { createSealer } from './secret.ts';

const sealer = createSealer('a secret of more than thirty-two characters');

it('opens what it has sealed, in its place', () => {
  const sealed = sealer.seal('key:1', 'sk-ant-ключ');
  expect(sealed).not.toContain('sk-ant');
  expect(sealer.open('key:1', sealed)).toBe('sk-ant-ключ');
  expect(sealer.seal('key:1', 'sk-ant-ключ')).not.toBe(sealed);
});

it.each(['', 'AAAA', 'not sealed at all'])('opens nothing of %j', (sealed) => {
  expect(sealer.open('key:1', sealed)).toBeNull();
});

it('opens nothing that is written in another way', () => {
  const sealed = sealer.seal('key:1', 'text');
  for (const same of [
    `${sealed}=`,
    ` ${sealed}`,
    `${sealed}\n`,
    `${sealed}.x`,
    sealed.replace(/^./, '$&!'),
  ]) {
    expect(sealer.open('key:1', same), same).toBeNull();
  }
});

it('opens nothing that was changed, moved to another place or sealed under another secret', () => {
  const sealed = sealer.seal('key:1', 'text');
  const other = createSealer('another secret of more than thirty-two letters');
  expect(sealer.open('key:2', sealed)).toBeNull();
  expect(other.open('key:1', sealed)).toBeNull();
  expect(sealer.open('key:1', withLastByteChanged(sealed))).toBeNull();
});
