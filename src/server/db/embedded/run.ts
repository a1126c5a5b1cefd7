import type { ChildProcess } from 'node:child_process';

const KEPT_OUTPUT = 4000;

/** Waits for a program to exit. Rejects with the last of its stderr if it fails. */
export function run(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = '';
    child.stderr?.setEncoding('utf8');
    child.stderr?.on('data', (text: string) => {
      output = (output + text).slice(-KEPT_OUTPUT);
    });
    child.once('error', reject);
    child.once('close', (code, signal) =>
      code === 0 ? resolve() : reject(new Error(`ended with ${signal ?? code}: ${output.trim()}`)),
    );
  });
}
