import { readFileSync } from 'node:fs';
import { totalmem } from 'node:os';
import { join } from 'node:path';

/** The memory that a process on this machine can get, in bytes. */
export interface AvailableMemory {
  /** The total: the machine's, or a control group's (container's) limit if that is lower. */
  limitBytes: number;
  /** What can be allocated now without the system having to kill or slow down anything. */
  availableBytes: number;
}

/**
 * Reads the available memory. For a control group (v1 and v2, including its ancestors) that is the limit minus what is in use;
 * inactive file cache, which can be reread, does not count as used:
 * https://docs.kernel.org/admin-guide/cgroup-v2.html#memory-interface-files. `process.availableMemory()` counts it, and so finds
 * no room after a large file was read. `root` is for tests.
 */
export function readMemory(root = '/'): AvailableMemory {
  const all = [readMachine(root), ...readGroups(root)];
  const limitBytes = Math.min(...all.map((each) => each.limitBytes));
  return { limitBytes, availableBytes: Math.min(limitBytes, ...all.map((each) => each.availableBytes)) };
}

/** What a process holds now, in bytes; 0 if it is gone or the system does not report it. Linux only. */
export function residentBytes(pid: number): number {
  return (field(read(`/proc/${pid}/status`), /^VmRSS:\s+(\d+) kB/m) ?? 0) * 1024;
}

function readMachine(root: string): AvailableMemory {
  const text = read(join(root, 'proc/meminfo'));
  const total = field(text, /^MemTotal:\s+(\d+) kB/m);
  const available = field(text, /^MemAvailable:\s+(\d+) kB/m);
  return {
    limitBytes: total === undefined ? totalmem() : total * 1024,
    availableBytes: available === undefined ? process.availableMemory() : available * 1024,
  };
}

/** File names of version 2 and version 1. */
const UNIFIED = {
  folder: 'sys/fs/cgroup',
  limit: 'memory.max',
  used: 'memory.current',
  old: 'inactive_file',
};
const SEPARATE = {
  folder: 'sys/fs/cgroup/memory',
  limit: 'memory.limit_in_bytes',
  used: 'memory.usage_in_bytes',
  old: 'total_inactive_file',
};

/** The group of this process and its ancestors, as far as they have a limit. */
function readGroups(root: string): AvailableMemory[] {
  const own = read(join(root, 'proc/self/cgroup'));
  return [
    { names: SEPARATE, path: /^\d+:(?:[^:]*,)?memory(?:,[^:]*)?:(.*)$/m.exec(own)?.[1] },
    { names: UNIFIED, path: /^0::(.*)$/m.exec(own)?.[1] },
  ].flatMap(({ names, path }) =>
    path === undefined
      ? []
      : ancestors(path).flatMap((folder) => readGroup(join(root, names.folder, folder), names)),
  );
}

/** '/a/b', '/a' and '/': a container may see its own group as the root, whatever its path is outside. */
function ancestors(path: string): string[] {
  const parts = path.split('/').filter((part) => part !== '');
  return Array.from({ length: parts.length + 1 }, (_, index) =>
    parts.slice(0, parts.length - index).join('/'),
  );
}

function readGroup(folder: string, names: typeof UNIFIED): AvailableMemory[] {
  const limitBytes = field(read(join(folder, names.limit)), /^(\d+)$/m);
  const used = field(read(join(folder, names.used)), /^(\d+)$/m);
  if (limitBytes === undefined || used === undefined) return [];
  const old = field(read(join(folder, 'memory.stat')), new RegExp(`^${names.old} (\\d+)$`, 'm')) ?? 0;
  return [{ limitBytes, availableBytes: Math.max(0, limitBytes - Math.max(0, used - old)) }];
}

function field(text: string, pattern: RegExp): number | undefined {
  const [, value] = pattern.exec(text) ?? [];
  return value === undefined ? undefined : Number(value);
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
