import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Application } from './application.ts';
import { haveAccount, openPage, type PageOptions } from './browser.ts';
import { openPlan, rows } from './editing.ts';

/** Grace's transcript in a project, and the pages of her and of Bob, who edits there. */
export async function openTwo(
  application: Application,
  options: PageOptions = {},
): Promise<{ grace: Page; bob: Page }> {
  const { browser, url } = application;
  const grace = await openPlan(application, options);
  const bob = await openPage(browser, options);
  await haveAccount(bob, url, 'Bob');
  const post = async (page: Page, path: string, data: object) =>
    (await page.request.post(`${url}/api${path}`, { data })).json();
  const { id: projectId } = await post(grace, '/projects', { name: 'Spring' });
  const { token } = await post(grace, `/projects/${projectId}/generate-invite-link`, { role: 'editor' });
  await post(bob, '/invitations/accept', { token });
  const api = grace.url().replace('/transcript/', '/api/transcripts/');
  expect((await grace.request.patch(api, { data: { projectId } })).ok()).toBe(true);
  await bob.goto(grace.url());
  await rows(bob).nth(3).waitFor();
  return { grace, bob };
}
