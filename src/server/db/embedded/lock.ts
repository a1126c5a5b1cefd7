import { createHash } from 'node:crypto';
import { lstat, mkdir, rm } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Another of our processes holds the folder; the message is the single line to print before exiting. */
export class DataDirInUse extends Error {}

export interface DataDirLock {
  release(): Promise<void>;
}

// A unix socket's path is limited to 107 bytes; PostgreSQL appends its own file name to the folder.
const MAX_SOCKET_DIR = 80;

/**
 * The folder for this data folder's sockets: inside it, or, if its path is too long for a socket, a private one in the system's
 * temporary folder.
 */
export async function socketDir(dataDir: string): Promise<string> {
  const inside = join(dataDir, 'run');
  const digest = createHash('sha256').update(dataDir).digest('hex').slice(0, 12);
  const folder =
    Buffer.byteLength(inside) <= MAX_SOCKET_DIR
      ? inside
      : join(tmpdir(), `tapescript-${process.getuid?.() ?? 0}-${digest}`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if (folder !== inside) await refuseUnlessOurs(folder);
  return folder;
}

/** In a shared folder, anyone who knows the name could create it before us and answer there in the database's place. */
async function refuseUnlessOurs(folder: string): Promise<void> {
  const { uid, mode } = await lstat(folder);
  if (uid === process.getuid?.() && (mode & 0o170_077) === 0o040_000) return;
  throw new Error(
    `The folder ${folder} is for this database's socket, but others can enter it. Remove it, or set DATA_DIR to a shorter path.`,
  );
}

/**
 * Locks the folder for this process by listening on a socket in it: the system releases it however the process ends, so a kill
 * leaves nothing to clean up. Throws DataDirInUse if another process answers there.
 */
export async function lockDataDir(dataDir: string): Promise<DataDirLock> {
  const path = join(await socketDir(dataDir), 'lock.sock');
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const server = await listen(path);
    if (server) return { release: () => close(server) };
    if (await answers(path)) {
      throw new DataDirInUse(
        `Tapescript is already running on ${dataDir}. Stop it first, or set DATA_DIR to another folder.`,
      );
    }
    await rm(path, { force: true });
  }
  throw new DataDirInUse(`Another start of Tapescript on ${dataDir} is under way. Try again in a moment.`);
}

function listen(path: string): Promise<Server | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(undefined) : reject(error),
    );
    server.listen(path, () => {
      server.unref();
      resolve(server);
    });
  });
}

function answers(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()));
}
