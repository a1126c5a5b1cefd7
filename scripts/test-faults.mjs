// npm run test:faults: repeatedly breaks a real installation in every way we know, and compares what people were told with what is stored
// afterwards. Takes twenty minutes to an hour. With arguments, runs only the files whose names match. FAULT_SEED, FAULT_KILLS and FAULT_MINUTES: see docs/operating.md.
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fail, say } from './console.mjs';
import { installPackages, ROOT } from './install.mjs';
import { buildWeb, installByApt } from './prepare.mjs';
import { finish, runTests } from './run-tests.mjs';
import { installSwift } from './swift.mjs';

const REPORT = join(ROOT, '.cache/fault-report.jsonl');
const SWIFT = '/usr/lib/python3/dist-packages/swift';
const POSTGRES = '/usr/lib/postgresql/15/bin/postgres';

await installPackages();
if (!existsSync(POSTGRES)) installByApt(['postgresql-15']);
// Without it, the tests of the store's faults are skipped, with a message.
if (!existsSync(SWIFT)) installByApt(['swift-proxy', 'swift-account', 'swift-container', 'swift-object']);
if (!existsSync(POSTGRES)) fail('These tests need PostgreSQL 15: install postgresql-15 and run this again.');
if (!installSwift()) say('Swift is not installed, so the tests of a failing S3 are skipped.');
await buildWeb();
await rm(REPORT, { force: true });
await mkdir(dirname(REPORT), { recursive: true });
const counts = await runTests(['--project=faults', ...process.argv.slice(2)], {
  TAPESCRIPT_FAULT_REPORT: REPORT,
});
await printTable();
finish(counts);

/** One line per storm, and their sum. */
async function printTable() {
  const lines = (await readFile(REPORT, 'utf8').catch(() => '')).split('\n').filter(Boolean);
  if (lines.length === 0) return;
  const storms = lines.map((line) => JSON.parse(line));
  const sum = (pick) => storms.reduce((total, storm) => total + pick(storm), 0);
  const rows = storms.map((storm) => ({
    storm: storm.storm,
    killed: Object.entries(storm.killed)
      .filter(([, count]) => count > 0)
      .map(([name, count]) => `${count} ${name}`)
      .join(', '),
    ...numbersOf((pick) => pick(storm)),
    'settled after': `${Math.round(storm.quietMs / 1000)} s`,
    seed: storm.seed,
  }));
  const kills = sum(({ killed }) => Object.values(killed).reduce((total, count) => total + count, 0));
  const longest = Math.max(...storms.map(({ quietMs }) => quietMs));
  rows.push({
    storm: 'all',
    killed: kills,
    ...numbersOf(sum),
    'settled after': `${Math.round(longest / 1000)} s`,
    seed: '',
  });
  console.table(rows);
}

function numbersOf(pick) {
  return {
    'writes acknowledged': pick(({ acknowledged }) => acknowledged),
    'writes unanswered': pick(({ unknown }) => unknown),
    lost: pick(({ losses }) => losses),
    'recordings accepted': pick(({ recordings }) => recordings.accepted),
    completed: pick(({ recordings }) => recordings.completed),
    'failed with a reason': pick(({ recordings }) => recordings.failed),
    deleted: pick(({ recordings }) => recordings.deleted),
  };
}
