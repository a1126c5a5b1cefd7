import { existsSync } from 'node:fs';
import { mkdir, readFile, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** A control group (cgroup) with a memory limit. */
export interface MemoryGroup {
  /** The command prefix that runs a program in the group. */
  wrapper: string[];
  /** Memory in MB: what the processes own (it cannot be reread from files), and all of it. */
  use(): Promise<{ ownMb: number; allMb: number }>;
  /** How many of its processes the system has killed. */
  kills(): Promise<number>;
  /** The CPU time of its processes. */
  cpuSeconds(): Promise<number>;
  /** Removes the group once its processes have ended. */
  remove(): Promise<void>;
}

const MB = 1024 * 1024;

/** Creates a group (cgroup version 1 or 2; requires root). Throws if the system does not support them. */
export async function createMemoryGroup(limitMb: number): Promise<MemoryGroup> {
  const isSeparate = existsSync('/sys/fs/cgroup/memory/memory.limit_in_bytes');
  const root = isSeparate ? '/sys/fs/cgroup/memory' : '/sys/fs/cgroup';
  const folder = join(root, `tapescript-${process.pid}`);
  if (!isSeparate) await writeFile(join(root, 'cgroup.subtree_control'), '+memory').catch(() => undefined);
  // In version 1, CPU time is counted in a separate hierarchy.
  const timeFolder = isSeparate ? folder.replace('/memory/', '/cpuacct/') : folder;
  for (const each of new Set([folder, timeFolder])) await mkdir(each);
  const enter = [...new Set([folder, timeFolder])].map((each) => `echo $$ > ${join(each, 'cgroup.procs')}`);
  await writeFile(join(folder, isSeparate ? 'memory.limit_in_bytes' : 'memory.max'), String(limitMb * MB));
  const read = async (file: string, pattern: RegExp) =>
    Number(pattern.exec(await readFile(join(folder, file), 'utf8'))?.[1] ?? 0);
  return {
    wrapper: ['sh', '-c', `${enter.join(' && ')} && exec "$@"`, 'sh'],
    use: async () => ({
      ownMb: (await read('memory.stat', isSeparate ? /^total_rss (\d+)$/m : /^anon (\d+)$/m)) / MB,
      allMb: (await read(isSeparate ? 'memory.usage_in_bytes' : 'memory.current', /^(\d+)$/m)) / MB,
    }),
    cpuSeconds: async () => {
      const file = join(timeFolder, isSeparate ? 'cpuacct.usage' : 'cpu.stat');
      const [, time] = /^(?:usage_usec )?(\d+)$/m.exec(await readFile(file, 'utf8')) ?? [];
      return Number(time) / (isSeparate ? 1e9 : 1e6);
    },
    kills: () => read(isSeparate ? 'memory.oom_control' : 'memory.events', /^oom_kill (\d+)$/m),
    remove: async () => {
      for (const each of new Set([folder, timeFolder])) await removeEmpty(each);
    },
  };
}

/** Removes a group, retrying because killed processes may still exist for a moment. */
async function removeEmpty(folder: string): Promise<void> {
  for (let tries = 0; tries < 50; tries += 1) {
    const isGone = await rmdir(folder).then(
      () => true,
      () => false,
    );
    if (isGone) return;
    await delay(100);
  }
}
