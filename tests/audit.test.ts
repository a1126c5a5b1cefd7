import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { type Advisory, type RegistryMood, startRegistry } from '#tests/support/registry-double.ts';
import { auditDependencies, auditLock } from '../scripts/audit.mjs';

const HASH = `sha512-${'A'.repeat(86)}==`;
const TODAY = '2026-06-01';

const flaw = (id: number, severity: Advisory['severity']): Advisory => ({
  id,
  url: `https://github.com/advisories/GHSA-${id}`,
  title: 'It pads too far',
  severity,
  vulnerable_versions: '<1.0.1',
});
const KNOWN = { 'left-pad': [flaw(1, 'high'), flaw(2, 'low')], 'right-pad': [flaw(3, 'moderate')] };

const accept = (id: string, name: string, until = '2026-12-31') => ({
  id,
  package: name,
  reason: 'Unused.',
  until,
});
const NOTHING = { advisories: [] as ReturnType<typeof accept>[], licences: [], installScripts: [] };

/** The lock file of a package with two dependencies, the second one for development. */
const lockOf = (more: object = {}) => ({
  name: 'padded',
  lockfileVersion: 3,
  requires: true,
  packages: {
    '': { name: 'padded', dependencies: { 'left-pad': '1.0.0' }, devDependencies: { 'right-pad': '1.0.0' } },
    'node_modules/left-pad': { version: '1.0.0', integrity: HASH, license: 'MIT', ...more },
    'node_modules/right-pad': { version: '1.0.0', integrity: HASH, license: 'GPL-3.0', dev: true },
  },
});

async function audit({
  advisories = NOTHING.advisories,
  mood = 'reports' as RegistryMood,
  known = KNOWN as Record<string, Advisory[]>,
}) {
  const root = await mkdtemp(join(tmpdir(), 'tapescript-audit-'));
  onTestFinished(() => rm(root, { recursive: true }));
  const lock = lockOf();
  await mkdir(join(root, 'scripts'));
  await writeFile(join(root, 'package.json'), JSON.stringify({ version: '1.0.0', ...lock.packages[''] }));
  await writeFile(join(root, 'package-lock.json'), JSON.stringify(lock));
  await writeFile(
    join(root, 'scripts/accepted-dependencies.json'),
    JSON.stringify({ ...NOTHING, advisories }),
  );
  const registry = await startRegistry(known, mood);
  const env = { npm_config_registry: registry.url, npm_config_cache: join(root, 'cache') };
  return {
    asked: registry.asked,
    ...(await auditDependencies({ root, today: TODAY, env, limitMs: 20_000 })),
  };
}

it('fails for every serious vulnerability that the registry reports and that has not been accepted', async () => {
  const { problems, note, asked } = await audit({});
  expect(asked).toEqual([{ 'left-pad': ['1.0.0'], 'right-pad': ['1.0.0'] }]);
  expect(note).toBe('');
  expect(problems.toSorted()).toEqual([
    'GHSA-1 (high) in left-pad, for production: It pads too far',
    'GHSA-3 (moderate) in right-pad, for development: It pads too far',
  ]);
});

it('ignores accepted findings until they are overdue or no longer found', async () => {
  const both = [accept('GHSA-1', 'left-pad'), accept('GHSA-3', 'right-pad')];
  expect(await audit({ advisories: both })).toMatchObject({ problems: [], note: '' });
  const late = [
    accept('GHSA-1', 'left-pad', '2026-05-31'),
    accept('GHSA-3', 'left-pad'),
    accept('GHSA-3', 'right-pad'),
  ];
  expect((await audit({ advisories: late })).problems).toEqual([
    'GHSA-1 was accepted until 2026-05-31: review it',
    'GHSA-3 in left-pad is no longer found: remove it from the list',
  ]);
});

it.each<[RegistryMood, RegExp]>([
  ['rejects', /405/],
  ['disconnects', /./],
  ['sends nonsense', /./],
])('passes with a one-line note if the registry %s', async (mood, reason) => {
  // Without a report, an accepted finding cannot be called unused.
  const { problems, note } = await audit({ mood, advisories: [accept('GHSA-1', 'left-pad')] });
  expect(problems).toEqual([]);
  expect(note).toMatch(
    /^known vulnerabilities were not checked, because the registry did not report them \(.+\)$/,
  );
  expect(note).toMatch(reason);
});

it('does not wait for a registry that never replies', async () => {
  const registry = await startRegistry(KNOWN, 'never replies');
  // Whoever waits for this registry waits until the test is over: npm is ended.
  const { problems, note } = await auditDependencies({
    today: TODAY,
    env: { npm_config_registry: registry.url },
    limitMs: 1000,
  });
  expect(problems).toEqual([]);
  expect(note).toContain('no response within 1 s');
});

it('reports packages in the lock file that are from elsewhere, without a hash, not permissively licensed, deprecated, or have install scripts', () => {
  const see = (more: object, accepted: object = {}) => auditLock(lockOf(more), { ...NOTHING, ...accepted });
  expect(see({})).toEqual([]);
  expect(see({ resolved: 'https://registry.npmjs.org/left-pad/-/left-pad-1.0.0.tgz' })).toEqual([]);
  expect(see({ resolved: 'git+ssh://git@example.test/left-pad.git#1' })).toEqual([
    'node_modules/left-pad does not come from the npm registry: git+ssh://git@example.test/left-pad.git#1',
  ]);
  expect(see({ integrity: undefined })).toEqual([
    'node_modules/left-pad has no SHA-512 hash in package-lock.json',
  ]);
  expect(see({ integrity: 'sha1-AAAA' })).toEqual([
    'node_modules/left-pad has no SHA-512 hash in package-lock.json',
  ]);
  expect(see({ deprecated: 'use padStart' })).toEqual(['left-pad 1.0.0 is deprecated: use padStart']);
  for (const license of ['(MIT OR GPL-3.0)', 'Apache-2.0 AND (BSD-2-Clause)'])
    expect(see({ license })).toEqual([]);
  for (const license of ['GPL-3.0', '(MIT AND GPL-3.0)', 'SEE LICENSE IN x', 'UNLICENSED']) {
    expect(see({ license })).toEqual([`left-pad has a license that has not been accepted: ${license}`]);
  }
  const gpl = { licences: [{ package: 'left-pad', licence: 'GPL-3.0' }] };
  expect(see({ license: 'GPL-3.0' }, gpl)).toEqual([]);
  expect(see({ license: 'MIT' }, gpl)).toEqual([
    'left-pad no longer needs an exception for its license: remove it from the list',
  ]);
  const script = { installScripts: [{ package: 'left-pad' }] };
  expect(see({ hasInstallScript: true }, script)).toEqual([]);
  expect(see({ hasInstallScript: true })).toEqual([
    'left-pad has an install script, which is not run: check what it would do',
  ]);
  expect(see({}, script)).toEqual(['left-pad no longer has an install script: remove it from the list']);
});
