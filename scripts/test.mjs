// npm test: everything but what is slow by nature, on a fresh clone too. Ends with a plain line 'N passed, N failed'. With arguments
// only the tests whose file names match are run, and the checks are left out.
import { checkAll } from './check.mjs';
import { say } from './console.mjs';
import { buildWeb, fetchModels, installPackages } from './prepare.mjs';
import { finish, installPrograms, runTests } from './run-tests.mjs';

const filters = process.argv.slice(2);
await installPackages();
installPrograms();
await fetchModels();
await buildWeb();
const checks = filters.length === 0 ? await checkAll() : { passed: 0, failed: 0 };
const projects = ['unit', 'http', 'system', 'e2e'].map((name) => `--project=${name}`);
const tests = await runTests([...projects, ...filters]);
if (filters.length > 0) say(`Left out: the checks, and all files but those that match ${filters.join(' ')}.`);
say('Left out: what is slow by nature (npm run test:slow).');
finish(checks, tests);
