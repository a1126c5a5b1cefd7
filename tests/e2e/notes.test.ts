import { readFile } from 'node:fs/promises';
import { strFromU8, unzipSync } from 'fflate';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { sharedApplication } from '#tests/support/application.ts';
import { expectAccessible, focusedName } from '#tests/support/browser.ts';
import { openAsNewPerson } from '#tests/support/finished-transcript.ts';
import { openPanel } from '#tests/support/panels.ts';
import { wavRecording } from '#tests/support/recordings.ts';
import { clickWords, selectWithToolbar, wordsToolbar } from '#tests/support/select-words.ts';

// Highlights and comments in the text and in their panel.
const application = await sharedApplication();
const file = { name: 'notes.wav', buffer: await wavRecording(31_000) };

const focused = (page: Page, name: string) => expect.poll(() => focusedName(page)).toBe(name);

/** The words that are painted in a color, or as commented on. */
const painted = (page: Page, name: string) =>
  page.evaluate(
    (name) =>
      [...(CSS.highlights.get(`note-${name}`) ?? [])].map(({ startContainer, startOffset, endOffset }) =>
        startContainer.textContent?.slice(startOffset, endOffset),
      ),
    name,
  );

it('highlights selected words in colors, shows them in the text and in the panel, and removes them', async () => {
  const page = await openAsNewPerson(application, file);
  await selectWithToolbar(page, 0, 'Thank you for calling');
  await expectAccessible(page);
  await wordsToolbar(page).getByRole('button', { name: 'Highlight in green' }).click();
  await wordsToolbar(page).waitFor({ state: 'detached' });
  await expect.poll(() => painted(page, 'green')).toEqual(['Thank you for calling']);
  // H takes the last color.
  await selectWithToolbar(page, 1, 'two hundred dollars');
  await page.keyboard.press('h');
  await expect.poll(() => painted(page, 'green')).toHaveLength(2);
  await page.reload();
  await expect.poll(() => painted(page, 'green')).toEqual(['Thank you for calling', 'two hundred dollars']);

  const panel = await openPanel(page, 'Notes');
  const first = panel.getByRole('listitem', { name: 'Highlight in green at 0:00' });
  await first.getByRole('button', { name: 'More for this highlight' }).press('Enter');
  await page.getByRole('menuitem', { name: 'pink' }).press('Enter');
  await expect.poll(() => painted(page, 'pink')).toEqual(['Thank you for calling']);
  const pink = panel.getByRole('listitem', { name: 'Highlight in pink at 0:00' });
  await pink.getByRole('button', { name: 'More for this highlight' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Add a note' }).press('Enter');
  await focused(page, 'Your note');
  await page.keyboard.type('They are polite.');
  await page.keyboard.press('Control+Enter');
  await pink.getByText('They are polite.').waitFor();
  await expectAccessible(page);

  for (const [label, name] of [
    ['Markdown', 'notes notes.md'],
    ['Word (DOCX)', 'notes notes.docx'],
  ] as const) {
    await panel.getByRole('button', { name: 'Export these notes' }).press('Enter');
    const saved = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: label }).press('Enter');
    expect((await saved).suggestedFilename()).toBe(name);
    const bytes = await readFile(await (await saved).path());
    if (label === 'Markdown') expect(bytes.toString()).toContain('**Highlight in pink by ');
    else expect(strFromU8(unzipSync(bytes)['word/document.xml'] ?? bytes)).toContain('They are polite.');
  }

  const green = panel.getByRole('listitem', { name: 'Highlight in green' });
  await green.getByRole('button', { name: 'More for this highlight' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Delete highlight' }).press('Enter');
  await green.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Undo', exact: true }).last().click();
  await green.getByText('two hundred dollars').waitFor();
  await pink.getByRole('button', { name: 'Play from 0:00' }).click();
  await page.getByRole('button', { name: 'Pause', exact: true }).waitFor();

  await page.goto(application.url);
  await page.getByRole('searchbox', { name: 'Search all transcripts' }).pressSequentially('POLITE');
  const notes = page.getByRole('region', { name: 'Notes' });
  await notes.getByText('1 note', { exact: true }).waitFor();
  await notes.getByRole('button', { name: /0:00.*They are polite\.$/ }).press('Enter');
  await page.waitForURL(/transcript=\d+&t=/);
});

it('comments by the keyboard alone on the active row, answers, resolves and filters', async () => {
  const page = await openAsNewPerson(application, file);
  await page.keyboard.press('c');
  await page.getByText('Select words first').waitFor();
  await page.getByRole('button', { name: 'Play from ≈0:05, estimated' }).focus();
  await page.keyboard.press('c');
  await page.getByRole('dialog', { name: 'Comment' }).waitFor();
  await focused(page, 'Your comment');
  await page.keyboard.press('Control+Enter');
  await page.getByText('Please write something.').waitFor();
  await page.keyboard.type('Which budget is that?');
  await expectAccessible(page);
  await page.keyboard.press('Control+Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await expect.poll(() => painted(page, 'comment')).toHaveLength(1);
  // Another window shows it at once.
  const other = await page.context().newPage();
  await other.goto(page.url());
  await expect.poll(() => painted(other, 'comment')).toHaveLength(1);
  const panel = await openPanel(page, 'Notes');
  const comment = panel.getByRole('listitem', { name: 'Comment at 0:05' });
  await comment.getByRole('button', { name: 'Reply' }).press('Enter');
  await focused(page, 'Your reply');
  await page.keyboard.type('Next year’s.');
  // Escape closes only the reply.
  await page.keyboard.press('Escape');
  await comment.getByRole('button', { name: 'Reply' }).press('Enter');
  await focused(page, 'Your reply');
  await page.keyboard.type('This year’s.');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await comment.getByText('This year’s.').waitFor();
  await comment.getByRole('button', { name: 'Resolve' }).press('Enter');
  await comment.getByText(/^Resolved by/).waitFor();
  await expect.poll(() => painted(page, 'comment')).toHaveLength(0);
  await expect.poll(() => painted(other, 'comment')).toHaveLength(0);
  await other.close();
  await panel.getByRole('button', { name: 'Open 0' }).press('Enter');
  await panel.getByText('Nothing here.').waitFor();
  await panel.getByRole('button', { name: 'Comments 1' }).press('Enter');
  await comment.getByRole('button', { name: 'Reopen' }).press('Enter');
  await panel.getByRole('button', { name: 'Open 1' }).waitFor();
  await comment.getByRole('button', { name: 'More for this comment' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Delete comment' }).press('Enter');
  await page.getByText('Its reply is deleted, too. This cannot be undone.').waitFor();
  await page.getByRole('button', { name: 'Delete', exact: true }).last().press('Enter');
  await panel.getByText('No notes yet').waitFor();
});

it('keeps a comment that was typed on words that somebody edits meanwhile, and follows edited words', async () => {
  const page = await openAsNewPerson(application, file, { expectedErrors: /409/ });
  await selectWithToolbar(page, 0, 'Thank you for calling');
  await wordsToolbar(page).getByRole('button', { name: 'Highlight in yellow' }).click();
  await expect.poll(() => painted(page, 'yellow')).toHaveLength(1);
  await selectWithToolbar(page, 0, 'We talked about');
  await wordsToolbar(page).getByRole('button', { name: 'Comment', exact: true }).click();
  await focused(page, 'Your comment');
  await page.keyboard.type('Who talked?');
  const rewrite = (change: readonly [string, string]) =>
    page.evaluate(async ([from, to]) => {
      const id = /\d+/.exec(location.pathname)?.[0];
      const path = `/api/transcripts/${id}`;
      const { timestampedTranscript } = await (await fetch(path)).json();
      const [{ id: segmentId, revision, text }] = timestampedTranscript;
      const body = {
        kind: 'text',
        segment: { id: segmentId, revision },
        text: text.replace(from, to),
      };
      await fetch(`${path}/edits`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    }, change);
  await rewrite(['We talked', 'Well, we talked']);
  await page.keyboard.press('Control+Enter');
  await page
    .getByText('These words have been edited or deleted in the meantime. Select them again.')
    .waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await expect.poll(() => page.locator('.segment-words').first().innerText()).toContain('Well, we talked');
  await selectWithToolbar(page, 0, 'we talked about');
  await page.keyboard.press('c');
  await page.getByRole('dialog', { name: 'Comment' }).waitFor();
  await focused(page, 'Your comment');
  await page.keyboard.press('Control+Enter');
  await expect.poll(() => painted(page, 'comment')).toEqual(['we talked about']);

  const panel = await openPanel(page, 'Notes');
  await panel.getByText('Who talked?').waitFor();
  await rewrite(['Thank you for calling', 'Thanks for calling']);
  await panel.getByText('These words have been edited since.').waitFor();
  await expect.poll(() => painted(page, 'yellow')).toEqual(['Thanks for calling']);
  await rewrite(['we talked about the plan', 'the plan']);
  await panel.getByText('The words of this note are gone.').waitFor();
  await expect.poll(() => painted(page, 'comment')).toEqual([]);
  await panel.getByText('we talked about', { exact: true }).waitFor();
});

it.each([1280, 375])(
  'leads from the mark of a note to the note in its panel, whatever that shows (%i px)',
  async (width) => {
    const page = await openAsNewPerson(application, file, { width });
    await selectWithToolbar(page, 0, 'Thank you for calling');
    await wordsToolbar(page).getByRole('button', { name: 'Highlight in green' }).click();
    await selectWithToolbar(page, 1, 'two hundred dollars');
    await wordsToolbar(page).getByRole('button', { name: 'Comment', exact: true }).click();
    await focused(page, 'Your comment');
    await page.keyboard.type('Is that much?');
    await page.keyboard.press('Control+Enter');
    await expect.poll(() => painted(page, 'comment')).toEqual(['two hundred dollars']);

    // Words without a mark open nothing.
    await clickWords(page, 1, 'budget');
    await page.getByRole('button', { name: 'Pause', exact: true }).first().waitFor();
    expect(await page.getByRole('region', { name: 'Notes', exact: true }).count()).toBe(0);
    await clickWords(page, 1, 'hundred');
    const panel = page.getByRole('region', { name: 'Notes', exact: true });
    const comment = panel.getByRole('listitem', { name: /^Comment at/ });
    await comment.and(page.locator('[aria-current]')).getByText('Is that much?').waitFor();
    await expect.poll(() => focusedName(page)).toMatch(/^Comment at/);
    await expectAccessible(page);

    await panel.getByRole('button', { name: 'Comments 1' }).press('Enter');
    if (width < 640) await page.getByRole('button', { name: 'Close Notes' }).click();
    await clickWords(page, 0, 'Thank you');
    await panel
      .getByRole('listitem', { name: /^Highlight in green/ })
      .and(page.locator('[aria-current]'))
      .waitFor();
    await expect.poll(() => focusedName(page)).toMatch(/^Highlight in green/);

    // An editor's click puts the caret where it is.
    await page.getByRole('button', { name: 'Close Notes' }).click();
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await clickWords(page, 0, 'Thank you');
    await expect.poll(() => focusedName(page)).toMatch(/^Text at/);
    expect(await panel.count()).toBe(0);
  },
);
