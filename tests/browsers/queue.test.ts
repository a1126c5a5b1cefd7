import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { wavRecording } from '#tests/support/recordings.ts';
import { CHROMIUM, FIREFOX } from './playwright.ts';
import { shown, signUp, startApplication } from './start.ts';
import { WEBKIT } from './webkit.ts';

// A recording and its subtitles in the upload queue, in the browsers that people use.
const SRT = '1\n00:00:00,500 --> 00:00:02,000\nAs it was written.\n';
const recording = await wavRecording(5000);

describe.each([CHROMIUM, FIREFOX, WEBKIT])('in $name', ({ launch }) => {
  it('sends a recording with its subtitles, and plays what they say', async () => {
    const { url, folder } = await startApplication();
    const screen = await launch(folder);
    const { click, waitFor, chooseFile } = screen;
    await signUp(screen, url);
    await writeFile(join(folder, 'talk.wav'), recording);
    await writeFile(join(folder, 'talk.srt'), SRT);
    await chooseFile('Files for the queue', join(folder, 'talk.wav'));
    await waitFor({ role: 'button', name: 'Start 1 file' });
    await chooseFile('Files for the queue', join(folder, 'talk.srt'));
    await click({ role: 'button', name: 'Start 2 files' });
    await waitFor({ role: 'link', name: 'Open the transcript of talk.wav' });
    await click({ role: 'link', name: 'Open the transcript of talk.wav' });
    await waitFor({ role: 'heading', name: 'talk' });
    await expect.poll(() => shown(screen)).toEqual(['As it was written.']);
    await waitFor({ role: 'button', name: 'Play' });
  });
});
