import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { isAlive } from '#tests/support/processes.ts';
import { runFiles, startRun } from '#tests/support/run-files.ts';
import { temporaryFolder } from '#tests/support/server.ts';

const PASSES = `it('passes', () => {});`;

/** A test that starts a process in a group of its own, as a browser or a database is, tells about it and waits. */
const LINGERS = `import { spawn } from 'node:child_process';
  import { writeFileSync } from 'node:fs';
  import { tmpdir } from 'node:os';
  it('waits', async () => {
    const { pid } = spawn('sleep', ['600'], { detached: true, stdio: 'ignore' });
    writeFileSync(process.env.TOLD, JSON.stringify({ pids: [pid, process.pid], folder: tmpdir() }));
    await new Promise(() => {});
  }, 600_000);`;

it.runIf(existsSync('/proc'))(
  'ends what a killed run has left, and neither other processes nor a run that goes on',
  async () => {
    const folder = await temporaryFolder();
    const told = ['killed', 'going'].map((name) => join(folder, name));
    const [killed, going] = await Promise.all(
      told.map((path) => startRun({ 'waits.test.mjs': LINGERS }, { TOLD: path })),
    );
    const [left, kept] = await Promise.all(
      told.map(async (path) => {
        await expect.poll(() => existsSync(path) && readFileSync(path, 'utf8')).toBeTruthy();
        return JSON.parse(readFileSync(path, 'utf8')) as { pids: number[]; folder: string };
      }),
    );
    const other = spawn('sleep', ['600']);
    onTestFinished(() => void other.kill());
    // So that it cannot clean up.
    killed?.child.kill('SIGKILL');
    await killed?.ended.catch(() => undefined);
    await runFiles({ 'passes.test.mjs': PASSES });
    // A process that was killed remains until the system has noticed.
    await expect.poll(() => left?.pids.some(isAlive)).toBe(false);
    expect(existsSync(left?.folder ?? '')).toBe(false);
    expect([...(kept?.pids ?? []), other.pid ?? 0].map(isAlive)).toEqual([true, true, true]);
    expect(existsSync(kept?.folder ?? '')).toBe(true);
    going?.child.kill('SIGKILL');
    await going?.ended;
    await runFiles({ 'passes.test.mjs': PASSES });
    await expect.poll(() => kept?.pids.some(isAlive)).toBe(false);
  },
);
