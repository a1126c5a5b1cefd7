import { mkdir } from 'node:fs/promises';
import type { Config } from '../config.ts';
import type { Connection } from '../db/client.ts';
import { locateCluster, startCluster } from '../db/embedded/cluster.ts';
import { DataDirInUse, lockDataDir } from '../db/embedded/lock.ts';

/** The message is the one line to print. */
export class NoInstallation extends Error {}

type Settings = Pick<Config, 'dataDir' | 'databaseUrl'>;

interface OpenOptions {
  say: (message: string) => void;
  /** Whether an embedded database is used while the application runs on it, and is not made where there is none. */
  beside: boolean;
}

/**
 * Gives the connection to the database that the settings name. An embedded one that is not running is started meanwhile, and nobody
 * else starts on it. Throws NoInstallation where there is nothing to use, DataDirInUse where the application runs on what it may not run on.
 */
export async function withDatabase<Result>(
  { dataDir, databaseUrl }: Settings,
  { say, beside }: OpenOptions,
  use: (connection: Connection) => Promise<Result>,
): Promise<Result> {
  if (databaseUrl) return use({ connectionString: databaseUrl });
  const place = await locateCluster({ dataDir });
  if (beside && !place.exists) throw new NoInstallation(`There is no database in ${dataDir}.`);
  await mkdir(dataDir, { recursive: true });
  const lock = await lockDataDir(dataDir).catch((error: unknown) => {
    if (beside && error instanceof DataDirInUse) return undefined;
    throw error;
  });
  if (!lock) return use(place.connection);
  try {
    const cluster = await startCluster({ dataDir, log: say });
    try {
      return await use(cluster.connection);
    } finally {
      await cluster.stop();
    }
  } finally {
    await lock.release();
  }
}
