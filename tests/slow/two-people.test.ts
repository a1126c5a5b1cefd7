import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { sharedApplication } from '#tests/support/application.ts';
import { expectAccessible, focusedName } from '#tests/support/browser.ts';
import { FIRST, field, rows, saved, shown, storedTexts, writeIn } from '#tests/support/editing.ts';
import { openTwo } from '#tests/support/two-people.ts';

const application = await sharedApplication();

/** Grace types at the end of a row, and her edit reaches the server only after Bob's. */
async function typeAtOnce(
  { grace, bob }: { grace: Page; bob: Page },
  [row, typed]: [number, string],
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
  await writeIn(grace, row);
  await Promise.all([grace.waitForRequest('**/edits'), grace.keyboard.type(typed)]);
  await saved(bob, act);
  release();
}

it('write in one row: both texts stand there, and where they conflict each is named and both can be kept', async () => {
  const { grace, bob } = await openTwo(application, { expectedErrors: /409/ });
  const second = (await shown(grace))[1];
  await typeAtOnce({ grace, bob }, [0, ' And the summer'], async () => {
    await writeIn(bob, 0, 'start');
    await bob.keyboard.type('Well, ');
  });
  await expect.poll(() => field(grace).inputValue()).toMatch(/^Well, Thank you .* spring\. And the summer$/);
  // The caret is where it was.
  await grace.keyboard.type(' too.');
  const both = `Well, ${FIRST} And the summer too.`;
  await expect.poll(() => field(grace).inputValue()).toBe(both);
  await expect.poll(() => shown(bob)).toContain(both);
  expect(await grace.getByRole('dialog').count()).toBe(0);

  // At the same place of another row, nobody is interrupted.
  await grace.getByText('Saved', { exact: true }).waitFor();
  await grace.unroute('**/edits');
  await typeAtOnce({ grace, bob }, [1, ' Mine'], async () => {
    await writeIn(bob, 1);
    await bob.keyboard.type(' Theirs.');
  });
  await grace.getByText('Bob changed this text too. Nothing is overwritten').waitFor();
  expect(await focusedName(grace)).toMatch(/^Text at/);
  await grace.keyboard.type(' too.');
  expect(await field(grace).inputValue()).toBe(`${second} Mine too.`);
  expect(await grace.getByRole('dialog').count()).toBe(0);
  await grace.keyboard.press('Escape');
  const dialog = grace.getByRole('dialog', { name: 'Bob changed this text too' });
  await dialog.waitFor();
  expect(await dialog.getByRole('region', { name: 'By Bob' }).textContent()).toContain('Theirs.');
  expect(await dialog.getByRole('region', { name: 'Both' }).textContent()).toContain(
    `${second} Theirs. Mine too.`,
  );
  await expectAccessible(grace);
  await saved(grace, () => dialog.getByRole('button', { name: 'Keep both' }).click());
  await expect.poll(() => shown(bob)).toContain(`${second} Theirs. Mine too.`);
});

it('write in one passage for a minute, split it and go on, and no letter is lost', async () => {
  const { grace, bob } = await openTwo(application, { expectedErrors: /409/ });
  const words = (name: string) => Array.from({ length: 100 }, (_, index) => `${name}${index + 1}`);
  await writeIn(grace, 0, 'end');
  await grace.keyboard.press('Space');
  await writeIn(bob, 0, 'start');
  for (let step = 0; step < 'Thank you for calling. '.length; step += 1)
    await bob.keyboard.press('ArrowRight');
  const type = async (page: Page, name: string, after: (count: number) => Promise<void>) => {
    for (const [index, word] of words(name).entries()) {
      await page.keyboard.type(`${word} `, { delay: 60 });
      await after(index + 1);
    }
  };
  await Promise.all([
    type(grace, 'grace', async () => undefined),
    type(bob, 'bob', async (count) => {
      if (count % 20 === 0) await bob.keyboard.press('Enter');
    }),
  ]);
  for (const page of [grace, bob]) {
    await page.keyboard.press('Escape');
    await page.getByText('Saved', { exact: true }).waitFor();
  }
  await grace.reload();
  await bob.reload();
  const texts = await storedTexts(grace);
  for (const page of [grace, bob]) {
    await rows(page).nth(3).waitFor();
    await expect.poll(() => shown(page)).toEqual(texts);
  }
  const [one, other] = ['Thank you for calling.', 'We talked about the plan for the spring.'];
  expect(texts.slice(0, 6).join(' ')).toBe([one, ...words('bob'), other, ...words('grace')].join(' '));
});
