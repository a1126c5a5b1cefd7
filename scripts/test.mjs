// npm test: all checks and tests except the slow ones, on a fresh clone, too. Ends with a plain line 'N passed, N failed'. With
// arguments, runs only the tests whose file names match and installs only what these need; skips the checks.
import { readdirSync } from 'node:fs';
import { join, sep } from 'node:path';
import { checkAll } from './check.mjs';
import { say } from './console.mjs';
import { installPackages, ROOT } from './install.mjs';
import { buildWeb, fetchModels } from './prepare.mjs';
import { finish, installPrograms, runTests } from './run-tests.mjs';

const PROJECTS = ['unit', 'http', 'system', 'e2e'];
/** Whose tests are seen in a browser, or start the server as people do. */
const WITH_PAGES = ['system', 'e2e'];

const args = process.argv.slice(2);
const matching = testFiles().filter((path) => args.some((arg) => path.includes(arg)));
const matchingProjects = PROJECTS.filter((name) => matching.some((path) => projectOf(path) === name));
// Where no name matches, vitest says so, or the arguments are others of its own.
const projects = matchingProjects.length > 0 ? matchingProjects : PROJECTS;

await installPackages();
installPrograms({ withBrowser: projects.includes('e2e') });
await fetchModels();
const needsPages = projects.some((name) => WITH_PAGES.includes(name));
if (needsPages) await buildWeb();
const checks = args.length === 0 ? await checkAll() : { passed: 0, failed: 0 };
const tests = await runTests([...projects.map((name) => `--project=${name}`), ...args]);
if (args.length > 0) tellLeftOut();
else say('Left out: what is slow by nature (npm run test:slow).');
finish(checks, tests);

function tellLeftOut() {
  say(`Left out: the checks (npm run check), and all files but those that match ${args.join(' ')}.`);
  if (!needsPages) say('Left out: building the web application, which these do not need.');
  const slow = matching.filter((path) => projectOf(path) === 'slow');
  if (slow.length > 0) say(`Left out: ${slow.join(', ')} (npm run test:slow -- ${args.join(' ')}).`);
}

/** All files of tests, by their paths from the project's folder. */
function testFiles() {
  return ['src', 'bench', 'tests'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true })
      .map((name) => `${folder}/${name.split(sep).join('/')}`)
      .filter((path) => /\.test\.tsx?$/.test(path)),
  );
}

/** As vitest.config.ts divides them: a folder in `tests` is a project of its name. */
function projectOf(path) {
  return /^tests\/([^/]+)\//.exec(path)?.[1] ?? 'unit';
}
