// The folder of one run of the tests: everything that the tests write and start has its name in its environment or its command line, so that the
// next run can end and remove what a killed one left behind, and nothing else.
import {
  accessSync,
  constants,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ROOT } from './install.mjs';

/** One file for each run that has not ended properly: `{ runner, started, folder }`. */
const RECORDS = join(ROOT, '.cache/test-runs');
const PREFIX = 'tapescript-run-';
/** What the tests write at most at one time, approximately. */
const ROOM_BYTES = 3_000_000_000;
/** Databases in memory (tests/support/global-setup.ts). */
const MEMORY_FOLDER = '/dev/shm';
/** A process that was killed may be writing for a moment. */
const REMOVE = { recursive: true, force: true, maxRetries: 50, retryDelay: 100 };
const END_MS = 10_000;

/**
 * Ends and removes what killed runs of this checkout left behind, and creates the folder of a new run. Returns it as `folder`, with `end()`, which removes it and
 * ends whatever still uses it.
 */
export async function openTestFolder() {
  mkdirSync(RECORDS, { recursive: true });
  for (const name of readdirSync(RECORDS)) await clearUnlessRunning(join(RECORDS, name));
  const folder = mkdtempSync(join(roomyFolder(), PREFIX));
  const record = join(RECORDS, `${basename(folder)}.json`);
  writeFileSync(record, JSON.stringify({ runner: process.pid, started: startOf(process.pid), folder }));
  return { folder, end: () => clear(record, folder) };
}

/** The system's folder for temporary files, or another one if that is full. The project's own may have too long a path for sockets, so it comes last. */
function roomyFolder() {
  const own = join(ROOT, '.cache/tmp');
  mkdirSync(own, { recursive: true });
  return [tmpdir(), '/var/tmp', own].find(hasRoom) ?? own;
}

function hasRoom(folder) {
  try {
    accessSync(folder, constants.W_OK);
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize >= ROOM_BYTES;
  } catch {
    return false;
  }
}

async function clearUnlessRunning(record) {
  const { runner, started, folder } = readRecord(record);
  // A record that was cut off names no folder that anyone uses.
  if (folder === undefined) return rmSync(record, { force: true });
  if (started !== '' && startOf(runner) === started) return;
  await clear(record, folder);
}

function readRecord(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return {};
  }
}

async function clear(record, folder) {
  const name = basename(folder);
  await endProcesses(name);
  rmSync(folder, REMOVE);
  for (const each of namesIn(MEMORY_FOLDER)) {
    if (each.startsWith(name)) rmSync(join(MEMORY_FOLDER, each), REMOVE);
  }
  rmSync(record, { force: true });
}

/** Kills the processes of a run, and waits until they are gone. */
async function endProcesses(name) {
  for (let waited = 0; waited < END_MS; waited += 50) {
    const pids = processesOf(name);
    if (pids.length === 0) return;
    for (const pid of pids) kill(pid);
    await delay(50);
  }
}

function kill(pid) {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}

/** The processes whose environment or command line contains a run's name; where there is no /proc, none. */
function processesOf(name) {
  return namesIn('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .map(Number)
    .filter(
      (pid) => pid !== process.pid && ['environ', 'cmdline'].some((file) => read(pid, file).includes(name)),
    );
}

/** When a process was started, in the system's clock ticks; '' if it is gone or the system does not tell. */
function startOf(pid) {
  const stat = read(pid, 'stat');
  // The name before it may contain spaces.
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
}

function read(pid, file) {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}

function namesIn(folder) {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
