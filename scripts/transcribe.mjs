// npm run transcribe -- FILE [--format txt|srt|json] [--out FILE] [--no-speakers | --speakers N] [--cut-at-words]: transcribes a file without a browser.
import { findNode, installPackages, pathWithBin, RUNTIME } from './install.mjs';
import { fetchModels, run } from './prepare.mjs';

await installPackages(RUNTIME);
await fetchModels();
process.exit(
  await run(findNode(), ['src/server/cli/transcribe.ts', ...process.argv.slice(2)], { path: pathWithBin() }),
);
