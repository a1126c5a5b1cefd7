import { type ChildProcess, spawn } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** What a process may always read: this program, including the targets of its links, but not the data folder. */
function programPaths(): string[] {
  const paths = ['package.json', 'src', 'node_modules'].map((path) =>
    fileURLToPath(new URL(`../../../${path}`, import.meta.url)),
  );
  return [...new Set([...paths, ...paths.map((path) => realpathSync(path))])];
}

/**
 * The system kills the process after this much processor time, even if nobody is left to watch it: a process in a tight loop does
 * not notice that its parent is gone. No core dumps.
 */
const WITHIN_SYSTEM_LIMITS = 'ulimit -c 0; ulimit -t "$1"; shift; exec "$@"';

export interface ConfinedProcess {
  /** The script it runs. */
  file: string;
  args?: string[];
  /** Files that it may read. */
  readable?: string[];
  heapMb: number;
  /** The processor time it may use in its lifetime, in seconds, over all cores. */
  processorSeconds: number;
}

/**
 * Starts a process for reading what strangers have made, so that it cannot harm the server. Even if an attacker runs code in it,
 * it can read only this program and its input, writes nothing, starts nothing, and knows no secret. Its memory and time must be
 * watched (`guardProcess`).
 */
export function startConfined({
  file,
  args = [],
  readable = [],
  heapMb,
  processorSeconds,
}: ConfinedProcess): ChildProcess {
  const node = [
    process.execPath,
    '--permission',
    ...[...programPaths(), file, ...readable].map((each) => `--allow-fs-read=${each}`),
    '--disallow-code-generation-from-strings',
    `--max-old-space-size=${heapMb}`,
    file,
    ...args,
  ];
  return spawn('/bin/sh', ['-c', WITHIN_SYSTEM_LIMITS, 'sh', String(processorSeconds), ...node], {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
    // In its own process group: Ctrl-C in a terminal reaches only the application, which decides when the work ends.
    detached: true,
    env: {},
  });
}
