import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { sharedApplication } from '#tests/support/application.ts';
import { focusedName, haveAccount, openPage, retype } from '#tests/support/browser.ts';
import { haveTranscript } from '#tests/support/finished-transcript.ts';
import { openPanel } from '#tests/support/panels.ts';
import { wavRecording } from '#tests/support/recordings.ts';

// What somebody has typed is not lost when they leave the page or when their session ends.
const application = await sharedApplication();
const { url, browser } = application;
const file = { name: 'Bees.wav', buffer: await wavRecording(31_000) };

const titleField = (page: Page) => page.getByRole('textbox', { name: 'Title' });
const question = (page: Page) => page.getByLabel('Your question');

async function typeTitle(page: Page, id: number, title: string): Promise<void> {
  await page.goto(`${url}/transcript/${id}`);
  await page.getByRole('button', { name: 'Edit title' }).press('Enter');
  await retype(titleField(page), title);
}

/** The title as the server has it. */
const savedTitle = async (page: Page, id: number) =>
  (await (await page.request.get(`${url}/api/transcripts/${id}`)).json()).title;

async function open(options = {}): Promise<{ page: Page; id: number; email: string }> {
  const page = await openPage(browser, options);
  await haveAccount(page, url);
  const id = await haveTranscript(page, application, file);
  const { email } = await (await page.request.get(`${url}/api/auth/user`)).json();
  return { page, id, email };
}

/** Signs in by keyboard alone, on a page that has the focus in its first field. */
async function signIn(page: Page, email: string): Promise<void> {
  await page.waitForURL('**/sign-in?returnTo=*');
  await expect.poll(() => focusedName(page)).toBe('E-mail address');
  await page.keyboard.type(email);
  await page.keyboard.press('Tab');
  await page.keyboard.type('correct horse');
  await page.keyboard.press('Enter');
}

it('saves a title that was typed when one leaves by a link, by Back, by closing the tab, and not after Escape', async () => {
  const { page, id } = await open();
  await page.goto(`${url}/library`);
  await page.getByRole('link', { name: 'Bees' }).first().waitFor();

  await typeTitle(page, id, 'Left by a link');
  await page.getByRole('link', { name: 'Projects' }).click();
  await page.getByText('No projects yet').waitFor();
  await expect.poll(() => savedTitle(page, id)).toBe('Left by a link');

  // Within the application, and out of it.
  await page.getByRole('link', { name: 'Library' }).click();
  await page.getByRole('link', { name: 'Left by a link' }).first().click();
  await page.getByRole('button', { name: 'Edit title' }).press('Enter');
  await retype(titleField(page), 'Left by Back');
  await page.goBack();
  await page.waitForURL('**/library');
  await expect.poll(() => savedTitle(page, id)).toBe('Left by Back');
  await typeTitle(page, id, 'Left for another site');
  await page.goto('about:blank');
  await expect.poll(() => savedTitle(page, id)).toBe('Left for another site');

  await typeTitle(page, id, 'Taken back');
  await page.keyboard.press('Escape');
  await page.getByRole('article').getByRole('heading', { name: 'Left for another site' }).waitFor();
  await page.getByRole('link', { name: 'Projects' }).click();
  await page.getByText('No projects yet').waitFor();
  expect(await savedTitle(page, id)).toBe('Left for another site');

  const tab = await page.context().newPage();
  await typeTitle(tab, id, 'The tab was closed');
  await tab.close();
  await expect.poll(() => savedTitle(page, id)).toBe('The tab was closed');
});

it('saves the name of a speaker that was typed when one leaves by a link', async () => {
  const { page, id } = await open();
  await page.goto(`${url}/transcript/${id}`);
  const speakers = await openPanel(page, 'Speakers');
  await speakers
    .getByRole('button', { name: /^Rename/ })
    .first()
    .press('Enter');
  await page.getByRole('textbox', { name: /^Name of/ }).waitFor();
  await page.keyboard.type('Marie Curie');
  await page.getByRole('link', { name: 'Projects' }).click();
  await page.getByText('No projects yet').waitFor();
  const names = async () =>
    Object.values((await (await page.request.get(`${url}/api/transcripts/${id}`)).json()).speakerNames);
  await expect.poll(names).toContain('Marie Curie');
});

