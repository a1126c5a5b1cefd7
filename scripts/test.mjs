// npm test: all checks and tests except the slow ones, on a fresh clone, too. Ends with a plain line 'N passed, N failed'. With
// arguments, runs only the tests whose file names match and installs only what these need; skips the checks.
import { readdirSync } from 'node:fs';
import { join, sep } from 'node:path';
import { checkAll } from './check.mjs';
import { say } from './console.mjs';
import { installPackages, ROOT } from './install.mjs';
import { buildWeb, fetchModels } from './prepare.mjs';
import { finish, installPrograms, outcome, reportEarlyEnd, runTests, timed } from './run-tests.mjs';

const PROJECTS = ['unit', 'http', 'system', 'e2e'];
/** The projects whose tests use a browser or start the server as users do, and so need the built web application. */
const WITH_PAGES = ['system', 'e2e'];

const args = process.argv.slice(2);
const matching = testFiles().filter((path) => args.some((arg) => path.includes(arg)));
const matchingProjects = PROJECTS.filter((name) => matching.some((path) => projectOf(path) === name));
// If no name matches, the arguments may be options of vitest; otherwise vitest reports that nothing matches.
const projects = matchingProjects.length > 0 ? matchingProjects : PROJECTS;

const needsPages = projects.some((name) => WITH_PAGES.includes(name));

reportEarlyEnd();
const installed = await timed('installation', () => installPackages());
// The checks come first, because they take half a minute.
const checks = args.length === 0 ? await checkAll() : outcome({});
if (checks.failures.length > 0) finish(outcome({ parts: [installed.took] }), checks);
const prepared = await timed('preparation', async () => {
  installPrograms({ withBrowser: projects.includes('e2e') });
  await fetchModels();
  if (needsPages) await buildWeb();
});
const before = outcome({ parts: [installed.took, prepared.took] });
const tests = await runTests([...projects.map((name) => `--project=${name}`), ...args]);
if (args.length > 0) listSkipped();
else say('Skipped: slow tests (npm run test:slow).');
finish(before, checks, tests);

function listSkipped() {
  say(`Skipped: the checks (npm run check), and all files except those that match ${args.join(' ')}.`);
  if (!needsPages) say('Skipped: building the web application, which these tests do not need.');
  const slow = matching.filter((path) => projectOf(path) === 'slow');
  if (slow.length > 0) say(`Skipped: ${slow.join(', ')} (npm run test:slow -- ${args.join(' ')}).`);
}

/** The paths of all test files, relative to the project's folder. */
function testFiles() {
  return ['src', 'bench', 'tests'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true })
      .map((name) => `${folder}/${name.split(sep).join('/')}`)
      .filter((path) => /\.test\.tsx?$/.test(path)),
  );
}

/** The vitest project of a test file (vitest.config.ts): each folder in `tests` is a project of the same name. */
function projectOf(path) {
  return /^tests\/([^/]+)\//.exec(path)?.[1] ?? 'unit';
}
