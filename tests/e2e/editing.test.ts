import { describe, expect, it } from 'vitest';
import { sharedApplication } from '#tests/support/application.ts';
import { focusedName, type PageOptions } from '#tests/support/browser.ts';
import {
  doneButton as done,
  editButton as edit,
  FIRST,
  field,
  isPlaying,
  openPlan as openPlanIn,
  rows,
  saved,
  savedText,
  shown,
  storedTexts,
  textOf,
  undoButton as undo,
  writeIn,
} from '#tests/support/editing.ts';
import { placeOfLetter } from '#tests/support/letters.ts';

// Editing in place in the real application, with the speech engine that always returns the same text.
// More of it, and screens that it fits: tests/slow/editing.test.ts. By two people: tests/slow/two-people.test.ts.
const application = await sharedApplication();

const openPlan = (options?: PageOptions) => openPlanIn(application, options);

describe('writing', () => {
  it('begins with a double click and moves nothing; a click plays from a word, and while editing Alt and a click do', async () => {
    const page = await openPlan();
    const pause = page.getByRole('button', { name: 'Pause', exact: true }).first();
    await textOf(rows(page).first()).click({ position: { x: 4, y: 10 } });
    await expect.poll(() => isPlaying(page)).toBe(true);
    expect(await field(page).count()).toBe(0);
    await pause.click();
    await textOf(rows(page).nth(1)).dblclick({ position: { x: 40, y: 10 } });
    await expect.poll(() => focusedName(page)).toBe('Text at 0:05');
    await expect.poll(() => isPlaying(page)).toBe(false);
    await textOf(rows(page).nth(2)).click({ position: { x: 40, y: 10 }, modifiers: ['Alt'] });
    await expect.poll(() => isPlaying(page)).toBe(true);
    expect(await field(page).count()).toBe(0);
    await pause.click();

    const heights = () =>
      page
        .locator('.segment')
        .evaluateAll((elements) => elements.map((each) => each.getBoundingClientRect().height));
    await done(page).waitFor();
    const before = await heights();
    await writeIn(page, 1);
    expect(await heights()).toEqual(before);
  });

  it('puts the caret where the mouse clicks, and selects words, sentences and what it is drawn over', async () => {
    const page = await openPlan();
    const at = (row: number, offset: number) => page.evaluate(placeOfLetter, [row, offset] as const);
    const selected = () =>
      field(page).evaluate((element) => {
        const { value, selectionStart, selectionEnd } = element as HTMLTextAreaElement;
        return [selectionStart, value.slice(selectionStart, selectionEnd)];
      });
    const click = async (row: number, offset: number, clickCount = 1) => {
      const { x, y } = await at(row, offset);
      await page.mouse.click(x, y, { clickCount });
    };
    const drag = async (row: number, from: number, to: number) => {
      const [begin, end] = [await at(row, from), await at(row, to)];
      await page.mouse.move(begin.x, begin.y);
      await page.mouse.down();
      await page.mouse.move(end.x, end.y, { steps: 5 });
      await page.mouse.up();
    };
    // Two clicks in a text that is read open it with the word selected.
    await click(0, FIRST.indexOf('talked') + 2, 2);
    await expect.poll(selected).toEqual([FIRST.indexOf('talked'), 'talked']);
    // In the passage that is open.
    const pause = (ms: number) => page.waitForFunction((until) => performance.now() > until, ms);
    const apart = async () => pause((await page.evaluate(() => performance.now())) + 600);
    await apart();
    await click(0, 6);
    await expect.poll(selected).toEqual([6, '']);
    await apart();
    await click(0, 14);
    await expect.poll(selected).toEqual([14, '']);
    await apart();
    await click(0, FIRST.indexOf('calling') + 2, 2);
    await expect.poll(selected).toEqual([FIRST.indexOf('calling'), 'calling']);
    await apart();
    await click(0, FIRST.indexOf('plan') + 1, 3);
    await expect.poll(selected).toEqual([FIRST.indexOf('We'), 'We talked about the plan for the spring.']);
    await apart();
    await drag(0, 6, 9);
    await expect.poll(selected).toEqual([6, FIRST.slice(6, 9)]);
    // And in another one, which is opened by it.
    await drag(1, 4, 8);
    const second = (await shown(page))[1] ?? '';
    await expect.poll(selected).toEqual([4, second.slice(4, 8)]);
    await page.keyboard.type('x');
    await expect.poll(() => field(page).inputValue()).toBe(`${second.slice(0, 4)}x${second.slice(8)}`);
  });

  it('stays where it is while text is selected near the edge of the window', async () => {
    const page = await openPlan();
    await page.setViewportSize({ width: 1000, height: 500 });
    const frame = () => page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    for (const edge of ['top', 'bottom'] as const) {
      const at = await page.evaluate((side) => {
        scrollTo(0, 500);
        const whole = [...document.querySelectorAll('.segment-words')]
          .map((words) => words.getBoundingClientRect())
          .filter(({ top, bottom }) => top > 0 && bottom < innerHeight);
        const row = side === 'top' ? whole[0] : whole.at(-1);
        if (!row) throw new Error('No passage is in view.');
        return { x: row.left + 20, y: row.top + row.height / 2, scroll: scrollY };
      }, edge);
      await page.mouse.move(at.x, at.y);
      await page.mouse.down();
      for (let step = 1; step <= 20; step += 1) {
        await page.mouse.move(at.x + 5 * step, at.y);
        await frame();
      }
      expect(await page.evaluate(() => [scrollY, getSelection()?.isCollapsed])).toEqual([at.scroll, false]);
      await page.mouse.up();
    }
  });

  it('is saved without being asked, whatever is written, and is there after a reload', async () => {
    const page = await openPlan();
    const count = await rows(page).count();
    await writeIn(page, 0);
    expect(await field(page).inputValue()).toBe(FIRST);
    await savedText(page, ' And the summer.');
    await page.keyboard.press('Escape');
    await writeIn(page, 1);
    await page.keyboard.press('Control+a');
    await saved(page, () => page.keyboard.press('Delete'));
    await page.keyboard.press('Escape');
    const hostile = '<img src=x onerror="document.title=1"> $&{a} \u202Eשלום &amp; \u{1F469}‍\u{1F52C}';
    await writeIn(page, 2);
    await page.keyboard.press('Control+a');
    await saved(page, () => page.keyboard.insertText(hostile));

    await page.reload();
    await expect.poll(() => shown(page)).toContain(`${FIRST} And the summer.`);
    expect(await rows(page).count()).toBe(count);
    expect((await shown(page)).slice(1, 3)).toEqual(['', hostile]);
    expect(await page.locator('.segment img').count()).toBe(0);
    // An empty segment can be written in again.
    await writeIn(page, 1);
    await savedText(page, 'Back again');
    expect((await storedTexts(page))[1]).toBe('Back again');
    await page.keyboard.press('Escape');
    await expect.poll(() => shown(page)).toContain('Back again');
  });

  it('splits with Enter and joins with Backspace and Delete, the caret at the seam', async () => {
    const page = await openPlan();
    await writeIn(page, 0, 'start');
    for (let step = 0; step < 'Thank you for calling.'.length; step += 1)
      await page.keyboard.press('ArrowRight');
    await saved(page, () => page.keyboard.press('Enter'));
    await savedText(page, 'Then ');
    expect(await field(page).inputValue()).toBe('Then We talked about the plan for the spring.');
    await page.keyboard.press('Home');
    await saved(page, () => page.keyboard.press('Backspace'));
    const joined = 'Thank you for calling. Then We talked about the plan for the spring.';
    await expect.poll(() => field(page).inputValue()).toBe(joined);
    await savedText(page, '|');
    expect(await field(page).inputValue()).toContain('calling. |Then');
    await page.keyboard.press('End');
    const [, second = ''] = await shown(page);
    await saved(page, () => page.keyboard.press('Delete'));
    await expect.poll(() => field(page).inputValue()).toContain(`spring. ${second}`);
    const after = await shown(page);
    await page.keyboard.press('Escape');
    await page.reload();
    await expect.poll(async () => (await shown(page)).length).toBe(after.length);
    expect((await shown(page))[0]).toContain('calling. |Then We talked');

    // Far too much text is refused, and stays in the field.
    await writeIn(page, 1);
    await page.evaluate(() => navigator.clipboard.writeText('many words\n'.repeat(9500)));
    await page.keyboard.press('Control+v');
    await page.getByRole('alert').filter({ hasText: 'at most 20,000 characters' }).waitFor();
    expect((await field(page).inputValue()).length).toBeGreaterThan(100_000);
    expect(await field(page).inputValue()).not.toContain('\n');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: '1 not saved' }).click();
    await expect.poll(() => focusedName(page)).toMatch(/^Text at/);
    await page.keyboard.press('Control+a');
    await savedText(page, 'Less.');
  });
});

