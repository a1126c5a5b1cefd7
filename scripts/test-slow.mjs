// npm run test:slow: tests that are slow by nature, such as request storms and hours of audio. With arguments, runs only the files whose names match.
import { installPackages } from './install.mjs';
import { buildWeb, fetchModels } from './prepare.mjs';
import { finish, installPrograms, runTests } from './run-tests.mjs';

await installPackages();
installPrograms();
await fetchModels();
await buildWeb();
finish(await runTests(['--project=slow', '--project=measured', ...process.argv.slice(2)]));
