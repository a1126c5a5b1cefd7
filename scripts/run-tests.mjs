// Shared by npm test and its siblings (test:slow and others): the system programs that tests use, runs of vitest, the report at the end.
import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fail, say } from './console.mjs';
import { findNode, pathWithBin } from './install.mjs';
import { installByApt, installPostgres, POSTGRES_15, run } from './prepare.mjs';
import { add, composeReport, judgeFlaky, judgeOnce, judgeTwice } from './report.mjs';
import { openTestFolder } from './test-folder.mjs';

/** When so many files have failed twice, the others are not tried again: the run is refused anyway, and its answer should not take an hour. */
const MOST_TRIED = 20;
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

/**
 * Runs vitest with these arguments. In CI, every file that failed runs once more, alone in a process of its own; what passes then counts as passed and is reported as flaky.
 * Returns an Outcome (report.d.mts).
 */
export async function runTests(args, env = {}) {
  const { folder, end } = await openTestFolder();
  const inFolder = { ...env, TMPDIR: folder };
  const { result, took } = await timed('tests', () => runVitest(args, inFolder));
  const of = Object.entries(result.spans).map(([name, seconds]) => ({ name, seconds }));
  const first = outcome({ failures: result.strays, parts: [{ ...took, of }] });
  const options = args.filter((arg) => arg.startsWith('-') && !arg.startsWith('--project'));
  const alone = ({ project, path }) => runVitest([...options, `--project=${project}`, path], inFolder);
  const outcomes = [first, ...(await secondChances(result, alone))];
  await end();
  return add(outcomes);
}

/** What each file came to: at once, or when it was tried again by `alone`. */
async function secondChances({ files }, alone) {
  const isGood = (file) => process.env.CI !== 'true' || judgeOnce(file).failures.length === 0;
  const outcomes = files.filter(isGood).map((file) => outcome(judgeOnce(file)));
  const bad = files.filter((file) => !isGood(file));
  if (bad.length === 0) return outcomes;
  const { result, took } = await timed('tried again', () => tryAllAgain(bad, alone));
  return [...outcomes, ...result, outcome({ parts: [took] })];
}

async function tryAllAgain(files, alone) {
  const outcomes = [];
  for (const file of files) {
    const isHopeless = outcomes.filter(({ failures }) => failures.length > 0).length >= MOST_TRIED;
    outcomes.push(isHopeless ? outcome(judgeOnce(file)) : await tryAgain(file, alone));
  }
  return [...outcomes, outcome({ failures: judgeFlaky(outcomes) })];
}

async function tryAgain(file, alone) {
  say(`Trying ${file.path} again, alone`);
  const { files, strays } = await alone(file);
  const judged = judgeTwice(
    file,
    files.find(({ path }) => path === file.path),
  );
  // Such as a database that did not start: the file is not to blame, but it was not tested.
  const others = strays.map((stray) => ({ ...stray, name: `${file.path} > ${stray.name}` }));
  return outcome({ ...judged, failures: judged.failures.length > 0 ? judged.failures : others });
}

/** One run of vitest, as a RunResult. If it ends without writing one, what it said last is the failure: silence is not success. */
async function runVitest(args, env) {
  const path = join(env.TMPDIR, 'result.json');
  await rm(path, { force: true });
  const lastLines = [];
  const code = await run(findNode(), ['node_modules/vitest/vitest.mjs', 'run', ...args], {
    path: pathWithBin(),
    env: { ...env, ...colors(), TAPESCRIPT_TEST_RESULT: path },
    onOutput: (text) => keepLast(lastLines, text),
  });
  const text = await readFile(path, 'utf8').catch(() => '');
  const result = text === '' ? { files: [], strays: [], spans: {} } : JSON.parse(text);
  const isSilent =
    result.strays.length === 0 && result.files.every((file) => judgeOnce(file).failures.length === 0);
  if (isSilent && (code !== 0 || text === ''))
    result.strays.push({ name: `vitest ended with ${code}`, message: lastLines, place: '' });
  return result;
}

/** The environment of a program that must not color what it prints into a file, as some do in CI. */
export function colors() {
  return process.stdout.isTTY ? {} : { NO_COLOR: '1', FORCE_COLOR: undefined };
}

const LAST_LINES = 10;

function keepLast(lines, text) {
  lines.push(...text.split('\n').filter((line) => line.trim() !== ''));
  lines.splice(0, Math.max(0, lines.length - LAST_LINES));
}

/** Does a part of the work and returns its result, with the Part that says how long it took. */
export async function timed(name, work) {
  const started = Date.now();
  const result = await work();
  return { result, took: { name, seconds: (Date.now() - started) / 1000 } };
}

/** An Outcome in which only this has happened. */
export function outcome(what) {
  return { passed: 0, failures: [], flaky: [], parts: [], ...what };
}

/** Makes the last line say that nothing was tested if the script ends before `finish`, such as without a network. */
export function reportEarlyEnd() {
  process.once('exit', (code) => {
    if (!hasReported) say(`0 passed, ${code === 0 ? 0 : 1} failed`);
  });
}

let hasReported = false;

/** Prints the end of one or several runs, and exits. */
export function finish(...outcomes) {
  hasReported = true;
  for (const line of composeReport(outcomes)) say(line);
  process.exit(add(outcomes).failures.length === 0 ? 0 : 1);
}
