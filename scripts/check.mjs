// npm run check: types, lint and format, import rules, unused code, cited files, the registry of endpoints, dependencies. Also the first part of npm test.
// With --changed, lints only the files that differ from the last commit (--changed=REF: from that one), follows imports only from these, and leaves out what
// looks only at files that have not changed.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { auditDependencies } from './audit.mjs';
import { fail, say } from './console.mjs';
import { installPackages, pathWithBin, ROOT } from './install.mjs';
import { colors, finish, outcome, timed } from './run-tests.mjs';

const CODE = /\.(ts|tsx|mjs|cjs)$/;
const LINTED = /\.(ts|tsx|mjs|cjs|css|json|html)$/;
const CRUISED = /^(src|tests|bench)\/.*\.tsx?$/;

/** What a table or a document must name as soon as it is there. */
const ARCHITECTURE =
  /^src\/(?:contract|domain)\/|^tests\/(?:architecture|support\/domain-work)|^docs\/security|^package|^CHANGELOG/;

/**
 * The program of each check. `of(files)` is the one for the changed files only, or undefined if they do not concern it; a check without it always looks at everything.
 */
const CHECKS = [
  // By path, because two packages here have a program named tsc. It remembers what it has checked.
  { name: 'types', command: ['node', 'node_modules/typescript-native/bin/tsc', '-b'] },
  {
    name: 'lint and format',
    command: ['biome', 'check', '--error-on-warnings'],
    of: (files) => append(['biome', 'check', '--error-on-warnings'], LINTED, files),
  },
  {
    name: 'import rules',
    command: ['depcruise', 'src', 'tests', 'bench', '--output-type', 'json'],
    of: (files) => append(['depcruise', '--output-type', 'json'], CRUISED, files),
    verdict: judgeArrows,
  },
  { name: 'unused code', command: ['knip'], of: (files) => (files.some(isCode) ? ['knip'] : undefined) },
  { name: 'citations', command: ['node', 'scripts/check-citations.mjs'] },
  {
    name: 'architecture',
    command: [
      'node',
      'node_modules/vitest/vitest.mjs',
      'run',
      '--project=unit',
      'tests/architecture.test.ts',
    ],
    of: (files, command) => (files.some((path) => ARCHITECTURE.test(path)) ? command : undefined),
  },
];
/** How many checks run at the same time. */
const LANES = 2;

function isCode(path) {
  return CODE.test(path);
}

/** The command with the files that concern it, or undefined if there are none. */
function append(command, pattern, files) {
  const own = files.filter((path) => pattern.test(path));
  return own.length > 0 ? [...command, ...own] : undefined;
}

/** Runs every check, or those that concern the changed files, prints the problems, and returns an Outcome (report.d.mts). */
export async function checkAll(changed) {
  const started = Date.now();
  const result = outcome({});
  const tell = (name, problem, note) => {
    say(`${problem === '' ? 'ok    ' : 'FAILED'} ${name}${note}`);
    if (problem === '') result.passed += 1;
    else {
      say(problem);
      const message = problem.split('\n').filter((line) => line.trim() !== '');
      result.failures.push({ name: `check: ${name}`, message, place: '' });
    }
  };
  const audits = !changed || changed.some((path) => /^package|accepted-dependencies/.test(path));
  // The registry may be slow, so it is asked in parallel.
  const auditing = audits ? auditDependencies() : undefined;
  const waiting = CHECKS.flatMap(({ name, command, of, verdict = judgeExit }) => {
    const own = changed && of ? of(changed, command) : command;
    return own ? [{ name, command: own, verdict: (ended) => verdict(ended, changed) }] : [];
  });
  const lane = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const { name, command, verdict } = next;
      const { result: problem, took } = await timed(name, async () => verdict(await output(command)));
      tell(name, problem, ` (${took.seconds.toFixed(1)} s)`);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  if (auditing) {
    const { problems, note } = await auditing;
    tell('dependencies', problems.join('\n'), note && `: ${note}`);
  }
  result.parts.push({ name: 'checks', seconds: (Date.now() - started) / 1000 });
  return result;
}

/** The paths that differ from a commit, as far as they still exist. */
function changedSince(commit) {
  const list = (...args) => {
    const { status, stdout, stderr } = spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' });
    return status === 0 ? stdout.split('\0').filter(Boolean) : fail(stderr.trim());
  };
  const paths = [
    ...list('diff', '--name-only', '-z', commit, '--'),
    ...list('ls-files', '--others', '--exclude-standard', '-z'),
  ];
  return paths.filter((path) => existsSync(join(ROOT, path)));
}

function judgeExit({ code, text }) {
  return code === 0 ? '' : text;
}

/** A checker that reads no modules finds no wrong imports either: with an unknown TypeScript version it reports success. */
function judgeArrows({ code, out, text }, changed) {
  try {
    const { summary } = JSON.parse(out);
    if (summary.totalCruised < (changed ? 1 : 50))
      return `Only ${summary.totalCruised} modules were read, so the checker does not work.`;
    const wrong = summary.violations.filter(({ rule }) => rule.severity === 'error');
    return wrong
      .map(
        ({ rule, from, to, cycle }) =>
          `${rule.name}: ${from} -> ${cycle?.map((step) => step.name ?? step).join(' -> ') ?? to}`,
      )
      .join('\n');
  } catch {
    return text || `exited with ${code}`;
  }
}

function output([command, ...args]) {
  const child = spawn(command, args, {
    cwd: ROOT,
    env: { ...process.env, ...colors(), PATH: pathWithBin() },
  });
  let out = '';
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (piece) => {
    out += piece;
    text += piece;
  });
  child.stderr.setEncoding('utf8').on('data', (piece) => {
    text += piece;
  });
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ code: 1, out: '', text: error.message }));
    child.once('close', (code) => resolve({ code, out, text }));
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await installPackages();
  finish(await checkAll(readCommit()));
}

/** The commit whose changes are checked, as the paths that differ; undefined for everything. */
function readCommit() {
  const [first] = process.argv.slice(2);
  if (first === undefined) return undefined;
  const [, commit = 'HEAD'] =
    /^--changed(?:=(.+))?$/.exec(first) ?? fail('Usage: npm run check [-- --changed[=COMMIT]]');
  return changedSince(commit);
}
