// npm start: from a fresh clone to a listening application.
import { buildWeb, fetchModels, findNode, installPackages, pathWithBin, run } from './prepare.mjs';

await installPackages();
await fetchModels();
await buildWeb();
process.exit(await run(findNode(), ['src/server/main.ts'], { path: pathWithBin() }));
