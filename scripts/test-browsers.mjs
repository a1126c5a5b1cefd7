// npm run test:browsers: one user's whole story with real key presses, in Chromium, Firefox and WebKit. As root on Debian, installs all three.
import { existsSync } from 'node:fs';
import { fail } from './console.mjs';
import { installPackages } from './install.mjs';
import { buildWeb, installByApt } from './prepare.mjs';
import { finish, installPrograms, runTests } from './run-tests.mjs';

/** Debian's packages, each with the program whose presence says that it is installed. */
const PACKAGES = {
  'firefox-esr': '/usr/bin/firefox-esr',
  // WebKitGTK's MiniBrowser and WebKitWebDriver, a screen and a sound server for it, and the encoder of its MediaRecorder.
  'webkit2gtk-driver': '/usr/bin/WebKitWebDriver',
  xvfb: '/usr/bin/Xvfb',
  pulseaudio: '/usr/bin/pulseaudio',
  'gstreamer1.0-plugins-bad': '/usr/share/doc/gstreamer1.0-plugins-bad',
};

await installPackages();
installPrograms();
const missing = () => Object.keys(PACKAGES).filter((name) => !existsSync(PACKAGES[name]));
if (missing().length > 0) installByApt(missing());
if (missing().length > 0) fail(`These tests need ${missing().join(', ')}: install them and run this again.`);
await buildWeb();
finish(await runTests(['--project=browsers', ...process.argv.slice(2)]));
