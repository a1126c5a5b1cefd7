import type { Page } from 'playwright-core';
import type { Application } from './application.ts';
import type { PageOptions } from './browser.ts';
import { openAsNewPerson } from './finished-transcript.ts';
import { openPanel } from './panels.ts';
import { wavRecording } from './recordings.ts';

/** Opens a finished transcript of two speakers on the page of a new person. */
export async function openSpeakers(application: Application, options: PageOptions = {}): Promise<Page> {
  const file = { name: 'talk.wav', buffer: await wavRecording(31_000) };
  const page = await openAsNewPerson(application, file, options);
  await openPanel(page, 'Speakers');
  return page;
}
