import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Page } from 'playwright-core';
import { wavRecording } from './recordings.ts';
import { temporaryFolder } from './server.ts';

const recording = await wavRecording(3000);

/** A folder with these files; recordings are real ones, and no two are the same. */
export async function haveFiles(...names: string[]): Promise<(name: string) => string> {
  const folder = await temporaryFolder();
  for (const name of names) {
    const path = join(folder, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, contentOf(name));
  }
  return (name) => join(folder, name);
}

function contentOf(name: string): Buffer | string {
  if (name.endsWith('.wav')) return Buffer.concat([recording, randomBytes(8)]);
  return name.endsWith('.srt')
    ? '1\n00:00:00,500 --> 00:00:02,000\nAs it was written.\n'
    : 'Ann: Hello there.\n';
}

/** The queue on the screen. */
export const queue = (page: Page) => page.getByRole('region', { name: 'Upload queue' });
export const rows = (page: Page) => queue(page).getByRole('list').getByRole('listitem');
export const rowOf = (page: Page, name: string) => rows(page).filter({ hasText: name });
export const button = (page: Page, name: string | RegExp) => queue(page).getByRole('button', { name });
/** Waits until the queue says this about itself. */
export const uploaded = (page: Page, text: string) => queue(page).getByText(text).waitFor();

/** Holds back the files on their way to the server, until the returned function is called. */
export async function holdFiles(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/api/upload/*/content*', async (route) => {
    await promise;
    await route.continue().catch(() => undefined);
  });
  return resolve;
}

/** The names of the files that the page asks to upload from now on. */
export function watchUploads(page: Page): string[] {
  const names: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/upload/presigned-url')) names.push(request.postDataJSON().filename);
  });
  return names;
}

/** Titles of the person's transcripts, from A to Z. */
export async function titles(page: Page): Promise<string[]> {
  const answer = await page.request.get(new URL('/api/transcripts', page.url()).href);
  return ((await answer.json()) as { title: string }[]).map(({ title }) => title).toSorted();
}
