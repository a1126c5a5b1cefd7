import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { untilUnused } from './folder-users.ts';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export interface ServerProcess {
  child: ChildProcess;
  /** Its address. */
  url: string;
  output(): string;
  /** Sends a signal, waits for the process to exit, and returns the exit code; null if it was killed. */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

/** Creates a folder that is removed when the test ends. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tapescript-system-'));
  onTestFinished(async () => {
    await untilUnused(folder);
    await rm(folder, { recursive: true, force: true });
  });
  return folder;
}

/** Starts the real application as a process and waits until it listens; it is stopped when the test ends. */
export async function startServer(dataDir: string, env: Record<string, string> = {}): Promise<ServerProcess> {
  const program = runServer(dataDir, env);
  onTestFinished(async () => {
    await program.end('SIGTERM');
  });
  const url = await program.ready;
  return { ...program, url };
}

/** The lines of a server's log that report an error. */
export function errorLines(output: string): string[] {
  return output.split('\n').filter((line) => /"level":[56]0/.test(line));
}

/** Starts the real application as a process. `ready` resolves to its address ('' for a worker), or rejects with its output if it exits instead. */
export function runServer(
  dataDir: string,
  env: Record<string, string> = {},
  /** A command that runs the program named by the arguments after it. */
  wrapper: readonly string[] = [],
) {
  const [command = process.execPath, ...args] = [...wrapper, process.execPath, 'src/server/main.ts'];
  const child = spawn(command, args, {
    cwd: ROOT,
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      PORT: '0',
      NODE_ENV: 'production',
      MODELS_DOWNLOAD: 'off',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const exit = once(child, 'exit');
  const ready = new Promise<string>((resolve, reject) => {
    const read = (text: string) => {
      output += text;
      const ready = /Tapescript (?:worker )?is ready(?:: (\S+))?\n/.exec(output);
      if (ready) resolve(ready[1] ?? '');
    };
    child.stdout.setEncoding('utf8').on('data', read);
    child.stderr.setEncoding('utf8').on('data', read);
    exit.then(([code]) => reject(new Error(`The server ended with ${code}: ${output}`)));
  });
  ready.catch(() => undefined);
  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    const [code] = await exit;
    return code;
  };
  return { child, ready, end, exit, output: () => output };
}
