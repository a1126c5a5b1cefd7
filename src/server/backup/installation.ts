import { mkdir } from 'node:fs/promises';
import type { Config } from '../config.ts';
import type { Connection } from '../db/client.ts';
import { locateCluster, startCluster } from '../db/embedded/cluster.ts';
import { DataDirInUse, lockDataDir } from '../db/embedded/lock.ts';

/** The message is the single line to print. */
export class NoInstallation extends Error {}

type Settings = Pick<Config, 'dataDir' | 'databaseUrl'>;

interface OpenOptions {
  say: (message: string) => void;
  /** Whether an embedded database may be used while the application runs on it; then it is never created. */
  beside: boolean;
}

/**
 * Connects to the database that the settings name. An embedded one that is not running is started for the time being, and its
 * folder is locked. Throws NoInstallation if there is no database, DataDirInUse if the application is running and must not be.
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
