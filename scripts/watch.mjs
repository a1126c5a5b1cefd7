// Restarts the server when it stops unexpectedly, because it crashed or the system killed it.
import { setTimeout as delay } from 'node:timers/promises';
import { runWatched, SIGNALS, whenOrphaned } from './prepare.mjs';

/** The server's exit code when it refuses to start: an invalid setting, a port in use (src/server/main.ts). */
const REFUSED = 78;
const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 60_000;
/** A server that ran for this long restarts with the shortest pause. */
const STEADY_MS = 10 * 60_000;

/**
 * Runs the server until it is asked to stop, and returns its exit code. If it ends for another reason, it is restarted after growing pauses,
 * unless it refused to start or was never ready.
 */
export async function keepRunning(command, args, options) {
  const wanted = new AbortController();
  const stop = () => wanted.abort();
  for (const signal of SIGNALS) process.on(signal, stop);
  whenOrphaned(stop);
  let pauseMs = FIRST_PAUSE_MS;
  let wasReady = false;
  const onMessage = (news) => {
    if (news === 'ready') wasReady = true;
    if (news === 'stopping') stop();
  };
  for (;;) {
    const began = performance.now();
    const { code, signal } = await runWatched(command, args, { ...options, onMessage });
    if (wanted.signal.aborted || code === 0 || code === REFUSED || !wasReady) return code ?? 1;
    if (performance.now() - began > STEADY_MS) pauseMs = FIRST_PAUSE_MS;
    const how = signal ?? `exit code ${code}`;
    process.stderr.write(`The server exited unexpectedly (${how}). Restarting in ${pauseMs / 1000} s.\n`);
    await delay(pauseMs, undefined, { signal: wanted.signal }).catch(() => undefined);
    if (wanted.signal.aborted) return code ?? 1;
    pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
  }
}
