import { readdir, readFile } from 'node:fs/promises';

/** Linux counts in hundredths of a second. */
const TICK_SECONDS = 0.01;

interface Described {
  parent: number;
  seconds: number;
}

/** Processor time that a process and everything it started have used so far, in seconds, including processes that have ended. Linux only. */
export async function familyTime(pid: number | undefined): Promise<number> {
  const processes = await describeAll();
  return [...processes].reduce(
    (sum, [each, { seconds }]) => (isBelow(processes, each, pid) ? sum + seconds : sum),
    0,
  );
}

/** Memory of a process and everything it started, in MB; shared pages count once. Linux only. */
export async function familyMemory(pid: number | undefined): Promise<number> {
  const processes = await describeAll();
  const family = [...processes.keys()].filter((each) => isBelow(processes, each, pid));
  const sizes = await Promise.all(
    family.map(async (each) => {
      const text = await readFile(`/proc/${each}/smaps_rollup`, 'utf8').catch(() => '');
      return Number(/^Pss:\s+(\d+)/m.exec(text)?.[1] ?? 0) / 1024;
    }),
  );
  return Math.round(sizes.reduce((sum, size) => sum + size, 0));
}

async function describeAll(): Promise<Map<number, Described>> {
  const found = new Map<number, Described>();
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '');
    // After the program's name, which may contain anything, come state, parent, ..., and from the 12th field on the times of the process and of children that have ended.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
    if (fields.length > 15)
      found.set(Number(name), { parent: Number(fields[1]), seconds: ticks * TICK_SECONDS });
  }
  return found;
}

function isBelow(processes: ReadonlyMap<number, Described>, each: number, pid: number | undefined): boolean {
  for (let at: number | undefined = each; at; at = processes.get(at)?.parent) if (at === pid) return true;
  return false;
}
