import { readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '#tests/support/server.ts';
import { saveText, TextNotSaved } from './save-text.ts';

it('writes a text into a folder that it creates, and in the place of an older text', async () => {
  const folder = await temporaryFolder();
  const out = join(folder, 'texts/2024/talk.txt');
  await saveText('Good morning.', out);
  await saveText('Good evening.', out);
  expect(await readFile(out, 'utf8')).toBe('Good evening.');
  expect(await readdir(join(out, '..'))).toEqual(['talk.txt']);
});

it('writes to where a link leads', async () => {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'text'), 'old');
  await symlink('text', join(folder, 'link'));
  await saveText('new', join(folder, 'link'));
  expect(await readFile(join(folder, 'text'), 'utf8')).toBe('new');
});

it('says that the disk is full, which others would meet, too', async () => {
  const full = saveText('Good morning.', '/dev/full');
  await expect(full).rejects.toThrow(
    '/dev/full could not be written (the disk is full). The transcript is on the server: the same command fetches its text.',
  );
  await expect(full).rejects.toMatchObject({ isForAll: true });
});

it('leaves nothing behind where it cannot write', async () => {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'file'), '');
  const refused = saveText('Good morning.', join(folder, 'file/talk.txt'));
  await expect(refused).rejects.toThrow(TextNotSaved);
  await expect(refused).rejects.toMatchObject({ isForAll: false });
  expect(await readdir(folder)).toEqual(['file']);
});
