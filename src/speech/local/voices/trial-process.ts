import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { childEnvironment } from '../../child-environment.ts';

/** What the child found: the end of a sentence that begins with the file's name; no fault if the network may be used. */
const TrialReply = z.object({ fault: z.string().optional() });
export type TrialReply = { fault?: string | undefined };

export interface TrialOptions {
  signal: AbortSignal;
  /** Replaces the time limit in tests. */
  limitMs?: number;
}

/** CAM++ takes two seconds. */
const LIMIT_MS = 60_000;

/**
 * Tries a file in a process of its own, because it may be anybody's. Returns why it is not a network that describes voices, as the end of a sentence
 * that begins with the file's name; undefined if it is one. Rejects with the signal's reason, or if the process cannot be started.
 */
export async function tryVoiceFile(
  path: string,
  { signal, limitMs = LIMIT_MS }: TrialOptions,
): Promise<string | undefined> {
  signal.throwIfAborted();
  const child = fork(fileURLToPath(new URL('./trial-child.ts', import.meta.url)), [path], {
    env: childEnvironment(),
    execArgv: [],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  let reply: TrialReply | undefined;
  let isLate = false;
  const kill = () => child.kill('SIGKILL');
  const timer = setTimeout(() => {
    isLate = true;
    kill();
  }, limitMs);
  signal.addEventListener('abort', kill, { once: true });
  child.on('message', (message) => {
    reply = TrialReply.safeParse(message).data;
  });
  try {
    await new Promise<void>((resolve, reject) => {
      child.once('error', reject);
      child.once('exit', () => resolve());
    });
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', kill);
  }
  signal.throwIfAborted();
  if (reply) return reply.fault;
  return isLate ? 'takes too long to be of use' : 'ends the process that loads it';
}