it('leads back after a lost session to where one was, with the project that was being typed', async () => {
  const { page, email } = await open({ expectedErrors: /401/ });
  await page.goto(`${url}/projects?from=here`);
  await page.getByText('No projects yet').waitFor();
  await page.getByRole('button', { name: 'Create Project' }).press('Enter');
  await expect.poll(() => focusedName(page)).toBe('Project Name');
  await page.keyboard.type('Bees and wasps');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Who stings?');
  await page.context().clearCookies();
  await page.getByRole('dialog').getByRole('button', { name: 'Create Project' }).press('Enter');
  await page.getByText('You are logged out. Logging in again...').first().waitFor();
  await signIn(page, email);
  await page.waitForURL(`${url}/projects?from=here`);
  const dialog = page.getByRole('dialog', { name: 'Create Project' });
  await dialog.waitFor();
  expect(await page.getByLabel('Project Name').inputValue()).toBe('Bees and wasps');
  expect(await page.getByLabel(/^Description/).inputValue()).toBe('Who stings?');
  await expect.poll(() => focusedName(page)).toBe('Project Name');

  // What one gives up is not there again.
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Create Project' }).press('Enter');
  await dialog.waitFor();
  expect(await page.getByLabel('Project Name').inputValue()).toBe('');
});

it('leads back after a lost session with the question, the title and the note that were being typed', async () => {
  const { page, id, email } = await open({ expectedErrors: /401/ });
  await page.goto(`${url}/transcript/${id}`);
  await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
  await page
    .getByRole('button', { name: /^Play from/ })
    .first()
    .focus();
  await page.keyboard.press('c');
  await expect.poll(() => focusedName(page)).toBe('Your comment');
  await page.keyboard.type('Half a comment');
  await page.keyboard.press('Escape');
  await openPanel(page, 'AI Chat');
  await question(page).click();
  await page.keyboard.type('What do the bees say?');
  await page.context().clearCookies();
  await page.keyboard.press('Enter');
  await page.getByText('You are logged out. Logging in again...').first().waitFor();
  await signIn(page, email);
  await page.waitForURL(`${url}/transcript/${id}?panel=chat`);
  await expect.poll(() => question(page).inputValue()).toBe('What do the bees say?');
  await page
    .getByRole('button', { name: /^Play from/ })
    .first()
    .focus();
  await page.keyboard.press('c');
  await expect.poll(() => focusedName(page)).toBe('Your comment');
  expect(await page.getByLabel('Your comment').inputValue()).toBe('Half a comment');
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Edit title' }).press('Enter');
  await retype(titleField(page), 'A better title');
  await page.context().clearCookies();
  await page.keyboard.press('Enter');
  await signIn(page, email);
  await page.waitForURL(`${url}/transcript/${id}?panel=chat`);
  await expect.poll(() => titleField(page).inputValue()).toBe('A better title');
  await page.keyboard.press('Enter');
  await expect.poll(() => savedTitle(page, id)).toBe('A better title');
  await page.getByRole('article').getByRole('heading', { name: 'A better title' }).waitFor();
});

it('does not show what somebody typed to another person who signs in in the same tab', async () => {
  const { page, id, email } = await open({ expectedErrors: /401|404/ });
  const other = await open();
  await page.goto(`${url}/transcript/${id}?panel=chat`);
  await question(page).click();
  await page.keyboard.type('Mine alone');
  await page.goto(`${url}/projects`);
  await page.getByRole('button', { name: 'Create Project' }).press('Enter');
  await expect.poll(() => focusedName(page)).toBe('Project Name');
  await page.keyboard.type('Mine, too');
  await page.context().clearCookies();
  await page.keyboard.press('Enter');
  await signIn(page, other.email);
  await page.waitForURL(`${url}/projects`);
  await page.getByText('No projects yet').waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
  await page.context().clearCookies();
  await page.goto(`${url}/transcript/${id}?panel=chat`);
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
  await signIn(page, email);
  await expect.poll(() => question(page).inputValue()).toBe('Mine alone');
});
