// npm run test:proxies: nginx and Caddy with the configurations of docs/operating.md, in front of two web nodes. As root on Debian, installs both.
import { existsSync } from 'node:fs';
import { fail } from './console.mjs';
import { installPackages } from './install.mjs';
import { buildWeb, fetchModels, installByApt } from './prepare.mjs';
import { finish, installPrograms, runTests } from './run-tests.mjs';

/** By path, so that a missing program is reported here and not in the middle of a test. */
const PROXIES = [
  { name: 'nginx-light', path: '/usr/sbin/nginx' },
  { name: 'caddy', path: '/usr/bin/caddy' },
  { name: 'openssl', path: '/usr/bin/openssl' },
];

await installPackages();
installPrograms();
for (const { name, path } of PROXIES) {
  if (!existsSync(path)) installByApt([name]);
  if (!existsSync(path)) fail(`These tests need ${path}: install ${name} and run this again.`);
}
await fetchModels();
await buildWeb();
finish(await runTests(['--project=proxies', ...process.argv.slice(2)]));
