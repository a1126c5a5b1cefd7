import { type ChildProcess, spawn } from 'node:child_process';

/** Seconds that a database has for its fast shutdown. */
const STOP_SECONDS = 20;
/**
 * Waits for a line, or for the end of its input, which comes when this process ends in whatever way. Then it stops the database:
 * with SIGINT, PostgreSQL's fast shutdown, and with SIGQUIT if that takes too long.
 */
const KEEP = `read _ && exit 0
kill -INT "$1" 2>/dev/null || exit 0
left="$2"
while [ "$left" -gt 0 ] && kill -0 "$1" 2>/dev/null; do sleep 1; left=$((left - 1)); done
kill -QUIT "$1" 2>/dev/null`;

/** Makes sure that a database server does not outlive this process, however this process ends. */
export function keepFromOutlivingUs(server: ChildProcess): void {
  if (server.pid === undefined) return;
  const keeper = spawn('/bin/sh', ['-c', KEEP, 'sh', String(server.pid), String(STOP_SECONDS)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    // In its own process group, so that a signal to ours does not end it.
    detached: true,
    env: { PATH: process.env.PATH },
    cwd: '/',
  });
  // Without it the next start still stops a server that was left behind.
  keeper.on('error', () => undefined);
  keeper.stdin.on('error', () => undefined);
  keeper.unref();
  server.once('exit', () => keeper.stdin.end('ended\n'));
}
