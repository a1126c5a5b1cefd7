// npm run restore -- FILE [--replace]: restores a backup into this installation.
import { findNode, installPackages, pathWithBin, RUNTIME } from './install.mjs';
import { run } from './prepare.mjs';

await installPackages(RUNTIME);
process.exit(
  await run(findNode(), ['src/server/cli/restore.ts', ...process.argv.slice(2)], { path: pathWithBin() }),
);
