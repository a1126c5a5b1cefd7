import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { sharedApplication } from '#tests/support/application.ts';
import { expectGood, focusedName, haveAccount, openPage } from '#tests/support/browser.ts';
import { haveTranscript } from '#tests/support/finished-transcript.ts';
import { openPanel } from '#tests/support/panels.ts';
import { wavRecording } from '#tests/support/recordings.ts';

// Where the focus is when a dialog has opened: in its first field, or on its heading, where a key that is typed presses nothing.
const application = await sharedApplication();
const { url, browser } = application;
const file = { name: 'Bees.wav', buffer: await wavRecording(31_000) };

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).first();
const opened = (page: Page) => page.locator('[role="dialog"], [role="alertdialog"]');

/** Presses Enter on what opens a dialog, and says what has the focus then. A space must not close it. */
async function focusAfter(page: Page, open: Locator, title: string): Promise<string> {
  await open.press('Enter');
  await expectTyping(page, title);
  return closeAndTell(page);
}

async function expectTyping(page: Page, title: string): Promise<void> {
  await opened(page).getByRole('heading', { name: title, exact: true }).waitFor();
  await expect
    .poll(() => opened(page).evaluate((dialog) => dialog.contains(document.activeElement)))
    .toBe(true);
  await page.keyboard.press('Space');
  expect(await opened(page).getByRole('heading', { name: title, exact: true }).count(), title).toBe(1);
}

async function closeAndTell(page: Page): Promise<string> {
  const name = await focusedName(page);
  await page.keyboard.press('Escape');
  await opened(page).waitFor({ state: 'detached' });
  return name;
}

it('begins each dialog of a project and of the library at its first field or its heading, and returns the focus', async () => {
  const page = await openPage(browser);
  await haveAccount(page, url);
  const transcriptId = await haveTranscript(page, application, file);
  await page.goto(`${url}/projects`);
  await page.getByText('No projects yet').waitFor();
  expect(await focusAfter(page, button(page, 'Create Project'), 'Create Project')).toBe('Project Name');
  expect(await focusedName(page)).toBe('Create Project');

  await button(page, 'Create Project').press('Enter');
  await opened(page).waitFor();
  await expect.poll(() => focusedName(page)).toBe('Project Name');
  await page.keyboard.type('Bees and wasps');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Bees and wasps', level: 1 }).waitFor();
  const id = Number(new URL(page.url()).pathname.split('/').at(-1));
  expect(await focusAfter(page, button(page, 'Settings'), 'Project Settings')).toBe('Project Name');
  expect(await focusAfter(page, button(page, 'Share'), 'Share Project')).toBe('Share Project');
  await button(page, 'Settings').press('Enter');
  await button(page, 'Delete Project').press('Enter');
  await page.getByRole('alertdialog').waitFor();
  await expect.poll(() => focusedName(page)).toBe('Delete this project?');
  await page.keyboard.press('Space');
  await page.keyboard.press('Escape');
  await page.getByRole('alertdialog').waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
  await opened(page).waitFor({ state: 'detached' });

  const assigned = await page.request.post(`${url}/api/projects/assign`, {
    data: { transcriptIds: [transcriptId], projectId: id },
  });
  expect(assigned.ok()).toBe(true);
  await page.getByRole('tab', { name: 'Transcripts (1)' }).waitFor();
  expect(
    await focusAfter(page, button(page, 'Remove Bees from the project'), 'Remove from the project?'),
  ).toBe('Remove from the project?');
  await page.getByText('Select all (1)').click();
  expect(await focusAfter(page, button(page, 'Export…'), 'Export')).toBe('Export');
  expect(await focusedName(page)).toBe('Export…');
  // Its field is a filter of what it has loaded by then.
  expect(['Assign Transcripts', 'Filter by title']).toContain(
    await focusAfter(page, button(page, 'Assign Transcripts'), 'Assign Transcripts'),
  );

  await page.goto(`${url}/library`);
  await page.getByText('Select all (1)').click();
  expect(await page.getByRole('checkbox', { name: 'Select Bees' }).isChecked()).toBe(true);
  expect(await focusAfter(page, button(page, 'Add to Project'), 'Add to Project')).toBe('Project Name');
  expect(await focusAfter(page, button(page, 'Export…'), 'Export')).toBe('Export');
  const item = async (name: string, title: string) => {
    await button(page, 'Actions for Bees').press('Enter');
    return focusAfter(page, page.getByRole('menuitem', { name }), title);
  };
  expect(await item('Export', 'Export')).toBe('Export');
  expect(await item('Share', 'Share transcript')).toBe('Share transcript');
  expect(await item('Delete', 'Delete this transcript?')).toBe('Delete this transcript?');
});

