import { readdir, readFile } from 'node:fs/promises';

export interface TreeMemory {
  /** Proportional set size of the process itself, MB: shared pages are divided among the processes that share them. */
  server: number;
  /** The same for everything it started, except the database. */
  children: number;
}

/** The current memory of a process and its children. Linux only. */
export async function treeMemory(pid: number | undefined): Promise<TreeMemory> {
  const processes = await Promise.all(
    (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(describe),
  );
  const children = processes.filter((each) => each?.parent === pid && !each?.name.includes('postgres'));
  const sizes = await Promise.all(children.map((each) => sizeMb(each?.pid)));
  return { server: await sizeMb(pid), children: sizes.reduce((sum, size) => sum + size, 0) };
}

async function describe(name: string) {
  const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '');
  const [, program = '', parent] = /^\d+ \((.*)\) \S (\d+)/s.exec(stat) ?? [];
  return parent === undefined ? undefined : { pid: Number(name), name: program, parent: Number(parent) };
}

async function sizeMb(pid: number | undefined): Promise<number> {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
  return Math.round(Number(/^Pss:\s+(\d+)/m.exec(text)?.[1] ?? 0) / 1024);
}
