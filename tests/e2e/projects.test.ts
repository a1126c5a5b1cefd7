import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { sharedApplication } from '#tests/support/application.ts';
import {
  copiedText,
  expectAccessible,
  expectGood,
  haveAccount,
  openPage,
  tabTo,
  toast,
  watchFor,
} from '#tests/support/browser.ts';
import { haveTranscript, haveTranscripts } from '#tests/support/finished-transcript.ts';
import { openPanel } from '#tests/support/panels.ts';
import { wavRecording } from '#tests/support/recordings.ts';

// Projects as people see them: people create, fill, share and leave them, and see what others do without reloading.
const application = await sharedApplication();
const { url, browser } = application;
const recording = await wavRecording(2000);
const file = (name: string) => ({ name, mimeType: 'audio/wav', buffer: recording });

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('main').getByRole('button', { name, exact: true });

async function choose(page: Page, select: string | RegExp, option: string): Promise<void> {
  await page.getByRole('combobox', { name: select }).click();
  await page.getByRole('option', { name: option }).click();
}

describe('a project', () => {
  it('keeps what is typed beside its dialog, is made, filled and shared; who joins sees what the owner does at once', async () => {
    const page = await openPage(browser, { theme: 'light' });
    await haveAccount(page, url, 'Grace');
    await haveTranscript(page, application, file('Bee talk.wav'));
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/api/projects', async (route) => {
      await held;
      await route.fallback();
    });
    await page.goto(`${url}/projects`);
    await expect.poll(() => page.locator('[data-skeleton]').count()).toBe(3);
    answer();
    await page.getByText('No projects yet').waitFor();
    await expectGood(page);

    // A press beside the dialog closes it only while nothing is typed.
    const open = button(page, 'Create Your First Project');
    const name = page.getByRole('textbox', { name: 'Project Name' });
    const pressBeside = () => page.mouse.click(5, 400);
    await open.click();
    await name.click();
    await pressBeside();
    await name.waitFor({ state: 'detached' });
    await open.click();
    await name.click();
    await page.keyboard.type('Bees');
    await page.keyboard.press('Tab');
    await page.keyboard.type('What they say');
    await pressBeside();
    // A dialog that closes is gone within two frames.
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
    expect(await name.inputValue()).toBe('Bees');
    expect(await page.getByRole('textbox', { name: /^Description/ }).inputValue()).toBe('What they say');
    await page.keyboard.press('Escape');
    await name.waitFor({ state: 'detached' });

    // By the keyboard alone.
    await open.blur();
    await tabTo(page, 'Create Your First Project');
    await page.keyboard.press('Enter');
    await tabTo(page, 'Create Project');
    await page.keyboard.press('Enter');
    await page.getByText('Project name is required').waitFor();
    expect(await page.getByRole('radio', { name: 'Blue' }).isChecked()).toBe(true);
    await expectAccessible(page);
    await tabTo(page, 'Project Name');
    await page.keyboard.type('  Bees  ');
    await tabTo(page, 'Blue');
    await page.keyboard.press('ArrowRight');
    await tabTo(page, 'Create Project');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/projects\/\d+$/);
    await page.getByRole('heading', { name: 'Bees', level: 1 }).waitFor();

    await page.getByRole('tabpanel').getByRole('button', { name: 'Assign Transcripts' }).click();
    await page.getByRole('checkbox', { name: 'Bee talk' }).click();
    await expectAccessible(page);
    // The chosen row keeps within the round corners of the list: a corner that is cut off is not hit there.
    const row = page.getByRole('dialog').getByRole('listitem');
    const isAtCorner = await row.evaluate((element) => {
      const { left, bottom } = element.getBoundingClientRect();
      return element.contains(document.elementFromPoint(left + 0.5, bottom - 0.5));
    });
    expect(isAtCorner).toBe(false);
    await page.getByRole('button', { name: 'Assign (1)' }).click();
    await page.getByRole('tab', { name: 'Transcripts (1)' }).waitFor();
    const card = page.getByRole('listitem').filter({ hasText: 'Bee talk' });
    await card.getByText('Ready').waitFor();
    await card.getByText(/^2s · /).waitFor();
    await expectGood(page);

    await button(page, 'Share').click();
    await page.getByText('No collaborators yet').waitFor();
    await page.getByRole('tab', { name: 'Invite People' }).click();
    expect(await page.getByRole('combobox', { name: 'Permission Level' }).textContent()).toBe('Viewer');
    await choose(page, 'Permission Level', 'Editor');
    await page.getByRole('button', { name: 'Generate Invite Link' }).click();
    await page
      .getByText(
        'This link will expire in 7 days. Anyone with this link can join the project with editor permissions.',
      )
      .waitFor();
    const seen = await watchFor(page, 'button', 'Copied!');
    await page.getByRole('button', { name: 'Copy' }).click();
    await expect.poll(seen).toEqual(['Copied!']);
    const link = await copiedText(page, /^http/);
    await expectAccessible(page);
    await page.getByRole('tab', { name: 'Team Members' }).click();
    await page.getByText('Shareable Link').waitFor();
    await expectAccessible(page);

    const other = await openPage(browser, { theme: 'dark', width: 375, expectedErrors: /404/ });
    await haveAccount(other, url, 'Alan');
    await other.goto(link);
    await other.getByText('Invited by Grace').waitFor();
    await expectGood(other);
    await other.getByRole('button', { name: 'Accept Invitation' }).click();
    await toast(other, 'You have successfully joined the project!').waitFor();
    await other.getByRole('heading', { name: 'Bees', level: 1 }).waitFor();
    await button(other, 'Assign Transcripts').waitFor();
    expect(await button(other, 'Settings').count()).toBe(0);
    await expectGood(other);

    // The owner's open dialog takes the new member in, and lets go of the link.
    const member = page.getByRole('dialog').getByRole('listitem').filter({ hasText: 'Alan' });
    await member.waitFor();
    await page.getByText('Shareable Link').waitFor({ state: 'detached' });
    const owner = page.getByRole('dialog').getByRole('listitem').filter({ hasText: 'Owner' });
    expect(await owner.getByRole('button').count()).toBe(0);
    await choose(page, 'Role of Alan', 'Viewer');
    await button(other, 'Assign Transcripts').waitFor({ state: 'detached' });
    await other.getByText('Can view transcripts and AI conversations').waitFor();
    await page.keyboard.press('Escape');

    await button(page, 'Settings').click();
    await page.getByLabel('Project Name').pressSequentially('Wasps');
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await other.getByRole('heading', { name: 'Wasps', level: 1 }).waitFor();

    // A viewer reads the transcript, and is told what he may not do.
    await other.getByRole('link', { name: 'View Bee talk' }).click();
    await other.getByRole('article').waitFor();
    await other.getByRole('link', { name: 'Wasps' }).waitFor();
    await openPanel(other, 'AI Chat');
    await other.getByText(/^You are a viewer of this project/).waitFor();
    expect(await other.getByLabel('Your question').isDisabled()).toBe(true);
    for (const name of [/^Edit/, /^Rename/, 'Share', 'Delete', 'Undo'])
      expect(await other.getByRole('button', { name }).count(), String(name)).toBe(0);
    await button(other, 'Export').waitFor();
    await expectGood(other);
    await other.getByRole('link', { name: 'Wasps' }).click();
    await other.getByRole('heading', { name: 'Wasps', level: 1 }).waitFor();

    await button(page, 'Settings').click();
    await page.getByRole('button', { name: 'Delete Project' }).click();
    await page.getByText(/Its transcripts stay in their owners’ libraries/).waitFor();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete Project' }).click();
    await page.waitForURL(`${url}/settings`);
    await toast(page, 'Project deleted').waitFor();
    await other.getByRole('heading', { name: 'Project Not Found' }).waitFor();
    await other.getByRole('main').getByRole('link', { name: 'Back to Projects' }).click();
    await other.getByText('No projects yet').waitFor();
  });

  it('takes transcripts from the library, keeps what could not be added selected, and lets them go', async () => {
    const page = await openPage(browser, { theme: 'dark', width: 375, expectedErrors: /500/ });
    await haveAccount(page, url);
    await haveTranscripts(page, application, file('First.wav'), ['First', 'Second']);
    await page.goto(`${url}/library`);
    // The words can be clicked, too.
    await page.getByText('Select all (2)').click();
    await button(page, 'Add to Project').click();
    await page.getByRole('button', { name: 'Create and Add' }).click();
    await page.getByText('Project name is required').waitFor();
    await page.getByLabel('Project Name').pressSequentially('Talks');
    const refuse = { status: 500, json: { message: '', code: 'internal' } };
    // Whatever the server says.
    const refusal = { status: 500, json: { message: 'The disk is full.', code: 'internal' } };
    await page.route('**/api/projects', (route) => route.fulfill(refusal), { times: 1 });
    await page.getByRole('button', { name: 'Create and Add' }).click();
    await toast(page, 'Failed to create project').waitFor();
    await expectGood(page);
    let isRefused = false;
    await page.route('**/api/transcripts/*', (route) => {
      if (route.request().method() !== 'PATCH' || isRefused) return route.fallback();
      isRefused = true;
      return route.fulfill(refuse);
    });
    await page.getByRole('button', { name: 'Create and Add' }).click();
    await toast(page, 'Failed to add transcripts to project').waitFor();
    await page.getByText('1 transcript(s) selected').waitFor();
    const badges = page.getByRole('main').getByRole('link', { name: 'Project: Talks' });
    await expect.poll(() => badges.count()).toBe(1);
    await button(page, 'Add to Project').click();
    await page.getByRole('tab', { name: 'Select Existing' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Add to Project' }).click();
    await page.getByText('Please select a project').waitFor();
    await expectGood(page);
    await choose(page, 'Project', 'Talks');
    await page.getByRole('dialog').getByRole('button', { name: 'Add to Project' }).click();
    await toast(page, '1 transcript added to Talks').waitFor();
    await expect.poll(() => badges.count()).toBe(2);
    await expectGood(page);

    await page.getByRole('link', { name: 'Projects' }).click();
    await page.getByText(/^2 transcripts · Created/).waitFor();
    await expectGood(page);
    await page.getByRole('link', { name: 'Open Project' }).click();
    const cards = page.getByRole('region', { name: 'Transcripts of the project' }).getByRole('listitem');
    await expect.poll(() => cards.count()).toBe(2);
    await expectGood(page);
    await page.getByRole('button', { name: 'Remove First from the project' }).click();
    await page.getByText('"First" will be removed from this project and stay in your library.').waitFor();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    await expect.poll(() => cards.count()).toBe(1);

    await button(page, 'Assign Transcripts').click();
    const box = (name: string) => page.getByRole('checkbox', { name });
    await page.getByText('In: Talks').waitFor();
    expect(await box('Second').isDisabled()).toBe(true);
    await choose(page, 'Target project', 'Remove from all projects');
    await page.getByRole('dialog').getByText('Select all (1)').click();
    await expectGood(page);
    await page.getByRole('button', { name: 'Remove (1)' }).click();
    await page.getByText('No transcripts in this project yet').waitFor();
  });
});
