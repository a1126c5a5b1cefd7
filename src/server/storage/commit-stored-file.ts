import { isOutage } from '../db/outage.ts';
import type { MediaStore } from './store.ts';

/**
 * Makes a file that was just stored somebody's, by a transaction. Where that is refused, the file goes again. When the database is lost in the
 * middle, nobody knows whether it was committed: then the file stays, and if it is nobody's the sweep finds it.
 */
export async function commitStoredFile<Result>(
  store: Pick<MediaStore, 'remove'>,
  key: string,
  transaction: () => Promise<Result>,
): Promise<Result> {
  try {
    return await transaction();
  } catch (error) {
    if (!isOutage(error)) await store.remove(key);
    throw error;
  }
}
