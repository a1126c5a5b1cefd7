import { setTimeout as delay } from 'node:timers/promises';
import { runServer } from '#tests/support/server.ts';

/** One process of the application, which keeps its name and its port across restarts. */
export interface Node {
  name: string;
  role: 'all' | 'web' | 'worker';
  /** Its address; for a worker, that of its health and metrics. */
  url: string;
  /** Whether it is ready and still running. */
  isUp(): boolean;
  /** Starts it unless it is up, and waits until it is ready; if it exits instead, tries again, as a supervisor would. */
  start(): Promise<void>;
  /** Sends SIGKILL. Returns false if it was down already. */
  kill(): Promise<boolean>;
  /** Sends the process a signal, such as SIGSTOP or SIGCONT. */
  signal(name: NodeJS.Signals): void;
  /** Sends SIGTERM, waits for the exit, and returns the exit code. */
  stop(): Promise<number | null>;
  /** Its output across all starts. */
  output(): string;
  /** Its last output for each time that it exited by itself after having been ready. */
  ownEnds: readonly string[];
}

interface NodeOptions {
  name: string;
  role: Node['role'];
  dataDir: string;
  port: number;
  env: Record<string, string>;
}

const STARTS = 10;
const RETRY_MS = 300;
const KEPT_CHARACTERS = 2000;

/** Creates a node without starting it. */
export function nodeOf({ name, role, dataDir, port, env }: NodeOptions): Node {
  const settings = { ...env, ROLE: role, PORT: String(port), METRICS_PORT: String(port) };
  const ownEnds: string[] = [];
  let before = '';
  let running: Program | undefined;
  let starting: Promise<void> | undefined;
  let isWanted = false;

  const end = async (signal: NodeJS.Signals) => {
    if (!running) return null;
    running.isToEnd = true;
    return running.end(signal);
  };
  const launch = async () => {
    before += running?.output() ?? '';
    const program: Program = { ...runServer(dataDir, settings), isToEnd: false };
    running = program;
    try {
      await program.ready;
    } catch (error) {
      if (!program.isToEnd) throw error;
      return;
    }
    // By then, all of its output has been read.
    program.child.once('close', (code, signal) => {
      if (!program.isToEnd) ownEnds.push(`${code ?? signal}: ${program.output().slice(-KEPT_CHARACTERS)}`);
    });
  };
  const startPatiently = async () => {
    for (let failures = 0; isWanted && !isAlive(running); ) {
      try {
        await launch();
      } catch (error) {
        failures += 1;
        if (failures >= STARTS) throw error;
        await delay(RETRY_MS);
      }
    }
  };
  return {
    name,
    role,
    url: `http://127.0.0.1:${port}`,
    ownEnds,
    isUp: () => !starting && isAlive(running),
    start: () => {
      isWanted = true;
      starting ??= startPatiently().finally(() => {
        starting = undefined;
      });
      return starting;
    },
    kill: async () => {
      const wasAlive = isAlive(running);
      if (wasAlive) await end('SIGKILL');
      return wasAlive;
    },
    signal: (name) => void running?.child.kill(name),
    stop: async () => {
      isWanted = false;
      // A stopped process would not receive the signal.
      running?.child.kill('SIGCONT');
      const code = await end('SIGTERM');
      await starting?.catch(() => undefined);
      return code;
    },
    output: () => before + (running?.output() ?? ''),
  };
}

type Program = ReturnType<typeof runServer> & {
  /** Whether a test has killed or stopped it on purpose. */
  isToEnd: boolean;
};

function isAlive(program: Program | undefined): boolean {
  return program !== undefined && program.child.exitCode === null && program.child.signalCode === null;
}
