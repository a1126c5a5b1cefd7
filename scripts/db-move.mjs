// npm run db:move -- --to postgres://... [--data-dir FOLDER]: copies the embedded database and its recordings to an external PostgreSQL.
import { findNode, installPackages, pathWithBin, RUNTIME } from './install.mjs';
import { run } from './prepare.mjs';

await installPackages(RUNTIME);
process.exit(
  await run(findNode(), ['src/server/cli/move.ts', ...process.argv.slice(2)], { path: pathWithBin() }),
);
