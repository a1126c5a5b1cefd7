import type { ReadTranscript } from '#domain/imports/read-transcript.ts';
import { AppError } from '../../app-error.ts';
import type { Actor } from '../../auth/actor.ts';
import type { Tx } from '../../db/client.ts';
import { lockImport } from './import-queries.ts';

/** What was understood of a text that its owner has not used yet. Throws 'import_not_found'. */
export async function requireUnused(
  tx: Tx,
  actor: Pick<Actor, 'id'>,
  importId: string,
): Promise<{ filename: string; content: ReadTranscript }> {
  const row = await lockImport(tx, importId);
  if (row?.userId !== actor.id || row.transcriptId !== null || !row.content)
    throw new AppError('import_not_found');
  return { filename: row.filename, content: row.content };
}
