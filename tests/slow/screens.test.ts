import { it } from 'vitest';
import { sharedApplication } from '#tests/support/application.ts';
import { checkTranscriptScreens } from '#tests/support/transcript-screens.ts';
import { checkWorkspaceScreens } from '#tests/support/workspace-screens.ts';

const application = await sharedApplication();

// The combinations of theme and width that tests/slow/workspace.test.ts and tests/slow/transcript.test.ts leave out.
it.each([
  ['light', 1280],
  ['dark', 1280],
  ['light', 375],
] as const)('every screen (%s, %i px) fits and has no fault that axe finds', (theme, width) =>
  checkWorkspaceScreens(application, { theme, width }),
);

it('everything about a transcript (light, 1280 px) fits and has no fault that axe finds', () =>
  checkTranscriptScreens(application, { theme: 'light', width: 1280 }));
