// npm run test:postgres: the HTTP tests on Debian's PostgreSQL 15 instead of the embedded 18. Installs PostgreSQL if possible, starts it on a
// free port and stops it again. With arguments, runs only the files whose names match.
import { existsSync } from 'node:fs';
import { fail } from './console.mjs';
import { installPackages } from './install.mjs';
import { fetchModels, installPostgres, POSTGRES_15 } from './prepare.mjs';
import { finish, runTests } from './run-tests.mjs';

installPostgres();
if (!existsSync(POSTGRES_15)) {
  fail(
    `PostgreSQL 15 was not found at ${POSTGRES_15} and could not be installed. On Debian 12, run as root: apt-get install postgresql-15`,
  );
}
await installPackages();
await fetchModels();
finish(await runTests(['--project=http', ...process.argv.slice(2)], { TAPESCRIPT_TEST_POSTGRES: '15' }));
