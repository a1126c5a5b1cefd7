import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT, temporaryFolder } from './server.ts';

/** Put before each file: whether it runs for the first time. */
const FIRST = `import { existsSync, writeFileSync } from 'node:fs';
const first = () => {
  const mark = import.meta.filename + '.ran';
  if (existsSync(mark)) return false;
  writeFileSync(mark, '');
  return true;
};
`;

/** Starts a run of test files, which are JavaScript with vitest's functions as globals, as npm test does. `ended` resolves to what was printed and the exit code. */
export async function startRun(files: Record<string, string>, env: Record<string, string> = {}) {
  const folder = await temporaryFolder();
  const config = {
    root: folder,
    test: {
      globals: true,
      isolate: false,
      maxWorkers: 2,
      include: ['*.test.mjs'],
      name: 'tried',
      reporters: ['default', join(ROOT, 'tests/support/reporter.ts')],
    },
  };
  const path = join(folder, 'vitest.config.mjs');
  await writeFile(path, `export default ${JSON.stringify(config)};`);
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), FIRST + text);
  const script = `import { finish, runTests } from ${JSON.stringify(join(ROOT, 'scripts/run-tests.mjs'))};
    finish(await runTests([${JSON.stringify(`--config=${path}`)}]));`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    cwd: ROOT,
    env: { ...process.env, CI: 'true', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  const ended = once(child, 'close').then(([code]) => {
    const lines = output.trimEnd().split('\n');
    return { code, output, lines, last: lines.slice(-60).join('\n') };
  });
  return { child, ended };
}

/** Runs them to the end. */
export async function runFiles(files: Record<string, string>, env?: Record<string, string>) {
  return (await startRun(files, env)).ended;
}
