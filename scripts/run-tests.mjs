// Shared by npm test and npm run test:slow: the system programs that tests use, a run of vitest, the closing line.
import { appendFileSync, existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fail, say } from './console.mjs';
import { findNode, pathWithBin, ROOT } from './install.mjs';
import { installByApt, installPostgres, POSTGRES_15, run } from './prepare.mjs';

const RESULT = join(ROOT, '.cache/test-result.json');
/** System programs that tests use, with what remains untested without them. The browser is required. */
const PROGRAMS = [
  {
    name: 'chromium',
    install: () => installByApt(['chromium']),
    paths: ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'],
    untested: null,
  },
  {
    name: 'ffmpeg',
    install: () => installByApt(['ffmpeg']),
    paths: ['/usr/bin/ffmpeg', '/usr/local/bin/ffmpeg', '/opt/homebrew/bin/ffmpeg'],
    untested: 'its decoder is not tested; the built-in one is.',
  },
  {
    name: 'postgresql-15',
    install: installPostgres,
    paths: [POSTGRES_15],
    untested:
      'moving to another PostgreSQL and surviving its restart are not tested, and nodes are tested on the embedded one.',
  },
];

/** Installs missing programs if it can, and otherwise says what remains untested. Exits if a required browser is missing. */
export function installPrograms({ withBrowser = true } = {}) {
  const missing = PROGRAMS.filter(({ paths }) => !paths.some(existsSync));
  for (const { name, install, paths, untested } of missing) {
    if (untested === null && !withBrowser) continue;
    install();
    if (paths.some(existsSync)) continue;
    if (untested === null)
      fail(
        `The browser tests need ${name}. Install it (for example: sudo apt-get install ${name}) and run npm test again.`,
      );
    say(`${name} is not installed: ${untested}`);
  }
}

/** Runs vitest with these arguments and returns how many tests passed and failed; a run without a result counts as a failure. */
export async function runTests(args, env = {}) {
  await rm(RESULT, { force: true });
  const code = await run(findNode(), ['node_modules/vitest/vitest.mjs', 'run', ...args], {
    path: pathWithBin(),
    env: { ...env, TAPESCRIPT_TEST_RESULT: RESULT },
  });
  const text = await readFile(RESULT, 'utf8').catch(() => '');
  // No result, or an error outside the tests, counts as a failure: silence is not success.
  const result = text === '' ? { passed: 0, failed: 0 } : JSON.parse(text);
  return { passed: result.passed, failed: code !== 0 && result.failed === 0 ? 1 : result.failed };
}

/** Prints the closing line of one or several runs, writes it to the file named by TAPESCRIPT_TALLY, and exits. */
export function finish(...counts) {
  const passed = counts.reduce((sum, count) => sum + count.passed, 0);
  const failed = counts.reduce((sum, count) => sum + count.failed, 0);
  if (process.env.TAPESCRIPT_TALLY) appendFileSync(process.env.TAPESCRIPT_TALLY, `${passed} ${failed}\n`);
  say(`${passed} passed, ${failed} failed`);
  process.exit(failed === 0 ? 0 : 1);
}