describe('around writing', () => {
  it('ends with Done and with Escape, which leaves the row first', async () => {
    const page = await openPlan();
    await writeIn(page, 1);
    await done(page).click();
    await edit(page).waitFor();
    expect(await field(page).count()).toBe(0);
    expect(await focusedName(page)).toBe('Edit');
    await page.keyboard.press('Enter');
    await expect.poll(() => focusedName(page)).toMatch(/^Text at/);
    await page.keyboard.press('Escape');
    expect(await focusedName(page)).toMatch(/^Play from/);
    await done(page).waitFor();
    await page.keyboard.press('Escape');
    await edit(page).waitFor();
    expect(await focusedName(page)).toMatch(/^Play from/);
  });

  it('undo and redo put the caret where the text has changed, by keys and by the buttons', async () => {
    const page = await openPlan();
    const caret = () => field(page).evaluate((element) => (element as HTMLTextAreaElement).selectionStart);
    await writeIn(page, 0, 'start');
    for (let step = 0; step < 'Thank you for calling.'.length; step += 1)
      await page.keyboard.press('ArrowRight');
    await saved(page, () => page.keyboard.press('Enter'));
    await expect.poll(() => field(page).inputValue()).toBe('We talked about the plan for the spring.');
    // The row with the caret goes away.
    await page.keyboard.press('Control+z');
    await expect.poll(() => field(page).inputValue()).toBe(FIRST);
    await expect.poll(() => focusedName(page)).toBe('Text at 0:00');
    expect(await caret()).toBe(FIRST.length);
    await page.getByRole('button', { name: 'Redo', exact: true }).click();
    await expect.poll(() => field(page).inputValue()).toBe('Thank you for calling.');
    await expect.poll(() => focusedName(page)).toBe('Text at 0:00');
    await undo(page).click();
    await expect.poll(() => field(page).inputValue()).toBe(FIRST);
    await expect.poll(() => focusedName(page)).toBe('Text at 0:00');
    await page.keyboard.press('Home');
    await savedText(page, 'Well. ');
    await page.keyboard.press('End');
    await page.keyboard.press('Control+z');
    await expect.poll(() => field(page).inputValue()).toBe(FIRST);
    await expect.poll(caret).toBe(0);
    expect(await focusedName(page)).toBe('Text at 0:00');
    // With the keyboard alone, the button keeps the focus.
    await page.getByRole('button', { name: 'Redo', exact: true }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await shown(page))[0]).toBe(`Well. ${FIRST}`);
    expect(await focusedName(page)).toBe('Redo');
  });

  it('pauses the sound while somebody types, unless the player is told not to, and goes on from a second before', async () => {
    const page = await openPlan();
    await rows(page)
      .nth(2)
      .getByRole('button', { name: /^Play from/ })
      .click();
    await expect.poll(() => isPlaying(page)).toBe(true);
    await writeIn(page, 0);
    expect(await isPlaying(page)).toBe(true);
    const jumped = () =>
      page.evaluate(() => {
        const audio = document.querySelector('audio');
        if (!audio) throw new Error('There is no player.');
        const pausedAt = audio.currentTime;
        return new Promise<number>((resolve) =>
          audio.addEventListener('seeked', () => resolve(pausedAt - audio.currentTime), { once: true }),
        );
      });
    await page.keyboard.type('a');
    await expect.poll(() => isPlaying(page)).toBe(false);
    expect(await jumped()).toBeGreaterThan(0.7);
    await expect.poll(() => isPlaying(page)).toBe(true);

    await page.getByRole('button', { name: 'Playback settings' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Pause while typing' }).click();
    await page.keyboard.press('Escape');
    await writeIn(page, 0);
    await savedText(page, ' more');
    expect(await isPlaying(page)).toBe(true);
  });

  it('says where what was typed is: being saved, saved, or kept here while offline', async () => {
    const page = await openPlan({ expectedErrors: /ERR_INTERNET_DISCONNECTED/ });
    const note = page.getByRole('toolbar', { name: 'Editing' }).getByRole('status');
    await writeIn(page, 0);
    await savedText(page, ' One.');
    expect(await note.innerText()).toBe('Saved');
    await page.context().setOffline(true);
    await page.keyboard.type(' Two.');
    await expect.poll(() => note.innerText()).toBe('Offline, kept on this device');
    await page.context().setOffline(false);
    await expect.poll(() => note.innerText()).toBe('Saved');
    expect((await storedTexts(page))[0]).toBe(`${FIRST} One. Two.`);
    // Where the browser keeps nothing, it does not say so.
    await page.evaluate(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException('Full', 'QuotaExceededError');
      };
    });
    await page.context().setOffline(true);
    await page.keyboard.type(' Three.');
    await expect.poll(() => note.innerText()).toBe('Not saved, keep this page open');
    await page.context().setOffline(false);
    await expect.poll(() => note.innerText()).toBe('Saved');
  });
});

