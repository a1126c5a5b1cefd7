import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { sharedApplication } from '#tests/support/application.ts';
import { expectAccessible, haveAccount, openPage, signUp, upload } from '#tests/support/browser.ts';
import { haveTranscript, openTranscript } from '#tests/support/finished-transcript.ts';
import { openPanel } from '#tests/support/panels.ts';
import { wavRecording } from '#tests/support/recordings.ts';

// What the screens say in rare states.
const application = await sharedApplication();
const { url, browser } = application;
const recording = await wavRecording(11_000);
const file = (name: string) => ({ name, mimeType: 'audio/wav', buffer: recording });

/** Adds these fields, and what is added to them later, to what the server answers about a transcript. */
async function answerAbout(page: Page, fields: object): Promise<void> {
  await page.route(/\/api\/transcripts\/\d+$/, async (route) => {
    if (route.request().method() !== 'GET') return route.fallback();
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), ...fields } });
  });
}

describe('a finished transcript', () => {
  it('says what visitors of its link can do, suggests speakers until all are named, and has none when nothing is said', async () => {
    const page = await openPage(browser);
    await haveAccount(page, url);
    await openTranscript(page, application, file('talk.wav'));
    await page.getByRole('button', { name: 'Share' }).click();
    await page.getByText(/Anyone with the link can .* ask the AI about it/).waitFor();
    await page.getByRole('button', { name: 'Generate Link' }).click();
    await page.getByRole('combobox', { name: 'The link is valid' }).click();
    await page.getByRole('option', { name: 'For 7 days' }).click();
    const end = new Date(Date.now() + 7 * 24 * 3_600_000);
    const day = await page.evaluate(
      (ms) => new Date(ms).toLocaleDateString(undefined, { dateStyle: 'medium' }),
      end.getTime(),
    );
    const said = page.getByRole('status').filter({ hasText: 'The link is valid until' });
    expect(await said.first().textContent()).toContain(day);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });

    const facts = page.locator('dl').filter({ hasText: 'Accuracy' });
    await facts.getByText('Speakers2').waitFor();
    await openPanel(page, 'Speakers');
    for (const [label, name] of [
      ['Speaker 1', 'Anna'],
      ['Speaker 2', 'Bert'],
    ] as const) {
      await page.getByText(/^Speakers were told apart by their voices/).waitFor();
      await page.getByRole('button', { name: `Rename ${label}` }).click();
      await page.keyboard.type(name);
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: `Rename ${name}` }).waitFor();
    }
    await page.getByText(/^Speakers were told apart by their voices/).waitFor({ state: 'detached' });

    // A status that this page does not know is shown neutrally, and a failure as one.
    const fields = { status: 'archived', transcript: '', timestampedTranscript: [], wordCount: 0 };
    await answerAbout(page, fields);
    await page.reload();
    await page.getByRole('heading', { name: 'talk' }).waitFor();
    await page.getByText('archived', { exact: true }).waitFor();
    expect(await page.getByText('Transcription Failed').count()).toBe(0);
    await expectAccessible(page);
    fields.status = 'completed';
    await page.getByRole('button', { name: 'Refresh' }).click();
    await page.getByText('No speech was found in this recording.').waitFor();
    await facts.getByText('SpeakersNone').waitFor();
    Object.assign(fields, { status: 'error', errorMessage: null, sourceType: 'podcast' });
    await page.reload();
    await page.getByText('Transcription Failed').waitFor();
    await page.getByText('An error occurred during transcription.').waitFor();
    await page.getByText(/use Podcast Search instead of pasting RSS feed URLs/).waitFor();
  });
});

