import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { copying, fakePip, hanging } from '#tests/support/fake-pip.ts';
import { isDiskFull } from '../disk-full.ts';
import { SourceFailed } from './fetch-failure.ts';
import { downloadWheel, type PipOptions } from './pip.ts';

let root: string;
let folder: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'tapescript-pip-'));
  folder = join(root, 'download');
  await writeFile(join(root, 'wheel'), 'a wheel');
});
afterEach(() => rm(root, { recursive: true }));

async function download(scripts: Record<string, string>, options: Partial<PipOptions> = {}) {
  const environment = await fakePip(join(root, 'bin'), scripts);
  const { signal } = new AbortController();
  return downloadWheel('made==1', {
    folder,
    signal,
    ...options,
    environment: { ...environment, ...options.environment },
  });
}
const hasStarted = () => existsSync(join(root, 'started'));

describe('downloadWheel', () => {
  it('gives the wheel for one system, whatever this one is, without what it depends on', async () => {
    const script = `echo "$@" > '${root}/arguments'; ${copying(join(root, 'wheel'))}`;
    expect(await readFile(await download({ pip: script }), 'utf8')).toBe('a wheel');
    const given = await readFile(join(root, 'arguments'), 'utf8');
    expect(given).toMatch(/^download .*--no-deps .*--platform=manylinux_2_28_x86_64 .* made==1\n$/);
  });

  it.each(['pip', 'pip3', 'python3'])('uses %s if that is the command that is installed', async (name) => {
    const path = await download({ [name]: copying(join(root, 'wheel')) });
    expect(await readFile(path, 'utf8')).toBe('a wheel');
  });

  it('takes the next program if one does not start', async () => {
    const scripts = { pip: copying(join(root, 'wheel')), pip3: copying(join(root, 'wheel')) };
    await fakePip(join(root, 'bin'), scripts);
    await writeFile(join(root, 'bin', 'pip'), '#!/bin/sh\nexit 127\n');
    const { signal } = new AbortController();
    const path = await downloadWheel('made==1', { folder, signal, environment: { PATH: join(root, 'bin') } });
    expect(await readFile(path, 'utf8')).toBe('a wheel');
  });

  it('passes on how to reach the registry, and none of our secrets', async () => {
    const script = `/usr/bin/env > '${root}/environment'; ${copying(join(root, 'wheel'))}`;
    const environment = {
      PIP_INDEX_URL: 'https://mirror.test/simple',
      https_proxy: 'http://proxy.test',
      DATABASE_URL: 'postgres://secret',
      SECRET: 'secret',
    };
    await download({ pip: script }, { environment });
    const passed = await readFile(join(root, 'environment'), 'utf8');
    expect(passed).toContain('PIP_INDEX_URL=https://mirror.test/simple');
    expect(passed).toContain('https_proxy=http://proxy.test');
    expect(passed).toContain(`TMPDIR=${folder}`);
    expect(passed).not.toMatch(/secret/i);
  });

  it('says that pip is not installed', async () => {
    const failed = download({});
    await expect(failed).rejects.toThrow(/^pip is not installed$/);
    await expect(failed).rejects.toBeInstanceOf(SourceFailed);
  });

  it('says why pip failed', async () => {
    const script = 'echo "WARNING: Retrying" >&2; echo "ERROR: No matching distribution found." >&2; exit 1';
    const failed = download({ pip: script });
    await expect(failed).rejects.toThrow(/^pip failed \(No matching distribution found\)$/);
    await expect(failed).rejects.toBeInstanceOf(SourceFailed);
    await expect(download({ pip: 'exit 3' })).rejects.toThrow(/^pip failed \(exit code 3\)$/);
    await expect(download({ pip: 'exit 0' })).rejects.toThrow(/^pip wrote no wheel$/);
  });

  it('takes a full disk for one', async () => {
    const script = 'echo "ERROR: [Errno 28] No space left on device" >&2; exit 1';
    const error = await download({ pip: script }).catch((error: unknown) => error);
    expect(isDiskFull(error)).toBe(true);
  });

  // It only fails once nothing holds the error output any more: so what pip has started has ended, too.
  it('ends pip, and what it has started, when its time is up', async () => {
    const failed = download({ pip: hanging(join(root, 'started')) }, { limitMs: 500 });
    await expect(failed).rejects.toThrow(/^pip took too long$/);
    await expect(failed).rejects.toBeInstanceOf(SourceFailed);
  });

  it('ends pip when the work is aborted', async () => {
    const stop = new AbortController();
    const failed = download({ pip: hanging(join(root, 'started')) }, { signal: stop.signal });
    failed.catch(() => undefined);
    await expect.poll(hasStarted).toBe(true);
    stop.abort(new Error('stopping'));
    await expect(failed).rejects.toThrow(/^stopping$/);
  });

  it('leaves nothing of an earlier run in its folder', async () => {
    await download({ pip: copying(join(root, 'wheel')) });
    await expect(download({ pip: 'exit 0' })).rejects.toThrow('no wheel');
    expect(await readdir(join(folder, 'wheels'))).toEqual([]);
  });
});
