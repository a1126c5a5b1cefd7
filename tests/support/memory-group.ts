import { existsSync } from 'node:fs';
import { mkdir, readFile, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** A control group of the system with so much memory and no more. */
export interface MemoryGroup {
  /** Runs a program within it: to be put before the program's name. */
  wrapper: string[];
  /** Memory that cannot be read again from files, and all of it, in MB. */
  use(): Promise<{ ownMb: number; allMb: number }>;
  /** Processes that the system has killed in it. */
  kills(): Promise<number>;
  /** Time of processors that its processes took. */
  cpuSeconds(): Promise<number>;
  /** When its processes have ended. */
  remove(): Promise<void>;
}

const MB = 1024 * 1024;

/** Makes a group (version 1 or 2 of control groups; as root only). Throws where the system has none. */
export async function createMemoryGroup(limitMb: number): Promise<MemoryGroup> {
  const isSeparate = existsSync('/sys/fs/cgroup/memory/memory.limit_in_bytes');
  const root = isSeparate ? '/sys/fs/cgroup/memory' : '/sys/fs/cgroup';
  const folder = join(root, `tapescript-${process.pid}`);
  if (!isSeparate) await writeFile(join(root, 'cgroup.subtree_control'), '+memory').catch(() => undefined);
  // Version 1 counts time in a group of its own.
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

/** Processes that were killed may still be there for a moment. */
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
