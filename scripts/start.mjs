// npm start: from a fresh clone to a listening application.
import { buildWeb, fetchModels, findNode, installPackages, pathWithBin } from './prepare.mjs';
import { keepRunning } from './watch.mjs';

await installPackages();
await fetchModels();
await buildWeb();
process.exit(await keepRunning(findNode(), ['src/server/main.ts'], { path: pathWithBin() }));
