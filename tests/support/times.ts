import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { focusedName } from './browser.ts';
import { rows } from './editing.ts';

export const timesBar = (page: Page) => page.getByRole('region', { name: 'Times', exact: true });
export const timeField = (page: Page, name: string) => timesBar(page).getByRole('textbox', { name });
export const handle = (page: Page, name: string) => timesBar(page).getByRole('slider', { name });
export const refusal = (page: Page) => timesBar(page).getByRole('alert');
/** Both times as they stand in the bar. */
export const timesShown = (page: Page) =>
  timesBar(page)
    .getByRole('textbox')
    .evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value));

/** Opens the times of a row by the key at its timestamp. */
export async function openTimes(page: Page, index: number): Promise<Locator> {
  await rows(page)
    .nth(index)
    .getByRole('button', { name: /^Play from/ })
    .focus();
  await page.keyboard.press('t');
  await expect.poll(() => focusedName(page)).toBe('Start of the passage');
  return timesBar(page);
}

/** Start and end of all segments as the server has them, in seconds. */
export async function storedTimes(page: Page): Promise<[number, number][]> {
  const response = await page.request.get(apiOf(page));
  const { timestampedTranscript } = await response.json();
  return timestampedTranscript.map(({ start, end }: { start: number; end: number }) => [start, end]);
}

/** The address of a transcript's page in the API. */
export const apiOf = (page: Page) =>
  page
    .url()
    .replace('/transcript/', '/api/transcripts/')
    .replace(/[?#].*/, '');

/** Records what is played from now on: where each playback begins. The returned function gives it in seconds. */
export async function watchPlayed(page: Page): Promise<() => Promise<number[]>> {
  const played = await page.evaluateHandle(() => {
    const starts: number[] = [];
    let sought = 0;
    const note = ({ type, target }: Event) => {
      if (!(target instanceof HTMLMediaElement)) return;
      if (type === 'seeking') sought = target.currentTime;
      if (type === 'seeking' && !target.paused) starts.push(sought);
      if (type === 'play') starts.push(sought);
    };
    for (const type of ['seeking', 'play']) document.addEventListener(type, note, { capture: true });
    return starts;
  });
  return () => played.evaluate((starts) => [...starts]);
}

/** Drags a border to a moment of the recording, in seconds, with the mouse. */
export async function dragBorder(page: Page, name: string, seconds: number): Promise<void> {
  const slider = handle(page, name);
  // Waits until nothing scrolls or moves any more.
  await slider.hover({ trial: true });
  const from = await slider.boundingBox();
  const track = await timesBar(page).locator('[data-times-track]').boundingBox();
  if (!from || !track) throw new Error('There is nothing to drag.');
  const [first, last] = await Promise.all(
    ['aria-valuemin', 'aria-valuemax'].map(async (side) => Number(await slider.getAttribute(side))),
  );
  const now = Number(await slider.getAttribute('aria-valuenow'));
  const scale = track.width / ((last ?? 0) - (first ?? 0));
  const x = from.x + from.width / 2;
  const y = from.y + from.height / 2;
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + (seconds - now) * scale, y, { steps: 5 });
  await page.mouse.up();
}

/** Drags a border sideways with a finger that touches beside its line. */
export async function touchBorder(page: Page, name: string, byPx: number): Promise<void> {
  const slider = handle(page, name);
  // Waits until nothing scrolls or moves any more.
  await slider.hover({ trial: true });
  const box = await slider.boundingBox();
  if (!box) throw new Error('There is nothing to drag.');
  const [x, y] = [box.x + box.width - 3, box.y + box.height / 2];
  const touch = await page.context().newCDPSession(page);
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
    touch.send('Input.dispatchTouchEvent', { type, touchPoints });
  await send('touchStart', [{ x, y }]);
  for (let step = 1; step <= 5; step += 1) await send('touchMove', [{ x: x + (byPx * step) / 5, y }]);
  await send('touchEnd', []);
}
