import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { accessSync, constants, existsSync } from 'node:fs';
import { chmod, chown, cp, mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import type { PostgresBinaries } from './binaries.ts';
import { run } from './run.ts';

/** How PostgreSQL, which refuses to run as root, is started. */
export interface Launcher {
  kind: 'plain' | 'namespace' | 'other-user';
  /** The folder of the cluster's files. */
  clusterDir: string;
  /** The folder of its socket. */
  socketDir: string;
  spawn(program: keyof PostgresBinaries, args: string[]): ChildProcess;
}

export interface LauncherOptions {
  dataDir: string;
  socketDir: string;
  binaries: PostgresBinaries;
  /** Tests turn namespaces off to cover the alternative. */
  allowNamespaces?: boolean;
}

const NOBODY = 65_534;
const OTHERS_HOME = '/var/lib/tapescript';
const LIBRARIES = '/usr/lib';
const NAMESPACE_ARGS = ['--user', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`];

/**
 * Chooses how to start PostgreSQL: as the current user (an ordinary user, possibly without a name, as in a container); as root in
 * a user namespace in which we are nobody, so that files stay root's and can be in a folder that only root can enter; or, if
 * namespaces are not allowed, under the user id of nobody, with the files where that user can reach them.
 */
export async function chooseLauncher(options: LauncherOptions): Promise<Launcher> {
  if (process.getuid?.() !== 0) return plain(options);
  if ((options.allowNamespaces ?? true) && (await namespacesWork())) return inNamespace(options);
  return asOtherUser(options);
}

async function plain({ dataDir, socketDir, binaries }: LauncherOptions): Promise<Launcher> {
  const env = await nameForUser(socketDir);
  return {
    kind: 'plain',
    clusterDir: join(dataDir, 'db'),
    socketDir,
    spawn: (program, args) => start(binaries[program], args, { env }),
  };
}

/**
 * PostgreSQL refuses a user id without a name. If the system has none for ours (a container run as any user), the library
 * nss_wrapper supplies one, as in PostgreSQL's own container image. Returns the environment for that. Throws if the library is
 * missing.
 */
async function nameForUser(folder: string): Promise<Record<string, string>> {
  if (hasName()) return {};
  const library = await findNssWrapper();
  if (library === undefined) {
    throw new Error(
      `The embedded database needs a user with a name, and the system has none for user id ${process.getuid?.()}. Install libnss-wrapper, run as a user that the system knows, or set DATABASE_URL.`,
    );
  }
  const [users, groups] = [join(folder, 'passwd'), join(folder, 'group')];
  await writeFile(users, `postgres:x:${process.getuid?.()}:${process.getgid?.()}::/:/bin/false\n`);
  await writeFile(groups, `postgres:x:${process.getgid?.()}:\n`);
  return { LD_PRELOAD: library, NSS_WRAPPER_PASSWD: users, NSS_WRAPPER_GROUP: groups };
}

function hasName(): boolean {
  try {
    return userInfo().username !== '';
  } catch {
    return false;
  }
}

/** Debian keeps libraries in one folder per architecture. */
async function findNssWrapper(): Promise<string | undefined> {
  const folders = ['.', ...(await readdir(LIBRARIES).catch(() => []))];
  const paths = folders.map((folder) => join(LIBRARIES, folder, 'libnss_wrapper.so'));
  return paths.find((path) => existsSync(path));
}

function inNamespace({ dataDir, socketDir, binaries }: LauncherOptions): Launcher {
  return {
    kind: 'namespace',
    clusterDir: join(dataDir, 'db'),
    socketDir,
    spawn: (program, args) => start('unshare', [...NAMESPACE_ARGS, binaries[program], ...args], {}),
  };
}

async function asOtherUser({ dataDir, binaries }: LauncherOptions): Promise<Launcher> {
  const digest = createHash('sha256').update(dataDir).digest('hex').slice(0, 12);
  const home = join(OTHERS_HOME, digest);
  const socketDir = join(home, 'run');
  await mkdir(socketDir, { recursive: true, mode: 0o700 });
  // The folder can be entered, its contents are private.
  await chmod(OTHERS_HOME, 0o755);
  for (const folder of [home, socketDir]) {
    await chown(folder, NOBODY, NOBODY);
    await chmod(folder, 0o700);
  }
  const reachable = await copyUnlessReachable(binaries);
  return {
    kind: 'other-user',
    clusterDir: join(home, 'db'),
    socketDir,
    spawn: (program, args) => start(reachable[program], args, { uid: NOBODY, gid: NOBODY }),
  };
}

/** Another user cannot enter a project under /root: its PostgreSQL is copied once to where it can. */
async function copyUnlessReachable(binaries: PostgresBinaries): Promise<PostgresBinaries> {
  if (await isWorldReachable(binaries.postgres)) return binaries;
  const native = dirname(dirname(binaries.postgres));
  const digest = createHash('sha256').update(native).digest('hex').slice(0, 12);
  const target = join(OTHERS_HOME, `postgres-${digest}`);
  await cp(native, target, { recursive: true, verbatimSymlinks: true, force: true });
  return { initdb: join(target, 'bin/initdb'), postgres: join(target, 'bin/postgres') };
}

async function isWorldReachable(path: string): Promise<boolean> {
  for (let folder = dirname(path); folder !== dirname(folder); folder = dirname(folder)) {
    if (((await stat(folder)).mode & 0o005) !== 0o005) return false;
  }
  return true;
}

async function namespacesWork(): Promise<boolean> {
  try {
    await run(spawn('unshare', [...NAMESPACE_ARGS, 'true'], { stdio: ['ignore', 'ignore', 'pipe'] }));
    return true;
  } catch {
    return false;
  }
}

interface StartOptions {
  uid?: number;
  gid?: number;
  /** Added to PostgreSQL's minimal environment. */
  env?: Record<string, string>;
}

function start(command: string, args: string[], { env, ...identity }: StartOptions): ChildProcess {
  if (command.startsWith('/')) accessSync(command, constants.X_OK);
  return spawn(command, args, {
    ...identity,
    // In its own process group: Ctrl-C in a terminal must reach the application first, which then stops the database.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC', ...env },
    cwd: '/',
  });
}
