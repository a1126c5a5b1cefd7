// npm run transcribe -- FILE [--format txt|srt|json] [--out FILE] [--no-speakers] [--cut-at-words]: the main job without a browser.
import { fetchModels, findNode, installPackages, pathWithBin, run } from './prepare.mjs';

await installPackages();
await fetchModels();
process.exit(
  await run(findNode(), ['src/server/cli/transcribe.ts', ...process.argv.slice(2)], { path: pathWithBin() }),
);
