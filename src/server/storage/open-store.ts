import { join } from 'node:path';
import type { Config } from '../config.ts';
import { openDiskStore } from './disk.ts';
import type { MediaStore } from './store.ts';

/** Opens the media store that the settings name: the only place that chooses it, for the application, backups and moves. */
export async function openStore(
  { s3, dataDir }: Pick<Config, 's3' | 'dataDir'>,
  now?: () => number,
): Promise<MediaStore & { close(): Promise<void> }> {
  if (!s3) return { ...openDiskStore(join(dataDir, 'media')), close: async () => undefined };
  // Loaded only if used: its library takes memory and time.
  const { openS3Store } = await import('./s3.ts');
  const store = await openS3Store({ settings: s3, workDir: join(dataDir, 'work'), ...(now ? { now } : {}) });
  return { ...store, close: async () => store.close() };
}
