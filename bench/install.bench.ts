// npm run bench -- install: what `npm start` downloads in a fresh clone with an empty npm cache, what it leaves on the disk, and how
// long later starts take. Runs on the Node.js of the PATH, as a fresh machine has it.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { request as requestHttps } from 'node:https';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { ROOT } from '#tests/support/server.ts';

const DOWNLOAD_MB = 350;
const DISK_MB = 800;
const START_S = 3;

const upstream = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' })
  .trim()
  .split('\n')
  .at(-1);
let received = 0;
/** The npm registry, with what it sends counted. */
const registry = createServer((request, response) => {
  const url = new URL(request.url ?? '/', upstream);
  const headers = { ...request.headers, host: url.host };
  const forwarded = requestHttps(url, { method: request.method ?? 'GET', headers }, (answer) => {
    answer.on('data', (piece: Buffer) => {
      received += piece.length;
    });
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  forwarded.on('error', () => response.destroy());
  response.on('close', () => forwarded.destroy());
  request.pipe(forwarded);
});
registry.listen(0, '127.0.0.1');
await once(registry, 'listening');
const address = registry.address();
const port = typeof address === 'object' ? address?.port : 0;
const folder = await mkdtemp(join(tmpdir(), 'tapescript-bench-install-'));
const clone = join(folder, 'clone');
try {
  execFileSync('git', ['clone', '-q', ROOT, clone]);
  const first = await start();
  const left = megabytes('node_modules') + megabytes('.cache');
  const later = [await start(), await start()];
  tell('downloaded', received / 1e6, DOWNLOAD_MB, 'MB');
  tell('left in node_modules and .cache', left, DISK_MB, 'MB');
  tell('later start to listening', Math.min(...later), START_S, 's');
  console.log(`first start: ${first.toFixed(0)} s`);
} finally {
  registry.closeAllConnections();
  registry.close();
  await rm(folder, { recursive: true, force: true });
}

/** Seconds from the command to listening; the application is stopped again. */
async function start(): Promise<number> {
  const started = performance.now();
  const path = (process.env.PATH ?? '').split(delimiter).filter((part) => !part.startsWith(ROOT));
  const child = spawn('npm', ['start'], {
    cwd: clone,
    env: {
      ...process.env,
      PATH: path.join(delimiter),
      PORT: '0',
      npm_config_registry: `http://127.0.0.1:${port}/`,
      npm_config_cache: join(folder, 'cache'),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  await new Promise<void>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (piece: string) => {
      text += piece;
      if (text.includes('Tapescript is ready')) resolve();
    });
    child.once('exit', () => reject(new Error(`npm start ended:\n${text}`)));
  });
  const seconds = (performance.now() - started) / 1000;
  const closed = once(child, 'close');
  child.kill('SIGTERM');
  await closed;
  return seconds;
}

function megabytes(name: string): number {
  return Number(execFileSync('du', ['-sm', join(clone, name)], { encoding: 'utf8' }).split('\t')[0]);
}

function tell(what: string, value: number, limit: number, unit: string): void {
  console.log(
    `${what}: ${value.toFixed(1)} ${unit}, ${(value / limit).toFixed(2)} of ${limit} ${unit}${value > limit ? ' (missed)' : ''}`,
  );
}
