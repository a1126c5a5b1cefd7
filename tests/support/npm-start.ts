import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { onTestFinished } from 'vitest';
import { ROOT } from './server.ts';

/** Runs `npm start` with its own settings as the leader of a process group, until the test ends. */
export function npmStart(env: Record<string, string>) {
  const npm = spawn('npm', ['start'], {
    cwd: ROOT,
    env: { ...process.env, PORT: '0', SPEECH_ENGINE: 'fake', TAPESCRIPT_TEST_RESULT: '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let output = '';
  for (const stream of [npm.stdout, npm.stderr])
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  const exit = once(npm, 'exit');
  onTestFinished(async () => {
    if (npm.exitCode === null) npm.kill('SIGTERM');
    await exit;
  });
  /** The addresses of its servers, one after another. */
  const urls = () => [...output.matchAll(/Tapescript is ready: (\S+)\n/g)].map(([, url]) => url ?? '');
  return { npm, exit, output: () => output, urls };
}
