import { spawn } from 'node:child_process';

export interface StopOptions {
  stop: () => Promise<void>;
  say: (message: string) => void;
  /** The time limit; after that the process is killed. */
  limitMs: number;
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** How much earlier the process exits on its own, if it can. */
const BY_ITSELF_MS = 2000;
/**
 * Prints a message and kills the process, unless its stdin ends first, which happens when that process exits; then it exits with
 * its timer.
 */
const WATCHDOG = `trap '' PIPE
(sleep "$2"; echo "$3" >&2; kill -KILL "$1") &
read _
kill -KILL 0`;
const TOO_LATE = 'Ended before everything was closed: it took too long. What was accepted is kept';

/** Stops once, on a signal or when the parent (npm start) has gone, and ends the process within the limit, whatever happens. */
export function stopOnSignals({ stop, say, limitMs }: StopOptions): void {
  let stopping = false;
  const begin = () => {
    if (stopping) return;
    stopping = true;
    endAfter(limitMs);
    notifySupervisor('stopping');
    say('Stopping (running transcriptions go on after the next start)');
    setTimeout(() => {
      say(TOO_LATE);
      process.exit(1);
    }, limitMs - BY_ITSELF_MS).unref();
    stop().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  for (const signal of SIGNALS) process.on(signal, begin);
  process.once('disconnect', begin);
}

/** Tells the supervisor of this process (`scripts/watch.mjs`), if there is one. */
export function notifySupervisor(news: 'ready' | 'stopping'): void {
  // The supervisor may be gone.
  if (process.connected) process.send?.(news, undefined, undefined, () => undefined);
}

/** Another process does the killing: a stuck event loop or a blocked thread would prevent our own timer. */
function endAfter(limitMs: number): void {
  const args = [String(process.pid), String(Math.ceil(limitMs / 1000)), TOO_LATE];
  const watchdog = spawn('/bin/sh', ['-c', WATCHDOG, 'sh', ...args], {
    stdio: ['pipe', 'ignore', 'inherit'],
    detached: true,
    env: { PATH: process.env.PATH },
    cwd: '/',
  });
  watchdog.on('error', () => undefined);
  watchdog.stdin.on('error', () => undefined);
  watchdog.unref();
}
