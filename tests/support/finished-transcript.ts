import { createHash, randomBytes } from 'node:crypto';
import { link } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { getCurrentUser } from '#contract/auth.ts';
import { type Application, query } from './application.ts';
import { haveAccount, openPage, type PageOptions } from './browser.ts';
import { Client } from './client.ts';
import { COPY_TRANSCRIPT } from './copy-transcript.ts';

interface Recording {
  name: string;
  buffer: Buffer;
}

interface Original {
  id: number;
  storageKey: string;
}

/** The original transcripts, by the application's address and the recording's name and content. */
const originals = new Map<string, Promise<Original>>();

/**
 * Opens the page of a finished transcript of this recording, owned by the signed-in person. The application really transcribes it: each
 * recording is uploaded once, and the result is copied for each person.
 */
export async function openTranscript(page: Page, application: Application, file: Recording): Promise<void> {
  const id = await haveTranscript(page, application, file);
  await page.goto(`${application.url}/transcript/${id}`);
  await page.getByRole('article').waitFor();
}

/** Opens a page for a new person, with a finished transcript of this recording that is ready to be played. */
export async function openAsNewPerson(
  application: Application,
  file: Recording,
  options: PageOptions = {},
): Promise<Page> {
  const page = await openPage(application.browser, options);
  await haveAccount(page, application.url);
  await openTranscript(page, application, file);
  await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
  return page;
}

/** Gives the signed-in person a finished transcript of this recording without opening it; returns its id. */
export async function haveTranscript(page: Page, application: Application, file: Recording): Promise<number> {
  const [id = Number.NaN] = await haveTranscripts(page, application, file, [titleOf(file)]);
  return id;
}

/** Gives the signed-in person several finished transcripts with these titles, the last one the newest. */
export async function haveTranscripts(
  page: Page,
  application: Application,
  file: Recording,
  titles: readonly string[],
): Promise<number[]> {
  const { url, dataDir } = application;
  const key = [url, file.name, createHash('sha256').update(file.buffer).digest('hex')].join(' ');
  const made = originals.get(key) ?? makeOriginal(application, file);
  originals.set(key, made);
  const { id, storageKey } = await made;
  const user = await (await page.request.get(url + getCurrentUser.path)).json();
  const ids: number[] = [];
  for (const title of titles) {
    const copy = `uploads/${randomBytes(16).toString('hex')}`;
    await link(join(dataDir, 'media', storageKey), join(dataDir, 'media', copy));
    const [row] = await query(application, COPY_TRANSCRIPT, [id, user.id, copy, title]);
    ids.push(Number(row?.id));
  }
  return ids;
}

const titleOf = ({ name }: Recording) => name.replace(/\.wav$/, '');

async function makeOriginal(application: Application, { name, buffer }: Recording): Promise<Original> {
  const someone = await Client.signUp(application.url);
  const id = await someone.upload(buffer, name);
  const { status } = await someone.until(id, (each) => each.status !== 'processing');
  expect(status).toBe('completed');
  const [row] = await query(
    application,
    'select storage_key, transcode_storage_key from media where transcript_id = $1',
    [id],
  );
  expect(row).toMatchObject({ transcode_storage_key: null });
  return { id, storageKey: String(row?.storage_key) };
}
