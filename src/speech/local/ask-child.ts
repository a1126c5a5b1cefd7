import { fork } from 'node:child_process';
import { childEnvironment } from '../child-environment.ts';

export interface AskOptions {
  signal: AbortSignal;
  limitMs: number;
}

/** What a child process has sent, unparsed: undefined if it ended without a message; `isLate` if its time was up before. */
export interface ChildAnswer {
  reply: unknown;
  isLate: boolean;
}

/**
 * Runs a module in a process of its own, without our settings, and returns the last message that it sends before it ends. Rejects with the signal's
 * reason, or if the process cannot be started.
 */
export async function askChild(
  module: string,
  args: readonly string[],
  { signal, limitMs }: AskOptions,
): Promise<ChildAnswer> {
  signal.throwIfAborted();
  const child = fork(module, args, {
    env: childEnvironment(),
    execArgv: [],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const answer: ChildAnswer = { reply: undefined, isLate: false };
  const kill = () => child.kill('SIGKILL');
  const timer = setTimeout(() => {
    answer.isLate = true;
    kill();
  }, limitMs);
  signal.addEventListener('abort', kill, { once: true });
  child.on('message', (message) => {
    answer.reply = message;
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
  return answer;
}
