// npm run bench -- NAME [options]: runs one of the benchmarks in bench/.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fail } from './console.mjs';
import { findNode, installPackages, pathWithBin, ROOT } from './install.mjs';
import { buildWeb, fetchModels, run } from './prepare.mjs';

const [name = '', ...options] = process.argv.slice(2);
const known = readdirSync(join(ROOT, 'bench'))
  .filter((file) => file.endsWith('.bench.ts'))
  .map((file) => file.replace('.bench.ts', ''));
if (!/^[a-z-]+$/.test(name) || !existsSync(join(ROOT, `bench/${name}.bench.ts`))) {
  fail(`Usage: npm run bench -- NAME, where NAME is one of: ${known.join(', ')}`);
}
await installPackages();
await fetchModels();
// Compressed as users get it.
await buildWeb();
process.exit(await run(findNode(), [`bench/${name}.bench.ts`, ...options], { path: pathWithBin() }));
