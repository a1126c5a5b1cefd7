import { it } from 'vitest';
import { sharedApplication } from '#tests/support/application.ts';
import { expectAccessible, expectNoSideScroll } from '#tests/support/browser.ts';
import { openAsNewPerson } from '#tests/support/finished-transcript.ts';
import { openPanel } from '#tests/support/panels.ts';
import { wavRecording } from '#tests/support/recordings.ts';
import { selectWithToolbar, wordsToolbar } from '#tests/support/select-words.ts';

// Notes on a small screen. The rest: tests/e2e/notes.test.ts.
const application = await sharedApplication();
const file = { name: 'notes.wav', buffer: await wavRecording(31_000) };

it.each(['light', 'dark'] as const)('fits a phone and is readable, %s', async (theme) => {
  const page = await openAsNewPerson(application, file, { theme, width: 320 });
  await selectWithToolbar(page, 0, 'Thank you');
  await expectAccessible(page);
  await expectNoSideScroll(page);
  await wordsToolbar(page).getByRole('button', { name: 'Highlight in blue' }).click();
  const panel = await openPanel(page, 'Notes');
  await panel.getByRole('listitem', { name: 'Highlight in blue at 0:00' }).waitFor();
  await expectAccessible(page);
  await expectNoSideScroll(page);
});