describe('when something goes wrong', () => {
  it('loses nothing without a connection, nor by closing the page, nor half of a row that was split', async () => {
    const page = await openPlan();
    const address = page.url();
    await writeIn(page, 0);
    // Not by the browser's own switch: what is sent while leaving would still get through.
    await page.evaluate(() => {
      globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
    });
    await page.keyboard.type(' Offline words.');
    await page.getByText('Not saved, trying again').waitFor();
    await page.goto('about:blank');
    const answer = page.waitForResponse((response) => response.url().endsWith('/edits') && response.ok());
    await page.goto(address);
    await page.getByText('Unsaved changes were restored').first().waitFor();
    expect(await shown(page)).toContain(`${FIRST} Offline words.`);
    await answer;
    await page.getByText('Saved', { exact: true }).waitFor();
    const before = await storedTexts(page);
    expect(before).toContain(`${FIRST} Offline words.`);
    const unsaved = () =>
      page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('unsaved')));
    await expect.poll(unsaved).toEqual([]);

    await writeIn(page, 0, 'start');
    for (let step = 0; step < 'Thank you for calling.'.length; step += 1)
      await page.keyboard.press('ArrowRight');
    // The split never arrives; what is sent while leaving would.
    await page.evaluate(() => {
      const { fetch } = globalThis;
      globalThis.fetch = (...args) => (args[1]?.keepalive ? fetch(...args) : new Promise(() => undefined));
    });
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowUp');
    await expect.poll(() => field(page).inputValue()).toBe('Thank you for calling.');
    await page.keyboard.press('End');
    await page.keyboard.type(' Today');
    await page.goto('about:blank');
    // Everything sent while leaving has been answered by the time the page is back.
    await page.goto(address);
    await page.getByText('Unsaved changes were restored').first().waitFor();
    const [first = '', ...rest] = before;
    const second = first.slice('Thank you for calling. '.length);
    const wanted = ['Thank you for calling. Today', second, ...rest];
    await expect.poll(() => storedTexts(page)).toEqual(wanted);
    expect(await page.getByRole('dialog').count()).toBe(0);
    await expect.poll(() => shown(page)).toEqual(wanted);
  });
});
