import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { sharedApplication } from '#tests/support/application.ts';
import { expectAccessible, focusedName, haveAccount, openPage } from '#tests/support/browser.ts';
import { FIRST, field, openPlan, rows, saved, shown, writeIn } from '#tests/support/editing.ts';

const application = await sharedApplication();
const { url, browser } = application;

/** Grace's transcript in a project, and the pages of her and of Bob, who edits there. */
async function openTwo(): Promise<{ grace: Page; bob: Page }> {
  const grace = await openPlan(application, { expectedErrors: /409/ });
  const bob = await openPage(browser);
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

/** Grace types and is still being saved while Bob types something that is saved before. */
async function typeAtOnce(
  { grace, bob }: { grace: Page; bob: Page },
  typed: string,
  act: () => Promise<void>,
) {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await grace.route('**/edits', async (route) => {
    await held;
    await route.continue();
  });
  await writeIn(grace, 0);
  await Promise.all([grace.waitForRequest('**/edits'), grace.keyboard.type(typed)]);
  await saved(bob, act);
  release();
}

it('write at different places of one row, and both stand there, the caret where it was', async () => {
  const { grace, bob } = await openTwo();
  await typeAtOnce({ grace, bob }, ' And the summer', async () => {
    await writeIn(bob, 0, 'start');
    await bob.keyboard.type('Well, ');
  });
  await expect.poll(() => field(grace).inputValue()).toMatch(/^Well, Thank you .* spring\. And the summer$/);
  await grace.keyboard.type(' too.');
  const both = `Well, ${FIRST} And the summer too.`;
  await expect.poll(() => field(grace).inputValue()).toBe(both);
  await expect.poll(() => shown(bob)).toContain(both);
  expect(await grace.getByRole('dialog').count()).toBe(0);
});

it('write at the same place: nobody is interrupted, each is named, and both can be kept', async () => {
  const { grace, bob } = await openTwo();
  await typeAtOnce({ grace, bob }, ' Mine', async () => {
    await writeIn(bob, 0);
    await bob.keyboard.type(' Theirs.');
  });
  await grace.getByText('Bob changed this text too. Nothing is overwritten').waitFor();
  expect(await focusedName(grace)).toBe('Text at 0:00');
  await grace.keyboard.type(' too.');
  expect(await field(grace).inputValue()).toBe(`${FIRST} Mine too.`);
  expect(await grace.getByRole('dialog').count()).toBe(0);
  await grace.keyboard.press('Escape');
  const dialog = grace.getByRole('dialog', { name: 'Bob changed this text too' });
  await dialog.waitFor();
  expect(await dialog.getByRole('region', { name: 'By Bob' }).textContent()).toContain('Theirs.');
  expect(await dialog.getByRole('region', { name: 'Both' }).textContent()).toContain(
    `${FIRST} Theirs. Mine too.`,
  );
  await expectAccessible(grace);
  await saved(grace, () => dialog.getByRole('button', { name: 'Keep both' }).click());
  await expect.poll(() => shown(bob)).toContain(`${FIRST} Theirs. Mine too.`);
});
