import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** Kills the PostgreSQL on these files (postmaster and all children) at once, as the system does under memory pressure. Returns the number of processes. */
export async function killCluster(folder: string): Promise<number> {
  const postmaster = await postmasterOf(folder);
  if (postmaster === undefined) return 0;
  // While stopped, it cannot start more children during the listing.
  signal(postmaster, 'SIGSTOP');
  const pids = [postmaster, ...(await childrenOf(postmaster))];
  for (const pid of pids) signal(pid, 'SIGKILL');
  for (const pid of pids) await untilGone(pid);
  return pids.length;
}

/** Sends a signal to all processes of the PostgreSQL on these files, to its postmaster first. */
export async function signalCluster(folder: string, name: NodeJS.Signals): Promise<void> {
  const postmaster = await postmasterOf(folder);
  if (postmaster === undefined) throw new Error('The database does not run.');
  for (const pid of [postmaster, ...(await childrenOf(postmaster))]) signal(pid, name);
}

/** Kills the process of one connection, chosen by its relative position (0 to 1); PostgreSQL then ends all others and recovers. Returns false if there was none. */
export async function killBackend(folder: string, place: number): Promise<boolean> {
  const postmaster = await postmasterOf(folder);
  const children = postmaster === undefined ? [] : await childrenOf(postmaster);
  const backends: number[] = [];
  for (const pid of children) {
    // 'postgres: tapescript tapescript 127.0.0.1(4711) idle', 'postgres: tapescript tapescript [local] COMMIT'
    if (/^postgres: \S+ tapescript /.test(await commandOf(pid))) backends.push(pid);
  }
  const pid = backends[Math.floor(place * backends.length)];
  return pid !== undefined && signal(pid, 'SIGKILL');
}

/** The process id of the server that runs on these files. */
async function postmasterOf(folder: string): Promise<number | undefined> {
  const text = await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => '');
  const pid = Number(text.split('\n', 1)[0]);
  // The id in a stale file may belong to another program by now.
  return pid > 1 && (await commandOf(pid)).includes(folder) ? pid : undefined;
}

async function childrenOf(parent: number): Promise<number[]> {
  const pids = (await readdir('/proc')).map(Number).filter(Number.isInteger);
  const children: number[] = [];
  for (const pid of pids) {
    const [, state, ppid] = await stateOf(pid);
    if (Number(ppid) === parent && state !== 'Z') children.push(pid);
  }
  return children;
}

/** The match of /proc/<id>/stat with state and parent; empty if the process is gone. */
async function stateOf(pid: number): Promise<string[]> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return /\) (\S) (\d+) /.exec(text) ?? [];
}

async function commandOf(pid: number): Promise<string> {
  const text = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  return text.replaceAll('\0', ' ');
}

/** Waits until a process is gone or a zombie, which no longer holds any resources. */
async function untilGone(pid: number): Promise<void> {
  for (;;) {
    const [, state] = await stateOf(pid);
    if (state === undefined || state === 'Z') return;
    await delay(5);
  }
}

function signal(pid: number, name: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
}