it('begins each dialog of a transcript and of the settings at its first field or its heading', async () => {
  const page = await openPage(browser);
  await haveAccount(page, url);
  const id = await haveTranscript(page, application, file);
  await page.goto(`${url}/transcript/${id}`);
  await button(page, 'Play').waitFor();
  const more = async (name: string, title: string) => {
    await button(page, 'More actions').press('Enter');
    return focusAfter(page, page.getByRole('menuitem', { name }), title);
  };
  expect(await more('Transcribe again…', 'Transcribe again')).toBe('Transcribe again');
  expect(await more('Find speakers again…', 'Find speakers again')).toBe('Find speakers again');
  expect(await more('Language…', 'Language of the text')).toBe('Language of the text');
  expect(await more('Versions…', 'Versions')).toBe('Versions');
  expect(await focusAfter(page, button(page, 'Share'), 'Share transcript')).toBe('Share transcript');
  expect(await focusAfter(page, button(page, 'Delete'), 'Delete this transcript?')).toBe(
    'Delete this transcript?',
  );

  const time = page.getByRole('button', { name: /^Play from/ }).nth(1);
  await time.focus();
  for (const [key, title, place] of [
    ['c', 'Comment', 'Your comment'],
    ['?', 'Keyboard shortcuts', 'Keyboard shortcuts'],
    ['ControlOrMeta+k', 'Go to', 'Recording, project, page or action'],
  ] as const) {
    await page.keyboard.press(key);
    await expectTyping(page, title);
    expect(await closeAndTell(page)).toBe(place);
    await expect.poll(() => focusedName(page)).toMatch(/^Play from/);
  }
  await page.keyboard.press('s');
  await page.getByRole('menuitem', { name: 'New speaker…' }).press('Enter');
  await expectTyping(page, 'New speaker');
  expect(await closeAndTell(page)).toBe('Name');
  await expect.poll(() => focusedName(page)).toMatch(/^Play from/);

  await page.keyboard.press('c');
  await expectTyping(page, 'Comment');
  await page.keyboard.type('Bees, too.');
  await page.keyboard.press('Control+Enter');
  await opened(page).waitFor({ state: 'detached' });
  const notes = await openPanel(page, 'Notes');
  await notes.getByRole('button', { name: 'More for this comment' }).press('Enter');
  expect(
    await focusAfter(page, page.getByRole('menuitem', { name: 'Delete comment' }), 'Delete this comment?'),
  ).toBe('Delete this comment?');

  await page.goto(`${url}/settings`);
  expect(await focusAfter(page, button(page, 'Change password'), 'Change password')).toBe('Current password');
  expect(await focusAfter(page, button(page, 'Sign out everywhere'), 'Sign out everywhere?')).toBe(
    'Sign out everywhere?',
  );
});

it('does not open the keyboard of a phone over a form that has just appeared, but does where there is one text to write', async () => {
  const page = await openPage(browser, { width: 375, theme: 'dark', hasTouch: true });
  await haveAccount(page, url);
  const id = await haveTranscript(page, application, file);
  await page.goto(`${url}/projects`);
  await page.getByText('No projects yet').waitFor();
  expect(await page.evaluate(() => matchMedia('(pointer: coarse)').matches)).toBe(true);
  await button(page, 'Create Project').tap();
  await opened(page).waitFor();
  await expect.poll(() => focusedName(page)).toBe('Create Project');
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H2');
  await expectGood(page);

  await page.goto(`${url}/transcript/${id}`);
  await button(page, 'Play').waitFor();
  await page
    .getByRole('button', { name: /^Play from/ })
    .nth(1)
    .focus();
  await page.keyboard.press('c');
  await opened(page).waitFor();
  await expect.poll(() => focusedName(page)).toBe('Your comment');
});

it('takes back a time that is being typed with Escape, and only then closes the clips', async () => {
  const page = await openPage(browser);
  await haveAccount(page, url);
  const id = await haveTranscript(page, application, file);
  await page.goto(`${url}/transcript/${id}`);
  await button(page, 'Play').waitFor();
  await button(page, 'More actions').press('Enter');
  await page.getByRole('menuitem', { name: 'Clips…' }).press('Enter');
  const start = opened(page).getByLabel('Start', { exact: true });
  await expect.poll(() => focusedName(page)).toBe('Start');
  const before = await start.inputValue();
  await page.keyboard.press('Space');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('0:0');
  expect(await start.inputValue()).toBe('0:0');
  await page.keyboard.press('Escape');
  await expect.poll(() => start.inputValue()).toBe(before);
  expect(await focusedName(page)).toBe('Start');
  await page.keyboard.press('Escape');
  await opened(page).waitFor({ state: 'detached' });
});
