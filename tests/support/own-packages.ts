import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { ROOT } from './server.ts';

/**
 * Installs the packages that a benchmark or a test has for itself, which a folder such as `bench/lighthouse` lists and locks, into `.cache`,
 * unless they are there: nothing else uses them (decision 044). Returns where they are.
 */
export async function installOwnPackages(folder: string): Promise<string> {
  const name = basename(folder);
  const from = join(ROOT, folder);
  const to = join(ROOT, '.cache', name);
  const lock = 'package-lock.json';
  const wanted = await readFile(join(from, lock), 'utf8');
  const present = await readFile(join(to, lock), 'utf8').catch(() => '');
  if (existsSync(join(to, 'node_modules/.package-lock.json')) && wanted === present) return to;
  process.stderr.write(`Installing the packages of ${name} (once)\n`);
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
