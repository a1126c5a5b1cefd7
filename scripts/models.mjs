// npm run models -- list|check|add FILE|add NAME|remove NAME: the speech models of this installation.
import { findNode, installPackages, pathWithBin, RUNTIME } from './install.mjs';
import { run } from './prepare.mjs';

await installPackages(RUNTIME);
process.exit(
  await run(findNode(), ['src/server/cli/models.ts', ...process.argv.slice(2)], { path: pathWithBin() }),
);
