// npm run test:fuzz [-- --seconds 300 --seed N --route TEXT]: sends odd requests to every route for some minutes, from a seed that
// it prints; the same seed repeats the same requests. npm test sends a few.
import { parseArgs } from 'node:util';
import { fail, say } from './console.mjs';
import { installPackages } from './install.mjs';
import { fetchModels } from './prepare.mjs';
import { finish, runTests } from './run-tests.mjs';

const { seconds, seed, route } = readOptions();
await installPackages();
await fetchModels();
say(`Seed ${seed}`);
const env = { FUZZ_SEED: seed, FUZZ_SECONDS: seconds, FUZZ_ROUTE: route };
finish(await runTests(['--project=http', 'tests/http/fuzz.test.ts'], env));

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        seconds: { type: 'string', default: '300' },
        seed: { type: 'string', default: String(Math.floor(Math.random() * 1e9)) },
        route: { type: 'string', default: '' },
      },
    });
    if (/^\d+$/.test(values.seconds) && /^\d+$/.test(values.seed)) return values;
  } catch {
    // Reported below.
  }
  return fail('Usage: npm run test:fuzz -- [--seconds 300] [--seed N] [--route TEXT]');
}
