// npm run restore -- FILE [--replace]: puts what a backup holds into this installation.
import { findNode, installPackages, pathWithBin, run } from './prepare.mjs';

await installPackages();
process.exit(
  await run(findNode(), ['src/server/cli/restore.ts', ...process.argv.slice(2)], { path: pathWithBin() }),
);
