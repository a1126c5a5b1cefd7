import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { focusedName } from '#tests/support/browser.ts';
import { FIRST } from '#tests/support/editing.ts';
import { placeOfLetter } from '#tests/support/letters.ts';
import { wavRecording } from '#tests/support/recordings.ts';
import { CHROMIUM, FIREFOX } from './playwright.ts';
import type { Screen } from './screen.ts';
import { shown, signUp, startApplication } from './start.ts';
import { WEBKIT } from './webkit.ts';

// Writing in the text as in a document, with a real mouse and real keys, in the browsers that people use.
const recording = await wavRecording(31_000);

describe.each([CHROMIUM, FIREFOX, WEBKIT])('in $name', ({ launch }) => {
  it('the caret is where the mouse clicks, goes over the borders of passages, and selections reach over several', async () => {
    const { url, folder } = await startApplication();
    const screen = await launch(folder);
    const { click, press, type, waitFor } = screen;
    await signUp(screen, url);
    await writeFile(join(folder, 'recording.wav'), recording);
    await screen.chooseFile('Recording to upload', join(folder, 'recording.wav'));
    await click({ role: 'button', name: 'Start Transcription' });
    await waitFor({ role: 'button', name: /^Play from/, nth: 3 });
    const texts = await shown(screen);
    const [, second = '', third = ''] = texts;

    // Two clicks on a word that is read select it; a click in the passage that is open puts the caret there.
    await screen.clickAt(await letterAt(screen, 0, FIRST.indexOf('talked') + 2), 2);
    await expect.poll(() => selection(screen)).toEqual([FIRST.indexOf('talked'), 'talked']);
    await apart(screen);
    await screen.clickAt(await letterAt(screen, 0, 14));
    await expect.poll(() => selection(screen)).toEqual([14, '']);
    await apart(screen);
    await screen.clickAt(await letterAt(screen, 0, FIRST.indexOf('plan') + 1), 3);
    await expect
      .poll(() => selection(screen))
      .toEqual([FIRST.indexOf('We'), FIRST.slice(FIRST.indexOf('We'))]);
    await apart(screen);
    await screen.drag(await letterAt(screen, 0, 6), await letterAt(screen, 0, 9));
    await expect.poll(() => selection(screen)).toEqual([6, FIRST.slice(6, 9)]);

    // The arrow keys lead to the next passage and back.
    await press('End');
    await press('ArrowRight');
    await expect.poll(() => focusedName(screen)).toBe('Text at 0:05');
    expect(await selection(screen)).toEqual([0, '']);
    await press('ArrowLeft');
    await expect.poll(() => focusedName(screen)).toBe('Text at 0:00');
    expect(await selection(screen)).toEqual([FIRST.length, '']);

    // Drawn out of the passage that is open, and replaced by what is typed.
    const from = FIRST.indexOf('We talked');
    const to = third.indexOf(' ') + 1;
    await screen.drag(await letterAt(screen, 0, from), await letterAt(screen, 2, to));
    const drawn = () => screen.evaluate(() => String(getSelection()).replace(/\s+/g, ' '));
    await expect.poll(drawn).toContain(second);
    expect(await drawn()).toMatch(/^We talked/);
    await type('So m');
    const left = [`${FIRST.slice(0, from)}So m ${third.slice(to)}`, ...texts.slice(3)];
    await expect.poll(() => shown(screen)).toEqual(left);
    await expect.poll(() => focusedName(screen)).toBe('Text at 0:00');
    await waitFor({ role: 'status', text: 'Saved' });
    await press('Control+z');
    await press('Control+z');
    await expect.poll(() => shown(screen)).toEqual(texts);

    // Selected with Shift over a border, and deleted.
    await press('Escape');
    await screen.clickAt(await letterAt(screen, 0, FIRST.length - 1));
    await press('End');
    await press('ArrowLeft');
    await press('Shift+ArrowRight');
    await press('Shift+ArrowRight');
    await press('Shift+ArrowRight');
    await press('Delete');
    await expect
      .poll(async () => (await shown(screen)).slice(0, 2))
      .toEqual([FIRST.slice(0, -1), second.slice(1)]);
    await waitFor({ role: 'status', text: 'Saved' });
    await click({ role: 'button', name: 'Done' });
    await waitFor({ role: 'button', name: 'Edit' });

    // The times of a passage, by keys and with the mouse.
    await screen.clickAt(await letterAt(screen, 1, 2), 2);
    await expect.poll(() => focusedName(screen)).toBe('Text at 0:05');
    await press('Escape');
    await press('t');
    const start = { role: 'textbox', name: 'Start of the passage' } as const;
    await waitFor(start);
    const before = await screen.valueOf(start);
    await press('Alt+Shift+ArrowRight');
    await expect.poll(() => screen.valueOf(start)).not.toBe(before);
    const nudged = await screen.valueOf(start);
    const handle = await screen.evaluate(() => {
      const box = document.querySelector('[role="slider"][aria-label^="Start"]')?.getBoundingClientRect();
      if (!box) throw new Error('There is no border to drag.');
      return { x: box.right - 3, y: box.y + box.height / 2 };
    });
    await screen.drag(handle, { x: handle.x + 40, y: handle.y });
    await expect.poll(() => screen.valueOf(start)).not.toBe(nudged);
    await press('Enter');
    await waitFor({ role: 'status', text: 'Times set' });
  });
});

const letterAt = (screen: Screen, row: number, offset: number) =>
  screen.evaluate(placeOfLetter, [row, offset] as const);

/** What is selected in the passage that is open: where it begins, and the text. */
function selection(screen: Screen): Promise<[number, string] | null> {
  return screen.evaluate(() => {
    const field = document.querySelector<HTMLTextAreaElement>('.segment-field');
    if (!field) return null;
    const { value, selectionStart, selectionEnd } = field;
    return [selectionStart, value.slice(selectionStart, selectionEnd)];
  });
}

/** Waits until the next click is no second one of the last. */
async function apart(screen: Screen): Promise<void> {
  const now = () => screen.evaluate(() => performance.now());
  const until = (await now()) + 700;
  await expect.poll(now).toBeGreaterThan(until);
}
