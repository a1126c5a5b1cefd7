// Prepares a clone whose packages are installed (install.mjs) for running: speech model, web application. Works on Node 20 without any
// packages. Skips each step if nothing has changed since it last ran.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { fail, say } from './console.mjs';
import { findNode, ROOT } from './install.mjs';

const WEB = join(ROOT, 'dist/web');
/** Where Node caches compiled code, which makes later starts a sixth faster. */
const COMPILED = join(ROOT, '.cache/compiled');
/** The sources of the web application. */
const WEB_SOURCES = [
  'src/web',
  'src/contract',
  'src/domain',
  'package-lock.json',
  'scripts/fetched-files.json',
  'scripts/prepare.mjs',
];
/** Fonts are left out: they are large, and only exports to PDF fetch them. */
const COMPRESSIBLE = /\.(js|css|svg)$/;
/** Nearly as small as the maximum (11) in half the time. */
const BROTLI_QUALITY = 10;

/** Downloads the models unless they are there and complete. A start does without the sentence model if it cannot be had. */
export async function fetchModels() {
  const code = await run(findNode(), ['src/server/cli/fetch-models.ts']);
  if (code !== 0) fail('The speech model could not be downloaded; see the output above.');
}

/** Builds the web application if its sources have changed. */
export async function buildWeb() {
  const wanted = await hashSources();
  const stamp = join(WEB, '.sources');
  const built = await readFile(stamp, 'utf8').catch(() => '');
  if (built === wanted) return;
  say('Building the web application');
  const unfinished = join(ROOT, `dist/web.new-${process.pid}`);
  const args = [join(ROOT, 'node_modules/vite/bin/vite.js'), 'build', 'src/web'];
  const code = await run(findNode(), [
    ...args,
    '--outDir',
    unfinished,
    '--emptyOutDir',
    '--logLevel',
    'warn',
  ]);
  if (code !== 0) fail('The web application could not be built; see the output above.');
  await compressFiles(unfinished);
  await writeFile(join(unfinished, '.sources'), wanted);
  await rm(WEB, { recursive: true, force: true });
  await mkdir(join(ROOT, 'dist'), { recursive: true });
  await rename(unfinished, WEB);
}

/** Puts FILE.br and FILE.gz beside each compressible file of a folder, so that the server compresses none of them itself. */
async function compressFiles(folder) {
  const names = (await readdir(folder, { recursive: true })).filter((name) => COMPRESSIBLE.test(name));
  const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY };
  await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name);
      const content = await readFile(path);
      await writeFile(`${path}.br`, await promisify(brotliCompress)(content, { params }));
      await writeFile(`${path}.gz`, await promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }));
    }),
  );
}

async function hashSources() {
  const hash = createHash('sha256');
  for (const source of WEB_SOURCES) {
    const path = join(ROOT, source);
    const names = source.includes('.') ? [''] : (await readdir(path, { recursive: true })).sort();
    for (const name of names) {
      const bytes = await readFile(join(path, name)).catch(() => undefined);
      if (bytes) hash.update(`${source}/${name}\0${bytes.length}\0`).update(bytes);
    }
  }
  return hash.digest('hex');
}

/**
 * Runs a program in the project's folder with our output, and returns its exit code. Forwards signals that we receive,
 * and gives the program time to stop by itself.
 */
export async function run(command, args, options = {}) {
  const { code, signal } = await runWatched(command, args, options);
  return code ?? (signal ? 1 : 0);
}

export const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Runs a program in the same way, and returns how it ended: `{ code, signal }`. With `onMessage`, it can send us messages, and notices when we are gone. `onOutput` receives what it
 * prints, unless that goes to a terminal.
 */
export function runWatched(command, args, { path = process.env.PATH, env = {}, onMessage, onOutput } = {}) {
  const output = onOutput && !process.stdout.isTTY ? 'pipe' : 'inherit';
  const child = spawn(command, args, {
    cwd: ROOT,
    stdio: ['inherit', output, output, ...(onMessage ? ['ipc'] : [])],
    env: { NODE_COMPILE_CACHE: COMPILED, ...process.env, PATH: path, ...env },
  });
  for (const name of ['stdout', 'stderr']) {
    child[name]?.pipe(process[name], { end: false });
    child[name]?.setEncoding('utf8').on('data', onOutput);
  }
  const pass = (signal) => child.kill(signal);
  // A terminal's Ctrl-C also reaches the program, so it may receive the signal twice.
  for (const signal of SIGNALS) process.on(signal, pass);
  if (onMessage) child.on('message', onMessage);
  const orphaned = whenOrphaned(() => pass('SIGTERM'));
  return new Promise((resolve) => {
    child.once('error', (error) => fail(`${command} could not be started: ${error.message}`));
    child.once('close', (code, signal) => {
      for (const name of SIGNALS) process.off(name, pass);
      clearInterval(orphaned);
      resolve({ code, signal });
    });
  });
}

const ORPHAN_CHECK_MS = 250;

/** Runs a program in the project's folder with our output, and exits with a message if it fails. `env` is added to the environment. */
export function runOrFail(command, args, env = {}) {
  const { status } = spawnSync(command, args, {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  if (status !== 0) fail(`${command} failed (${status}); see the output above.`);
}

/**
 * npm runs a script through a shell, and a signal to npm ends only that shell, so we notice the signal by the shell's end:
 * the system gives an orphan another parent.
 */
export function whenOrphaned(stop) {
  const parent = process.ppid;
  const check = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(check);
    stop();
  }, ORPHAN_CHECK_MS);
  check.unref();
  return check;
}

/** Installs system programs if Debian's packages can be installed; otherwise does nothing. */
export function installByApt(names) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  say(`Installing ${names.join(' and ')} (once)`);
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'ignore' });
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const name of names) {
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], { stdio: 'ignore', env });
  }
}

/** Debian's PostgreSQL 15, which tests start with their own files and port. */
export const POSTGRES_15 = '/usr/lib/postgresql/15/bin/postgres';
const CLUSTER_POLICY = '/etc/postgresql-common/createcluster.d';

/** Installs it if Debian's packages can be installed; leaves an existing one alone. */
export function installPostgres() {
  if (existsSync(POSTGRES_15)) return;
  const policy = join(CLUSTER_POLICY, 'tapescript-tests.conf');
  const isAllowed = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  // By default, the package creates a database and starts it on port 5432.
  if (isAllowed) {
    mkdirSync(CLUSTER_POLICY, { recursive: true });
    writeFileSync(policy, 'create_main_cluster = false\n');
  }
  try {
    installByApt(['postgresql-15']);
  } finally {
    if (isAllowed) rmSync(policy, { force: true });
  }
}
