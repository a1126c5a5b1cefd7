import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { onTestFinished } from 'vitest';
import { type Cluster, type ClusterOptions, startCluster } from '#server/db/embedded/cluster.ts';
import { untilUnused } from './folder-users.ts';
import { ROOT } from './server.ts';

/** The process id of the database's first process (the postmaster) in a data folder. */
export async function postmasterOf(dataDir: string): Promise<number> {
  return Number((await readFile(join(dataDir, 'db/postmaster.pid'), 'utf8')).split('\n')[0]);
}

/** The process id of the server that has started this database: the postmaster's parent. */
export async function serverOf(dataDir: string): Promise<number> {
  const postmaster = await postmasterOf(dataDir);
  const stat = await readFile(`/proc/${postmaster}/stat`, 'utf8');
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
}

/** Runs one statement on a separate connection and returns its rows. */
export async function ask(connection: pg.ClientConfig, sql: string): Promise<unknown[]> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Starts the database from this process; it is stopped when the test ends, however it ends. */
export async function startHere(options: Omit<ClusterOptions, 'log'>): Promise<Cluster> {
  const cluster = await startCluster({ ...options, log: () => undefined });
  onTestFinished(() => cluster.stop());
  return cluster;
}

/** Starts the database from a separate process; `prefix` is the command that runs node. Both have ended when the test has. */
export async function startInProcess(dataDir: string, prefix: string[] = []) {
  const [command = '', ...args] = [...prefix, process.execPath, 'tests/support/cluster-process.ts', dataDir];
  const child = spawn(command, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] });
  const exit = once(child, 'exit');
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await exit;
    await untilUnused(dataDir);
  });
  const [line] = await once(child.stdout.setEncoding('utf8'), 'data');
  return { child, said: JSON.parse(String(line)) as { kind: string; uid: number; host: string } };
}
