// npm run dev: the server and the web application; both reload when their files change. With --seed, makes something to look at (tests/seed/main.ts).
import { fail, say } from './console.mjs';
import { findNode, installPackages, pathWithBin } from './install.mjs';
import { fetchModels, run } from './prepare.mjs';

/** Where src/web/vite.config.ts expects the server. */
const SERVER_PORT = '3001';
const WEB_PORT = process.env.PORT ?? '3000';

const args = process.argv.slice(2);
const isSeeded = args[0] === '--seed';
if (args.length > (isSeeded ? 1 : 0)) fail('Usage: npm run dev [-- --seed]');

await installPackages();
await fetchModels();
say(`Open http://127.0.0.1:${WEB_PORT} (the server behind it listens on ${SERVER_PORT})`);
const path = pathWithBin();
const server = run(
  findNode(),
  [
    '--watch-path=src/server',
    '--watch-path=src/contract',
    '--watch-path=src/domain',
    '--watch-path=src/speech',
    '--watch-path=src/embedding',
    '--watch-preserve-output',
    'src/server/main.ts',
  ],
  {
    path,
    env: { PORT: SERVER_PORT },
  },
);
const web = run(
  findNode(),
  ['node_modules/vite/bin/vite.js', 'src/web', '--host', '127.0.0.1', '--port', WEB_PORT, '--strictPort'],
  { path },
);
// If it fails, it says why, and the application runs on.
if (isSeeded)
  void run(
    findNode(),
    [
      '--disable-warning=ExperimentalWarning',
      'tests/seed/main.ts',
      `http://127.0.0.1:${SERVER_PORT}`,
      `http://127.0.0.1:${WEB_PORT}`,
    ],
    { path },
  );
process.exit(await Promise.race([server, web]));
