// npm run test:browsers: one user's whole story with real key presses, in Chromium and Firefox. As root on Debian, installs both.
import { existsSync } from 'node:fs';
import { fail } from './console.mjs';
import { installPackages } from './install.mjs';
import { buildWeb, installByApt } from './prepare.mjs';
import { finish, installPrograms, runTests } from './run-tests.mjs';

const FIREFOX = '/usr/bin/firefox-esr';

await installPackages();
installPrograms();
if (!existsSync(FIREFOX)) installByApt(['firefox-esr']);
if (!existsSync(FIREFOX)) fail(`These tests need ${FIREFOX}: install firefox-esr and run this again.`);
await buildWeb();
finish(await runTests(['--project=browsers', ...process.argv.slice(2)]));
