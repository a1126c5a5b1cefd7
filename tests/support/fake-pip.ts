import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Copies a wheel to where `pip download` is told to write it. */
export function copying(wheel: string): string {
  return `for each; do case "$each" in --dest=*) /bin/cp '${wheel}' "\${each#--dest=}/made-1-py3-none-any.whl";; esac; done`;
}

/** Writes a file when it has started, and does not end; neither does the process that it starts. */
export function hanging(started: string): string {
  return `/bin/sleep 3600 & echo > '${started}'; wait`;
}

/**
 * Makes a folder with programs (by name) that answer `--version` as pip does, and otherwise run this shell script. Returns an environment in which
 * only they are found.
 */
export async function fakePip(
  folder: string,
  scripts: Readonly<Record<string, string>>,
): Promise<{ PATH: string }> {
  await mkdir(folder, { recursive: true });
  for (const [name, script] of Object.entries(scripts)) {
    const path = join(folder, name);
    await writeFile(path, `#!/bin/sh\ncase "$*" in *--version) exit 0;; esac\n${script}\n`);
    await chmod(path, 0o755);
  }
  return { PATH: folder };
}
