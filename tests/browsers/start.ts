import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { errorLines, startServer, temporaryFolder } from '#tests/support/server.ts';
import type { Screen } from './screen.ts';

/** Starts the application with the speech engine that always returns the same text. */
export async function startApplication(): Promise<{ url: string; folder: string }> {
  const folder = await temporaryFolder();
  const { url, output } = await startServer(join(folder, 'data'), { SPEECH_ENGINE: 'fake' });
  onTestFinished(() => expect(errorLines(output())).toEqual([]));
  return { url, folder };
}

/** Signs up through the form, as users do. */
export async function signUp({ open, click, type, waitFor }: Screen, url: string): Promise<void> {
  await open(`${url}/sign-in`);
  await click({ role: 'button', name: 'Create an account' });
  await click({ name: 'First name' });
  await type('Grace');
  await click({ name: 'E-mail address' });
  await type('grace@example.test');
  await click({ name: 'Password' });
  await type('correct horse');
  await click({ role: 'button', name: 'Create account' });
  await waitFor({ role: 'heading', name: 'Turn Any Conversation Into Text' });
}

/** The texts of all rows as shown. */
export function shown(screen: Screen): Promise<string[]> {
  return screen.evaluate(() =>
    [...document.querySelectorAll('.segment > .segment-words')].map(({ textContent }) => textContent ?? ''),
  );
}
