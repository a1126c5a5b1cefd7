import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { readMemory, residentBytes } from './memory.ts';

const MB = 1024 * 1024;
const MEMINFO = 'MemTotal:       8388608 kB\nMemFree:         100 kB\nMemAvailable:   4194304 kB\n';

/** Creates the system files of a machine with 8 GB, of which 4 GB are free, and these additional files. */
async function machine(files: Record<string, string>): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'memory-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  for (const [path, text] of Object.entries({ 'proc/meminfo': MEMINFO, ...files })) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
  return root;
}

const inMb = ({ limitBytes, availableBytes }: ReturnType<typeof readMemory>) => [
  limitBytes / MB,
  availableBytes / MB,
];

it('reads the memory of the machine', async () => {
  expect(inMb(readMemory(await machine({ 'proc/self/cgroup': '0::/\n' })))).toEqual([8192, 4096]);
});

it('reads a version 2 cgroup, without counting inactive file cache as used', async () => {
  const root = await machine({
    'proc/self/cgroup': '0::/app\n',
    'sys/fs/cgroup/app/memory.max': `${900 * MB}\n`,
    'sys/fs/cgroup/app/memory.current': `${700 * MB}\n`,
    'sys/fs/cgroup/app/memory.stat': `anon ${300 * MB}\ninactive_file ${350 * MB}\nactive_file 1\n`,
  });
  expect(inMb(readMemory(root))).toEqual([900, 550]);
});

it('reads a version 1 cgroup inside a container, which sees it as the root', async () => {
  const root = await machine({
    'proc/self/cgroup': '9:name=systemd:/\n4:memory:/docker/0123\n0::/\n',
    'sys/fs/cgroup/memory/memory.limit_in_bytes': `${1000 * MB}\n`,
    'sys/fs/cgroup/memory/memory.usage_in_bytes': `${400 * MB}\n`,
    'sys/fs/cgroup/memory/memory.stat': `cache 1\ninactive_file 7\ntotal_inactive_file ${100 * MB}\n`,
  });
  expect(inMb(readMemory(root))).toEqual([1000, 700]);
});

it('uses the tightest limit of the surrounding cgroups, and none if there is no limit', async () => {
  const root = await machine({
    'proc/self/cgroup': '0::/slice/app\n',
    'sys/fs/cgroup/slice/memory.max': `${600 * MB}\n`,
    'sys/fs/cgroup/slice/memory.current': `${500 * MB}\n`,
    'sys/fs/cgroup/slice/app/memory.max': 'max\n',
    'sys/fs/cgroup/slice/app/memory.current': '5\n',
  });
  expect(inMb(readMemory(root))).toEqual([600, 100]);
  const unlimited = await machine({
    'proc/self/cgroup': '4:memory:/\n',
    'sys/fs/cgroup/memory/memory.limit_in_bytes': '9223372036854771712\n',
    'sys/fs/cgroup/memory/memory.usage_in_bytes': '5\n',
  });
  expect(inMb(readMemory(unlimited))).toEqual([8192, 4096]);
});

it('reads this machine and this process', () => {
  const { limitBytes, availableBytes } = readMemory();
  expect(availableBytes).toBeGreaterThan(50 * MB);
  expect(limitBytes).toBeGreaterThanOrEqual(availableBytes);
  expect(residentBytes(process.pid)).toBeGreaterThan(20 * MB);
  expect(residentBytes(2 ** 30)).toBe(0);
});
