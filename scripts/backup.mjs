// npm run backup -- FILE [--with-secret]: backs up the whole installation into one file.
import { findNode, installPackages, pathWithBin, RUNTIME } from './install.mjs';
import { run } from './prepare.mjs';

await installPackages(RUNTIME);
process.exit(
  await run(findNode(), ['src/server/cli/backup.ts', ...process.argv.slice(2)], { path: pathWithBin() }),
);
