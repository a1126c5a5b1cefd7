// npm start: from a fresh clone to a listening application.
import { findNode, installPackages, pathWithBin, RUNTIME } from './install.mjs';
import { buildWeb, fetchModels } from './prepare.mjs';
import { keepRunning } from './watch.mjs';

await installPackages(RUNTIME);
await fetchModels();
await buildWeb();
process.exit(await keepRunning(findNode(), ['src/server/main.ts'], { path: pathWithBin() }));
