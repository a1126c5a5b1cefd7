// npm run transcribe -- FILE [--format txt|md|srt|vtt|json] [--out FILE] [--no-speakers | --speakers N] [--cut-at-words]: transcribes a file without a browser.
// npm run transcribe -- --server URL FILE|FOLDER...: on a Tapescript server, for which no speech model is needed here (docs/programs.md).
import { findNode, installPackages, pathWithBin, RUNTIME } from './install.mjs';
import { fetchModels, run } from './prepare.mjs';

const args = process.argv.slice(2);
const has = (option) => args.some((arg) => arg === option || arg.startsWith(`${option}=`));
const isRemote = has('--server');
// The program itself refuses it, too, but the first start takes minutes before that.
if (args.some((arg) => arg.includes('tps_'))) {
  process.stderr.write(
    'Everybody on this machine can read an access token in a command line. Revoke it, and see docs/programs.md for where to put the next one.\n',
  );
  process.exit(2);
}
await installPackages(RUNTIME);
if (!isRemote) await fetchModels();
const program = isRemote ? 'src/server/cli/remote/main.ts' : 'src/server/cli/transcribe.ts';
process.exit(await run(findNode(), [program, ...args], { path: pathWithBin() }));
