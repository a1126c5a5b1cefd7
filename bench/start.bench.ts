// npm run bench -- start: how long `npm start` takes to listen when everything is installed, built and created.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { percentile } from '#tests/support/percentile.ts';
import { ROOT } from '#tests/support/server.ts';

const ROUNDS = 5;
const dataDir = await mkdtemp(join(tmpdir(), 'tapescript-bench-'));
try {
  const first = await start();
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) times.push(await start());
  console.log(`first start on an empty data folder: ${(first / 1000).toFixed(2)} s`);
  console.log(
    `later starts: median ${(percentile(times, 0.5) / 1000).toFixed(2)} s, worst ${(percentile(times, 1) / 1000).toFixed(2)} s of ${ROUNDS} (goal 3 s)`,
  );
} finally {
  await rm(dataDir, { recursive: true, force: true });
}

/** Milliseconds from the command to listening; stops the application afterwards. */
async function start(): Promise<number> {
  const started = performance.now();
  const child = spawn('npm', ['start'], {
    cwd: ROOT,
    env: { ...process.env, DATA_DIR: dataDir, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  const ready = new Promise<void>((resolve) => {
    child.stdout.setEncoding('utf8').on('data', (piece: string) => {
      text += piece;
      if (text.includes('Tapescript is ready')) resolve();
    });
  });
  await ready;
  const ms = performance.now() - started;
  const closed = once(child, 'close');
  child.kill('SIGTERM');
  // npm exits immediately; its output closes when the application has stopped.
  await closed;
  return ms;
}
