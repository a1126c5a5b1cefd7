import { isOutage } from '../db/outage.ts';
import type { MediaStore } from './store.ts';

/**
 * Gives a newly stored file its owner, in a transaction. If the transaction is rejected, the file is removed. If the database is lost
 * midway, it is unknown whether the transaction committed: then the file stays, and the sweep removes it if it has no owner.
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
