// Audits what comes from the npm registry: problems visible in package-lock.json, and known vulnerabilities reported by the
// registry. Accepted findings are in accepted-dependencies.json, each with its reason. Part of npm run check.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { say } from './console.mjs';
import { ROOT } from './install.mjs';

/** npm sends one request, and we wait no longer than this. */
const ADVISORIES_MS = 10_000;
const GRAVE = new Set(['moderate', 'high', 'critical']);

/** Licenses that let everyone use, change and redistribute the code. */
const PERMISSIVE = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'Unlicense',
  'Zlib',
]);

/** Every problem, one line each, and a note on what could not be checked. */
export async function auditDependencies({
  root = ROOT,
  today = new Date().toISOString().slice(0, 10),
  ...options
} = {}) {
  const lock = readJson(join(root, 'package-lock.json'));
  const accepted = readJson(join(root, 'scripts/accepted-dependencies.json'));
  const { problems, note } = await auditAdvisories({ root, lock, accepted, today, ...options });
  return { problems: [...auditLock(lock, accepted), ...overdue(accepted, today), ...problems], note };
}

/** Problems visible without a registry: where packages come from, their licenses, their install scripts. */
export function auditLock(lock, accepted) {
  const packages = packagesOf(lock);
  return [
    ...packages.flatMap(problemsOfOrigin),
    ...problemsOfLicences(packages, accepted.licences),
    ...problemsOfScripts(packages, accepted.installScripts),
    ...packages
      .filter(({ deprecated, isProduction }) => deprecated !== undefined && isProduction)
      .map(({ name, version, deprecated }) => `${name} ${version} is deprecated: ${deprecated}`),
  ];
}

function packagesOf({ packages }) {
  return Object.entries(packages)
    .filter(([path]) => path !== '')
    .map(([path, entry]) => ({
      ...entry,
      path,
      name: entry.name ?? path.split('node_modules/').at(-1),
      isProduction: entry.dev !== true,
    }));
}

/** The lock file names npm's own registry, whichever one is configured; a package with another address comes from elsewhere. */
function problemsOfOrigin({ path, integrity, resolved, link }) {
  const isOfRegistry = resolved === undefined || resolved.startsWith('https://registry.npmjs.org/');
  return [
    ...(link || !isOfRegistry
      ? [`${path} does not come from the npm registry: ${resolved ?? 'a link'}`]
      : []),
    ...(/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity ?? '')
      ? []
      : [`${path} has no SHA-512 hash in package-lock.json`]),
  ];
}

function problemsOfLicences(packages, accepted) {
  const doubtful = packages
    .filter(({ isProduction, license }) => isProduction && !isPermissive(license))
    .map(({ name, license }) => ({ package: name, licence: license ?? 'none stated' }));
  const isSame = (one, other) => one.package === other.package && one.licence === other.licence;
  return [
    ...doubtful
      .filter((each) => !accepted.some((other) => isSame(each, other)))
      .map((each) => `${each.package} has a license that has not been accepted: ${each.licence}`),
    ...accepted
      .filter((each) => !doubtful.some((other) => isSame(each, other)))
      .map((each) => `${each.package} no longer needs an exception for its license: remove it from the list`),
  ];
}

/** Whether an SPDX expression such as '(MIT OR CC0-1.0)' or 'Apache-2.0 AND MIT' allows a permissive choice. */
function isPermissive(licence = '') {
  const words = licence.replaceAll(/[()]/g, ' ').trim();
  return words
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((each) => PERMISSIVE.has(each.trim())));
}

/** Install scripts are never run (.npmrc), but a new one shows that a package needs a step that we must take. */
function problemsOfScripts(packages, accepted) {
  const names = new Set(packages.filter(({ hasInstallScript }) => hasInstallScript).map(({ name }) => name));
  return [
    ...[...names]
      .filter((name) => !accepted.some((each) => each.package === name))
      .map((name) => `${name} has an install script, which is not run: check what it would do`),
    ...accepted
      .filter((each) => !names.has(each.package))
      .map((each) => `${each.package} no longer has an install script: remove it from the list`),
  ];
}

function overdue({ advisories }, today) {
  return advisories
    .filter(({ until }) => until < today)
    .map(({ id, until }) => `${id} was accepted until ${until}: review it`);
}

/** What the registry knows about these versions. If it does not answer, that is a note, not a problem. */
async function auditAdvisories({ root, lock, accepted, env = {}, limitMs = ADVISORIES_MS }) {
  const { report, reason } = await askRegistry({ root, env, limitMs });
  if (!report) {
    return {
      problems: [],
      note: `known vulnerabilities were not checked, because the registry did not report them (${reason})`,
    };
  }
  return { problems: judgeAdvisories(report, { lock, accepted }), note: '' };
}

/** Compares npm's report (`npm audit --json`, version 2) with the accepted findings. */
export function judgeAdvisories({ vulnerabilities }, { lock, accepted }) {
  const found = new Map();
  for (const { name, via, nodes } of Object.values(vulnerabilities)) {
    // A string refers to another package in the report, which has the advisory.
    for (const advisory of via.filter((each) => typeof each === 'object')) {
      const id = advisory.url?.split('/').at(-1) ?? String(advisory.source);
      const use = nodes.every((path) => lock.packages[path]?.dev) ? 'development' : 'production';
      found.set(`${id} ${name}`, {
        id,
        package: name,
        severity: advisory.severity,
        title: advisory.title,
        use,
      });
    }
  }
  const isAccepted = ({ id, package: name }) =>
    accepted.advisories.some((each) => each.id === id && each.package === name);
  return [
    ...[...found.values()]
      .filter((each) => GRAVE.has(each.severity) && !isAccepted(each))
      .map((each) => `${each.id} (${each.severity}) in ${each.package}, for ${each.use}: ${each.title}`),
    ...accepted.advisories
      .filter((each) => !found.has(`${each.id} ${each.package}`))
      .map((each) => `${each.id} in ${each.package} is no longer found: remove it from the list`),
  ];
}

async function askRegistry({ root, env, limitMs }) {
  const args = ['audit', '--json', '--fetch-retries=0', `--fetch-timeout=${limitMs}`, '--logs-max=0'];
  const child = spawn('npm', args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
    // npm may start other processes, so they get a process group that can be killed as a whole.
    detached: true,
  });
  let out = '';
  child.stdout.setEncoding('utf8').on('data', (piece) => {
    out += piece;
  });
  let isLate = false;
  const late = setTimeout(() => {
    isLate = true;
    process.kill(-child.pid, 'SIGKILL');
  }, limitMs);
  const failure = await new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', () => resolve(''));
  });
  clearTimeout(late);
  if (isLate) return { reason: `no response within ${limitMs / 1000} s` };
  const report = parse(out);
  if (report?.auditReportVersion === 2) return { report };
  return {
    reason:
      failure || (report?.statusCode ? `status ${report.statusCode}` : (report?.message ?? 'no report')),
  };
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function readJson(path) {
  return JSON.parse(readFileSync(path, 'utf8'));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { problems, note } = await auditDependencies();
  for (const line of [...problems, note].filter(Boolean)) say(line);
  process.exit(problems.length === 0 ? 0 : 1);
}
