// npm run test:fuzz [-- --seconds 300 --seed N --route TEXT]: odd requests to every route for some minutes, from a seed that
// is printed; with a seed the same ones again. npm test sends a few.
import { parseArgs } from 'node:util';
import { fail, say } from './console.mjs';
import { fetchModels, findNode, installPackages, pathWithBin, run } from './prepare.mjs';

const { seconds, seed, route } = readOptions();
await installPackages();
await fetchModels();
say(`Seed ${seed}`);
const args = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'http', 'tests/http/fuzz.test.ts'];
const env = { FUZZ_SEED: seed, FUZZ_SECONDS: seconds, FUZZ_ROUTE: route };
process.exit(await run(findNode(), args, { path: pathWithBin(), env }));

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
