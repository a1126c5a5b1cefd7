// Runs while the container image is built (Dockerfile): prepares everything that a start would otherwise prepare, then removes what only the build needs.
// Afterwards nothing in the project's folder needs to be written, so the image runs as any user and with a read-only root.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { say } from './console.mjs';
import { FETCHED, findNode, installPackages, ROOT, RUNTIME, SERVER, stampPackages } from './install.mjs';
import { buildWeb, fetchModels, run, runOrFail } from './prepare.mjs';

/** What the image keeps of src (Dockerfile). */
const SERVER_SOURCES = ['src/ai', 'src/contract', 'src/domain', 'src/embedding', 'src/server', 'src/speech'];

/** Which of these packages a source file imports; all others are for the web application, which is built by then. */
export function packagesImported(names, texts) {
  const imported = new Set(
    texts.flatMap((text) =>
      [...text.matchAll(/(?:from|import\(|require\(|resolve\()\s*['"]((?:@[^/'"]+\/)?[^/'"]+)/g)].map(
        ([, name]) => name,
      ),
    ),
  );
  return names.filter((name) => imported.has(name));
}

async function prepareImage() {
  await installPackages(RUNTIME);
  await fetchModels();
  await fetchVoices();
  await buildWeb();
  say('Removing what only the build needs');
  keepServerPackages();
  await stampPackages(SERVER);
  say('Restoring the links between the libraries of the embedded database');
  runOrFail(findNode(), ['-e', "import('#server/db/embedded/binaries.ts').then((m) => m.findBinaries())"]);
}

/** The image works without this model, which is not on npm, so a build without a way to it does not fail. */
async function fetchVoices() {
  const code = await run(findNode(), ['src/server/cli/models.ts', 'add', 'campplus_zh_en.onnx']);
  if (code !== 0) say('The image is built without the model that tells speakers apart (docs/operating.md).');
}

function keepServerPackages() {
  const path = join(ROOT, 'package.json');
  const manifest = JSON.parse(readFileSync(path, 'utf8'));
  const sources = [...SERVER_SOURCES.map((folder) => join(ROOT, folder)), join(FETCHED, 'onnxruntime-node')];
  const texts = sources.flatMap((folder) =>
    readdirSync(folder, { recursive: true })
      .filter((name) => /\.[jt]s$/.test(name) && !name.endsWith('.test.ts'))
      .map((name) => readFileSync(join(folder, name), 'utf8')),
  );
  const kept = packagesImported(Object.keys(manifest.dependencies), texts);
  const dependencies = Object.fromEntries(kept.map((name) => [name, manifest.dependencies[name]]));
  writeFileSync(path, JSON.stringify({ ...manifest, dependencies }, null, 2));
  runOrFail('npm', ['prune', '--omit=dev', '--loglevel=error']);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await prepareImage();
