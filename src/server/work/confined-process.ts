import { type ChildProcess, spawn } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** What a process may read besides what it is given: this program, also where links lead to it, and not the folder of its data. */
function programPaths(): string[] {
  const paths = ['package.json', 'src', 'node_modules'].map((path) =>
    fileURLToPath(new URL(`../../../${path}`, import.meta.url)),
  );
  return [...new Set([...paths, ...paths.map((path) => realpathSync(path))])];
}

/**
 * The system ends it when it has worked for so long, also when nobody is left to watch it: whoever never lets go of the processor
 * does not hear that its parent has gone. No memory is written down when it crashes.
 */
const WITHIN_SYSTEM_LIMITS = 'ulimit -c 0; ulimit -t "$1"; shift; exec "$@"';

export interface ConfinedProcess {
  /** The file that it runs. */
  file: string;
  args?: string[];
  /** Files that it may read. */
  readable?: string[];
  heapMb: number;
  /** Seconds of processor time that it may take in its life, over all cores. */
  processorSeconds: number;
}

/**
 * Starts a process for what may not harm the server: what strangers have made is read by it. Should that get its own code to run: it reads
 * nothing but this program and what it is given, writes nothing, starts nothing, knows no secret. Its memory and its time are to be watched
 * (`guardProcess`).
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
    // A group of its own: a terminal's Ctrl-C reaches the application only, which decides when the work ends.
    detached: true,
    env: {},
  });
}
