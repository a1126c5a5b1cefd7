// Runs while the container image is built (Dockerfile): everything that a start would otherwise make, then removes what only building needs.
// Afterwards nothing below the project's folder has to be written, so the image runs as any user and with a read-only root.
import { spawnSync } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fail, say } from './console.mjs';
import { buildWeb, fetchModels, findNode, installPackages, ROOT, stampPackages } from './prepare.mjs';

const MODULES = join(ROOT, 'node_modules');
const ONNX_BINARIES = join(MODULES, 'onnxruntime-node/bin/napi-v6');

await installPackages();
await fetchModels();
await buildWeb();
say('Removing what only building needs');
runOrFail('npm', ['prune', '--omit=dev', '--loglevel=error']);
removeOthers(ONNX_BINARIES, process.platform);
removeOthers(join(ONNX_BINARIES, process.platform), process.arch);
// The image brings its own Node.js.
for (const name of readdirSync(MODULES).filter((name) => /^node-[a-z0-9]+-[a-z0-9]+$/.test(name))) {
  rmSync(join(MODULES, name), { recursive: true });
}
rmSync(join(MODULES, '.bin/node'), { force: true });
await stampPackages();
say('Restoring the links between the libraries of the embedded database');
runOrFail(findNode(), ['-e', "import('#server/db/embedded/binaries.ts').then((m) => m.findBinaries())"]);

/** Removes everything in a folder but one entry. */
function removeOthers(folder, kept) {
  for (const name of readdirSync(folder)) {
    if (name !== kept) rmSync(join(folder, name), { recursive: true });
  }
}

function runOrFail(command, args) {
  const { status } = spawnSync(command, args, { cwd: ROOT, stdio: 'inherit' });
  if (status !== 0) fail(`${command} ${args[0]} failed; the reason stands above.`);
}
