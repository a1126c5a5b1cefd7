import { join } from 'node:path';
import type { Config } from '../config.ts';
import { openDiskStore } from './disk.ts';
import type { MediaStore } from './store.ts';

/** Where recordings are kept, by the settings: the one place that chooses it, for the application, for backups and for moves. */
export async function openStore({
  dataDir,
}: Pick<Config, 'dataDir'>): Promise<MediaStore & { close(): Promise<void> }> {
  return { ...openDiskStore(join(dataDir, 'media')), close: async () => undefined };
}
