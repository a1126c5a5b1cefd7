import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { currentTime, focusedName } from '#tests/support/browser.ts';
import { FIRST } from '#tests/support/editing.ts';
import { wavRecording } from '#tests/support/recordings.ts';
import { CHROMIUM, FIREFOX } from './playwright.ts';
import type { Screen } from './screen.ts';
import { shown, signUp, startApplication } from './start.ts';
import { WEBKIT } from './webkit.ts';

// A user's whole story with real key presses and clicks, in the browsers that people use.
const SECOND = 'budget is two hundred dollars. Who will write the report? I can';
const CORRECTED = `${SECOND} Good morning.`;
const TEXTS = '.segment > .segment-words';

const recording = await wavRecording(31_000);

describe.each([CHROMIUM, FIREFOX, WEBKIT])('in $name', ({ launch }) => {
  it('goes through the whole story from signing up to a public link with real key presses', async () => {
    const { url, folder } = await startApplication();
    const screen = await launch(folder);
    const { click, press, type, waitFor } = screen;

    await signUp(screen, url);
    await writeFile(join(folder, 'recording.wav'), recording);
    await screen.chooseFile('Recording to upload', join(folder, 'recording.wav'));
    await click({ role: 'button', name: 'Start Transcription' });
    await waitFor({ role: 'heading', name: 'recording' });
    await waitFor({ role: 'button', name: /^Play from/, nth: 3 });
    expect((await shown(screen)).slice(0, 2)).toEqual([FIRST, SECOND]);

    // Clicking a word plays from where it was said.
    const jumpedTo = await watchJumps(screen);
    const from = secondsOf(await screen.textOf({ role: 'button', name: /^Play from/, nth: 1 }));
    await screen.clickTextOf(TEXTS, 1);
    await expect.poll(async () => Math.floor(await jumpedTo())).toBe(from);
    await expect.poll(() => currentTime(screen)).toBeGreaterThan(from + 0.3);
    await press('k');
    await waitFor({ role: 'button', name: 'Play' });

    // Correct the row that was heard.
    await press('e');
    await expect.poll(() => focusedName(screen)).toBe('Text at 0:05');
    await press('End');
    await type(' Good morning.');
    await waitFor({ role: 'status', text: 'Saved' });
    expect(await screen.valueOf({ role: 'textbox', name: /^Text at/ })).toBe(CORRECTED);
    await press('Escape');
    await expect.poll(async () => (await shown(screen))[1]).toBe(CORRECTED);

    // Find and replace: each field keeps what is typed into it.
    await press('Control+h');
    await expect.poll(() => focusedName(screen)).toBe('Find');
    await type('morning');
    await waitFor({ role: 'status', text: '1 of 1' });
    const look = () =>
      screen.evaluate((selector) => {
        const words = document.querySelector(selector) ?? document.body;
        return getComputedStyle(words, '::highlight(found-current)').backgroundColor;
      }, TEXTS);
    expect(await look()).not.toBe('rgba(0, 0, 0, 0)');
    await press('Tab');
    expect(await focusedName(screen)).toBe('Replace with');
    await type('evening');
    expect(await screen.valueOf({ role: 'textbox', name: 'Find' })).toBe('morning');
    expect(await screen.valueOf({ role: 'textbox', name: 'Replace with' })).toBe('evening');
    await click({ role: 'button', name: 'Replace all' });
    await waitFor({ role: 'status', text: 'Replaced 1 place in 1 passage' });
    await expect.poll(async () => (await shown(screen))[1]).toBe(`${SECOND} Good evening.`);
    await press('Control+z');
    await expect.poll(async () => (await shown(screen))[1]).toBe(CORRECTED);
    await click({ role: 'textbox', name: 'Find' });
    await press('Escape');

    await click({ role: 'button', name: 'Speakers' });
    await click({ role: 'button', name: 'Rename Speaker 2' });
    await type('Marie Curie');
    await press('Enter');
    await waitFor({ role: 'button', name: 'Rename Marie Curie' });

    await click({ role: 'button', name: 'AI Chat' });
    await click({ role: 'textbox', name: 'Your question' });
    await type('What is the budget?');
    await press('Enter');
    const log = { role: 'log', name: 'Conversation' } as const;
    await waitFor({ ...log, text: 'What is the budget?' });
    await waitFor({ ...log, text: /two hundred dollars/ });
    await waitFor({ role: 'button', name: /^Jump to/ });
    // In the workspace, the panel covers the end of the header.
    await click({ role: 'button', name: 'Close AI Chat' });

    await click({ role: 'button', name: 'Export' });
    const text = await screen.savedFile('recording.txt', () => click({ role: 'menuitem', name: /TXT/ }));
    expect(text).toContain(`Marie Curie: ${CORRECTED}`);

    await click({ role: 'button', name: 'Share' });
    await click({ role: 'button', name: 'Generate Link' });
    await waitFor({ role: 'status', text: 'Link Generated!' });
    const link = await screen.valueOf({ role: 'textbox', name: 'Public link' });
    expect(link).toMatch(/\/share\/[\w-]{22}$/);
    await press('Escape');
    await screen.waitForNone({ role: 'dialog' });

    await click({ role: 'link', name: 'Log out' });
    await waitFor({ role: 'link', name: 'Start transcribing' });

    // Whoever has the link reads and plays without an account.
    await screen.open(link);
    await waitFor({ role: 'button', name: /^Play from/, nth: 3 });
    expect((await shown(screen))[1]).toBe(CORRECTED);
    await screen.clickTextOf(TEXTS, 1);
    await expect.poll(() => currentTime(screen)).toBeGreaterThan(from + 0.3);
  });

  it('records a talk, reviews it and transcribes it', async () => {
    const { url, folder } = await startApplication();
    const screen = await launch(folder);
    const { click, waitFor } = screen;

    await signUp(screen, url);
    await click({ role: 'tab', name: 'Live Recording' });
    await click({ role: 'button', name: 'Start' });
    const recorded = async () => secondsOf(await screen.textOf({ role: 'timer' }));
    await expect.poll(recorded).toBeGreaterThanOrEqual(4);
    await click({ role: 'button', name: 'Stop' });
    const reviewed = () =>
      screen.evaluate(() => document.querySelector<HTMLAudioElement>('audio[controls]')?.duration ?? 0);
    await expect.poll(reviewed).toBeGreaterThan(0.5);
    await click({ role: 'button', name: 'Transcribe Recording' });
    await waitFor({ role: 'heading', name: /^Recording, / });
    await waitFor({ role: 'button', name: /^Play from/ });
    await screen.clickTextOf(TEXTS, 0);
    // Further than the first slice.
    await expect.poll(() => currentTime(screen)).toBeGreaterThan(1.5);
  });
});

/** Records jumps of the player from now on; the returned function gives the target of the last one, in seconds. The current time would have moved on. */
async function watchJumps(screen: Screen): Promise<() => Promise<number>> {
  await screen.evaluate(() => {
    const note = ({ target }: Event) => {
      if (target instanceof HTMLMediaElement) Reflect.set(window, 'jumpedTo', target.currentTime);
    };
    document.addEventListener('seeking', note, { capture: true });
  });
  return () => screen.evaluate(() => Number(Reflect.get(window, 'jumpedTo') ?? -1));
}

/** '≈0:05' as seconds. */
function secondsOf(time: string): number {
  const [, minutes, seconds] = /(\d+):(\d+)/.exec(time) ?? [];
  return Number(minutes) * 60 + Number(seconds);
}
