import type { Page } from 'playwright-core';
import { describe, it } from 'vitest';
import { sharedApplication } from '#tests/support/application.ts';
import { expectGood, haveAccount, openPage, toast } from '#tests/support/browser.ts';

// What becomes of an invitation to a project that is not simply accepted. The rest: tests/e2e/projects.test.ts.
const { url, browser } = await sharedApplication();

/** Calls the server as the person of the page, to prepare what a test needs. */
async function post(page: Page, path: string, data: object) {
  return (await page.request.post(`${url}/api${path}`, { data })).json();
}

describe('an invitation', () => {
  it('says whether it is valid, expired or used, and can be declined', async () => {
    const owner = await openPage(browser);
    await haveAccount(owner, url, 'Grace');
    const { id } = await post(owner, '/projects', { name: 'Bees' });
    const invite = () => post(owner, `/projects/${id}/generate-invite-link`, { role: 'viewer' });
    const { inviteLink, token } = await invite();

    const page = await openPage(browser, { theme: 'light', expectedErrors: /404|ERR_FAILED/ });
    await haveAccount(page, url, 'Alan');
    await page.goto(`${url}/projects/${id}`);
    await page.getByRole('heading', { name: 'Project Not Found' }).waitFor();
    await expectGood(page);
    await page.goto(`${url}/join/bogus`);
    await page.getByText('Invalid Invitation').waitFor();
    await page.getByText('This invitation link is invalid, expired, or has already been used.').waitFor();
    await expectGood(page);

    const address = `**/api/invitations/${token}`;
    await page.route(address, async (route) => {
      const offer = await (await route.fetch()).json();
      await route.fulfill({ json: { ...offer, expiresAt: new Date(0).toISOString() } });
    });
    await page.goto(inviteLink);
    await page.getByText('Invitation Expired').waitFor();
    await page
      .getByText('This invitation has expired. Please ask the project owner for a new invitation.')
      .waitFor();
    await page.unroute(address);

    await page.goto(inviteLink);
    await page.getByText('Can view transcripts and AI conversations').waitFor();
    await page.getByRole('link', { name: 'Decline' }).click();
    await page.waitForURL(`${url}/projects`);
    await page.goBack();
    let go = () => {};
    const held = new Promise<void>((resolve) => {
      go = resolve;
    });
    await page.route('**/api/invitations/accept', async (route) => {
      await held;
      await route.abort();
    });
    await page.getByRole('button', { name: 'Accept Invitation' }).click();
    await page.getByRole('button', { name: 'Joining...' }).waitFor();
    go();
    await toast(page, 'Failed to join project').waitFor();
    await page.unroute('**/api/invitations/accept');
    await page.getByRole('button', { name: 'Accept Invitation' }).click();
    await page.getByRole('heading', { name: 'Bees', level: 1 }).waitFor();

    await page.getByRole('button', { name: 'Leave project' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Leave project' }).click();
    await page.waitForURL(`${url}/projects`);
    await page.getByText('No projects yet').waitFor();

    // It can be accepted once.
    await page.goto(inviteLink);
    await page.getByText('Invalid Invitation').waitFor();
  });
});
