// npm run account -- set-password|sign-out|unlink EMAIL: account administration for the operator.
import { findNode, installPackages, pathWithBin, RUNTIME } from './install.mjs';
import { run } from './prepare.mjs';

await installPackages(RUNTIME);
process.exit(
  await run(findNode(), ['src/server/cli/account.ts', ...process.argv.slice(2)], { path: pathWithBin() }),
);
