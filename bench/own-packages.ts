import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '#tests/support/server.ts';

/**
 * Installs the packages of a benchmark, which `bench/NAME` lists and locks, into `.cache/NAME`, unless they are there: nothing else uses them (decision 044).
 * Returns that folder.
 */
export async function installOwnPackages(name: string): Promise<string> {
  const from = join(ROOT, 'bench', name);
  const to = join(ROOT, '.cache', name);
  const lock = 'package-lock.json';
  const wanted = await readFile(join(from, lock), 'utf8');
  const present = await readFile(join(to, lock), 'utf8').catch(() => '');
  if (existsSync(join(to, 'node_modules/.package-lock.json')) && wanted === present) return to;
  console.log(`Installing the packages of ${name} (once)`);
  await mkdir(to, { recursive: true });
  for (const file of ['package.json', lock]) await copyFile(join(from, file), join(to, file));
  const args = ['ci', '--no-audit', '--no-fund', '--prefix', to];
  const [code] = await once(
    spawn('npm', args, { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] }),
    'exit',
  );
  if (code !== 0) throw new Error(`npm ci ended with ${code}.`);
  return to;
}
