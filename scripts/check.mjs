// npm run check: types, lint and format, import rules, unused code, cited files, the registry of endpoints, dependencies. Also the first part of npm test.
import { spawn } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { auditDependencies } from './audit.mjs';
import { say } from './console.mjs';
import { installPackages, pathWithBin, ROOT } from './install.mjs';

const CHECKS = [
  // By path, because two packages here have a program named tsc.
  { name: 'types', command: ['node', 'node_modules/typescript-native/bin/tsc', '-b'] },
  { name: 'lint and format', command: ['biome', 'check', '--error-on-warnings'] },
  {
    name: 'import rules',
    command: ['depcruise', 'src', 'tests', 'bench', '--output-type', 'json'],
    verdict: judgeArrows,
  },
  { name: 'unused code', command: ['knip'] },
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
  },
];
const DEPENDENCIES = 'dependencies';

/** Runs every check, prints the problems, and returns how many checks passed and failed. */
export async function checkAll() {
  const failed = [];
  // The registry may be slow, so it is asked in parallel.
  const auditing = auditDependencies();
  for (const { name, command, verdict = judgeExit } of CHECKS) {
    const started = Date.now();
    const problem = verdict(await output(command));
    say(`${problem === '' ? 'ok    ' : 'FAILED'} ${name} (${((Date.now() - started) / 1000).toFixed(1)} s)`);
    if (problem !== '') {
      say(problem);
      failed.push(name);
    }
  }
  const { problems, note } = await auditing;
  say(`${problems.length === 0 ? 'ok    ' : 'FAILED'} ${DEPENDENCIES}${note && `: ${note}`}`);
  for (const problem of problems) say(problem);
  if (problems.length > 0) failed.push(DEPENDENCIES);
  return { passed: CHECKS.length + 1 - failed.length, failed: failed.length };
}

function judgeExit({ code, text }) {
  return code === 0 ? '' : text;
}

/** A checker that reads no modules finds no wrong imports either: with an unknown TypeScript version it reports success. */
function judgeArrows({ code, out, text }) {
  try {
    const { summary } = JSON.parse(out);
    if (summary.totalCruised < 50)
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
  const child = spawn(command, args, { cwd: ROOT, env: { ...process.env, PATH: pathWithBin() } });
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
  const { failed } = await checkAll();
  process.exit(failed === 0 ? 0 : 1);
}