describe('an invitation', () => {
  it('tells newcomers what it is to before they sign in', async () => {
    const owner = await openPage(browser);
    await haveAccount(owner, url, 'Grace');
    const post = async (path: string, data: object) =>
      (await owner.request.post(`${url}/api${path}`, { data })).json();
    const { id } = await post('/projects', { name: 'Field notes' });
    const { inviteLink } = await post(`/projects/${id}/generate-invite-link`, { role: 'editor' });
    const newcomer = await openPage(browser, { width: 375, theme: 'dark' });
    await newcomer.goto(inviteLink);
    await newcomer.waitForURL(/\/sign-in\?returnTo=/);
    await newcomer.getByText('Grace invites you to the project Field notes.').waitFor();
    await newcomer.getByRole('heading', { name: 'Sign in to join' }).waitFor();
    await expectAccessible(newcomer);
    await newcomer.getByRole('button', { name: 'Create an account' }).click();
    await newcomer.getByText('Grace invites you to the project Field notes.').waitFor();
    await newcomer.getByLabel('First name').pressSequentially('Alan');
    await newcomer.getByLabel('E-mail address').pressSequentially(`alan.${Date.now()}@example.test`);
    await newcomer.getByLabel('Password', { exact: true }).pressSequentially('correct horse');
    await newcomer.keyboard.press('Enter');
    await newcomer.waitForURL(inviteLink);
    await newcomer.getByText('Invited by Grace').waitFor();
    await newcomer.getByText(/Can also correct their texts/).waitFor();
  });
});

describe('a file', () => {
  it('that cannot be sent without a network says so and stays chosen; one that cannot be read gives no advice about feeds', async () => {
    const page = await openPage(browser, { expectedErrors: /ERR_INTERNET_DISCONNECTED|ERR_FAILED/ });
    await signUp(page, url);
    await page.getByLabel('Recording to upload').setInputFiles(file('talk.wav'));
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Start Transcription' }).click();
    await page
      .getByText(/Network error during upload. This device is offline./)
      .first()
      .waitFor();
    await page.getByRole('main').getByText('talk.wav').waitFor();
    await page.context().setOffline(false);
    await page.getByRole('button', { name: 'Start Transcription' }).click();
    await page.getByRole('article').getByRole('heading', { name: 'talk' }).waitFor();

    const buffer = Buffer.from('not music '.repeat(50));
    await upload(page, { name: 'text.mp3', mimeType: 'audio/mpeg', buffer });
    await page.getByText('Transcription Failed').waitFor();
    await page.getByText('Podcast Search can fetch it for you').waitFor();
    expect(await page.getByText(/RSS/).count()).toBe(0);

    // The links of the footer lead to pages that begin at their top.
    const links = page.getByRole('contentinfo').getByRole('link');
    expect(await links.allTextContents()).toEqual(
      expect.arrayContaining(['Speaker labels', 'Search', 'Service status']),
    );
    await links.filter({ hasText: 'Speaker labels' }).click();
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
    await page.getByRole('heading', { name: 'Turn Any Conversation Into Text' }).waitFor();
    await expectAccessible(page);
  });
});

describe('a public link', () => {
  it('that cannot be opened says so, whatever the reason, and can be tried again', async () => {
    const owner = await openPage(browser);
    await haveAccount(owner, url);
    const id = await haveTranscript(owner, application, file('talk.wav'));
    const { shareUrl } = await (await owner.request.post(`${url}/api/transcripts/${id}/share`)).json();
    const visitor = await openPage(browser, { expectedErrors: /404|503|ERR_FAILED/ });
    const notFound = async () => {
      await visitor.getByText('Transcript Not Found').waitFor();
      await visitor
        .getByText('This shared transcript may have been removed or the link is invalid.')
        .waitFor();
      await visitor.getByRole('link', { name: 'Go to App' }).waitFor();
    };
    await visitor.route('**/api/share/*', (route) => route.abort());
    await visitor.goto(shareUrl);
    await notFound();
    await visitor.getByText('Please check your connection.').waitFor();
    await expectAccessible(visitor);
    await visitor.unroute('**/api/share/*');
    await visitor.route('**/api/share/*', (route) =>
      route.fulfill({ status: 503, json: { message: 'Busy just now.', code: 'busy' } }),
    );
    await visitor.getByRole('button', { name: 'Try again' }).click();
    await visitor.getByText('Busy just now.').waitFor();
    await notFound();
    await visitor.unroute('**/api/share/*');
    await visitor.getByRole('button', { name: 'Try again' }).click();
    await visitor.getByRole('heading', { name: 'talk' }).waitFor();
    await owner.request.delete(`${url}/api/transcripts/${id}/share`);
    await visitor.reload();
    await notFound();
    await visitor.getByText('Please ask whoever gave you the link for a new one.').waitFor();
  });
});
