// npm run test:faults: breaks a real installation in every way that there is, again and again, and compares what people were told with what is
// there afterwards. Takes about twenty minutes; with arguments only the files whose names match. FAULT_SEED and FAULT_KILLS: see docs/operating.md.
import { existsSync } from 'node:fs';
import { fail } from './console.mjs';
import { buildWeb, findNode, installByApt, installPackages, pathWithBin, run } from './prepare.mjs';

const POSTGRES = '/usr/lib/postgresql/15/bin/postgres';

await installPackages();
if (!existsSync(POSTGRES)) installByApt(['postgresql-15']);
if (!existsSync(POSTGRES)) fail('These tests need PostgreSQL 15: install postgresql-15 and run this again.');
await buildWeb();
const args = ['node_modules/vitest/vitest.mjs', 'run', '--project=faults', ...process.argv.slice(2)];
process.exit(await run(findNode(), args, { path: pathWithBin() }));
