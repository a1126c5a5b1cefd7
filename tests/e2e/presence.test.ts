import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { sharedApplication } from '#tests/support/application.ts';
import { expectAccessible, focusedName, openPage } from '#tests/support/browser.ts';
import { rows, savedText, writeIn } from '#tests/support/editing.ts';
import { openTwo } from '#tests/support/two-people.ts';

const application = await sharedApplication();

const others = (page: Page) => page.getByRole('list', { name: 'Also here' });
const marks = (page: Page) =>
  page
    .locator('.segment[data-present]')
    .evaluateAll((found) => found.map((row) => row.getAttribute('data-present')));

it('shows who else is in a transcript and in which row they write, until their window closes', async () => {
  const { grace, bob } = await openTwo(application);
  await others(grace).getByRole('button', { name: 'Bob', exact: true }).waitFor();
  await others(bob).getByRole('button', { name: 'Grace', exact: true }).waitFor();
  expect(await marks(grace)).toEqual([]);

  await writeIn(bob, 2);
  const writing = others(grace).getByRole('button', { name: /^Bob, writing at \d:\d\d$/ });
  await writing.waitFor();
  await expect.poll(() => marks(grace)).toEqual(['Bob']);
  const third = rows(grace).nth(2);
  await expect.poll(() => third.getAttribute('data-present')).toBe('Bob');
  await expectAccessible(grace);

  // What they write does not take the mark away, and a row that they begin gets it.
  await savedText(bob, ' And then we');
  await grace.getByText('And then we').waitFor();
  expect(await third.getAttribute('data-present')).toBe('Bob');
  await bob.keyboard.press('Home');
  for (let word = 0; word < 3; word += 1) await bob.keyboard.press('Control+ArrowRight');
  await bob.keyboard.press('Enter');
  await expect.poll(() => rows(grace).nth(3).getAttribute('data-present')).toBe('Bob');
  await expect.poll(() => marks(grace)).toEqual(['Bob']);

  // The initials lead there.
  await writing.click();
  await expect.poll(() => focusedName(grace)).toMatch(/^Play from/);
  expect(await rows(grace).nth(3).locator(':focus').count()).toBe(1);

  // Two rows apart, each sees where the other is; the own row has no mark.
  await writeIn(grace, 0);
  await expect.poll(() => rows(bob).nth(0).getAttribute('data-present')).toBe('Grace');
  expect(await marks(bob)).toEqual(['Grace']);
  await bob.keyboard.press('Escape');
  await others(grace).getByRole('button', { name: 'Bob', exact: true }).waitFor();
  await expect.poll(() => marks(grace)).toEqual([]);

  // A person with two windows is here until both are gone.
  const second = await bob.context().newPage();
  await second.goto(bob.url());
  await others(second).getByRole('button', { name: 'Grace, writing at 0:00' }).waitFor();
  await bob.goto('about:blank');
  await writeIn(second, 1);
  await expect.poll(() => rows(grace).nth(1).getAttribute('data-present')).toBe('Bob');
  await second.close();
  await others(grace).waitFor({ state: 'detached' });
  expect(await marks(grace)).toEqual([]);
});

it('neither shows nor tells visitors of a public link', async () => {
  const { grace, bob } = await openTwo(application);
  const api = grace.url().replace('/transcript/', '/api/transcripts/');
  const { shareUrl } = await (await grace.request.post(`${api}/share`, { data: {} })).json();
  const visitor = await openPage(application.browser);
  const asked: string[] = [];
  visitor.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await visitor.goto(`${application.url}${new URL(shareUrl).pathname}`);
  await rows(visitor).nth(3).waitFor();
  await writeIn(bob, 1);
  await others(grace)
    .getByRole('button', { name: /^Bob, writing at/ })
    .waitFor();
  expect(await others(grace).getByRole('listitem').count()).toBe(1);
  expect(await others(visitor).count()).toBe(0);
  expect(await marks(visitor)).toEqual([]);
  expect(asked.filter((path) => /presence|events/.test(path))).toEqual([]);
});
