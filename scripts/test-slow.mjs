// npm run test:slow: what is slow by nature, such as storms of requests and hours of sound. With arguments only the tests whose file names match.
import { installPackages } from './install.mjs';
import { buildWeb, fetchModels } from './prepare.mjs';
import { finish, installPrograms, runTests } from './run-tests.mjs';

await installPackages();
installPrograms();
await fetchModels();
await buildWeb();
finish(await runTests(['--project=slow', ...process.argv.slice(2)]));
