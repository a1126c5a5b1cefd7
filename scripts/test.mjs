// npm test: everything, on a fresh clone too. Ends with a plain line 'N passed, N failed'. With arguments only the
// tests whose file names match are run, and the checks are left out.
import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { checkAll } from './check.mjs';
import { fail, say } from './console.mjs';
import {
  buildWeb,
  fetchModels,
  findNode,
  installByApt,
  installPackages,
  installPostgres,
  POSTGRES_15,
  pathWithBin,
  ROOT,
  run,
} from './prepare.mjs';

const RESULT = join(ROOT, '.cache/test-result.json');
/** Programs of the system that tests use, with what goes untested without them; without the browser there is no test. */
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
    untested: 'its decoder is not tested, the built-in one is.',
  },
  {
    name: 'postgresql-15',
    install: installPostgres,
    paths: [POSTGRES_15],
    untested:
      'moving to another PostgreSQL and outliving its restart are not tested, and nodes are tested on the embedded one.',
  },
];

const filters = process.argv.slice(2);
await installPackages();
installPrograms();
await fetchModels();
await buildWeb();
const checks = filters.length === 0 ? await checkAll() : { passed: 0, failed: 0 };
const tests = await runTests();
const passed = checks.passed + tests.passed;
const failed = checks.failed + tests.failed;
say(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

function installPrograms() {
  const missing = PROGRAMS.filter(({ paths }) => !paths.some(existsSync));
  for (const { name, install, paths, untested } of missing) {
    install();
    if (paths.some(existsSync)) continue;
    if (untested === null)
      fail(
        `The browser tests need ${name}. Install it (for example: sudo apt-get install ${name}) and run npm test again.`,
      );
    say(`${name} is not installed: ${untested}`);
  }
}

async function runTests() {
  await rm(RESULT, { force: true });
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--project=!s3', '--project=!faults', ...filters];
  const code = await run(findNode(), args, { path: pathWithBin(), env: { TAPESCRIPT_TEST_RESULT: RESULT } });
  const text = await readFile(RESULT, 'utf8').catch(() => '');
  // No result, or an error outside of the tests, counts as a failure: silence is not success.
  const result = text === '' ? { passed: 0, failed: 0 } : JSON.parse(text);
  return { passed: result.passed, failed: code !== 0 && result.failed === 0 ? 1 : result.failed };
}
