import { it } from 'vitest';
import { sharedApplication } from '#tests/support/application.ts';
import { checkWorkspaceScreens } from '#tests/support/workspace-screens.ts';

const application = await sharedApplication();

// The combinations of theme and width that tests/e2e/workspace.test.ts leaves out.
it.each([
  ['dark', 1280],
  ['light', 375],
] as const)('every screen (%s, %i px) fits and has no fault that axe finds', (theme, width) =>
  checkWorkspaceScreens(application, { theme, width }),
);
