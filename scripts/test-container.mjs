// npm run test:container: builds the Dockerfile's image with buildah and tests it. Needs root on Debian. If the base image is not
// available, builds one from Debian's and npm's packages under the name in the Dockerfile. Everything is stored under .cache/container.
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fail, say } from './console.mjs';
import { findNode, installPackages, ROOT } from './install.mjs';
import { fetchModels, installByApt, runOrFail } from './prepare.mjs';
import { finish, runTests } from './run-tests.mjs';

const FOLDER = join(ROOT, '.cache/container');
const REGISTRIES = join(FOLDER, 'registries.conf');
const BUILDAH = [
  '--storage-driver=vfs',
  `--root=${join(FOLDER, 'storage')}`,
  `--runroot=${join(FOLDER, 'run')}`,
];
const IMAGE = 'localhost/tapescript:test';
const CERTIFICATES = '/etc/ssl/certs';
/** Allows old package lists from Debian here: a frozen archive is not an error. */
const APT_SETTINGS = '/etc/apt/apt.conf.d/99artifact-registry';

await installPackages();
await fetchModels();
for (const program of ['buildah', 'debootstrap']) {
  if (!existsSync(`/usr/bin/${program}`) && !existsSync(`/usr/sbin/${program}`)) installByApt([program]);
}
if (!existsSync('/usr/bin/buildah') || process.getuid?.() !== 0)
  fail('These tests need buildah and debootstrap, and root: install the packages and run this as root.');
mkdirSync(FOLDER, { recursive: true });
writeFileSync(REGISTRIES, 'unqualified-search-registries = ["docker.io"]\n');
const base =
  /^FROM (\S+)/m.exec(readFileSync(join(ROOT, 'Dockerfile'), 'utf8'))?.[1] ??
  fail('The Dockerfile has no FROM line.');
makeBase(`docker.io/library/${base}`);
say('Building the image');
buildah(
  'build',
  ...['--format=docker', '--isolation=chroot', '--network=host', '--pull-never', '--layers=false'],
  ...mounts(),
  ...['-t', IMAGE, ROOT],
);
finish(
  await runTests(['--project=container', ...process.argv.slice(2)], {
    CONTAINERS_REGISTRIES_CONF: REGISTRIES,
    TAPESCRIPT_BUILDAH: JSON.stringify(BUILDAH),
    TAPESCRIPT_IMAGE: IMAGE,
  }),
);

/** Builds a base image with Node.js and npm on Debian's smallest system, unless one with that name exists. */
function makeBase(name) {
  if (output('images', '-q', name, { mayFail: true })) return;
  say(`Building the base image ${name} from Debian's packages`);
  const root = join(FOLDER, 'base');
  rmSync(root, { recursive: true, force: true });
  runOrFail('debootstrap', ['--variant=minbase', 'bookworm', root]);
  const npm = dirname(dirname(spawnSync('npm', ['root', '-g'], { encoding: 'utf8' }).stdout.trim()));
  mkdirSync(join(root, 'usr/local/lib/node_modules'), { recursive: true });
  cpSync(realpathSync(findNode()), join(root, 'usr/local/bin/node'));
  cpSync(join(npm, 'lib/node_modules/npm'), join(root, 'usr/local/lib/node_modules/npm'), {
    recursive: true,
    dereference: true,
  });
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(root, 'usr/local/bin/npm'));
  rmSync(join(root, 'var/cache/apt'), { recursive: true, force: true });
  const container = output('from', 'scratch');
  buildah('add', '-q', container, root, '/');
  buildah(
    'config',
    '--env=PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    '--cmd=node',
    container,
  );
  buildah('commit', '-q', container, name);
  buildah('rm', container);
  rmSync(root, { recursive: true });
}

/** The buildah options that mount this machine's certificates and npm settings, with which it reaches the registries. */
function mounts() {
  const npmrc = join(FOLDER, 'npmrc');
  const setting = (name) =>
    spawnSync('npm', ['config', 'get', name], { encoding: 'utf8' }).stdout.trim().split('\n').at(-1);
  const lines = ['registry', 'cafile'].map((name) => [name, setting(name)]);
  const given = lines.filter(([, value]) => value && value !== 'null' && value !== 'undefined');
  writeFileSync(npmrc, given.map(([name, value]) => `${name}=${value}\n`).join(''));
  const paths = [
    [CERTIFICATES, CERTIFICATES],
    [npmrc, '/root/.npmrc'],
    [APT_SETTINGS, '/etc/apt/apt.conf.d/99host'],
  ];
  return paths.filter(([from]) => existsSync(from)).flatMap(([from, to]) => ['-v', `${from}:${to}:ro`]);
}

function buildah(...args) {
  runOrFail('buildah', [...BUILDAH, ...args], { CONTAINERS_REGISTRIES_CONF: REGISTRIES });
}

function output(...args) {
  const options = typeof args.at(-1) === 'object' ? args.pop() : {};
  const env = { ...process.env, CONTAINERS_REGISTRIES_CONF: REGISTRIES };
  const { status, stdout, stderr } = spawnSync('buildah', [...BUILDAH, ...args], { encoding: 'utf8', env });
  if (status !== 0 && !options.mayFail) fail(`buildah ${args[0]} failed: ${stderr}`);
  return status === 0 ? stdout.trim() : '';
}
