import type { Db, Tx } from '../../db/client.ts';
import type { Deps } from '../../deps.ts';
import { findFileKeys, listFileKeys } from './queries.ts';

/**
 * The stored files of a project's articles, for who deletes the project: ask once the project's row is locked (nobody adds an article then),
 * delete it, and emit 'project.deleted' with these keys in the same transaction.
 */
export function articleFilesOf({ db }: { db: Db | Tx }, projectId: number): Promise<string[]> {
  return listFileKeys(db, projectId);
}

/** Which of these files of the store belong to an article. */
export function articleFiles({ db }: Pick<Deps, 'db'>, keys: string[]): Promise<string[]> {
  return findFileKeys(db, keys);
}
