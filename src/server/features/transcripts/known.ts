import { ProjectId, TranscriptId } from '#contract/ids.ts';
import { KNOWN_RECORDINGS_SENT } from '#contract/limits.ts';
import type { KnownRecordings } from '#contract/uploads.ts';
import type { Asker } from '../../auth/actor.ts';
import type { Deps } from '../../deps.ts';
import { findOfFile, hasFileOfSize } from './known-queries.ts';

/**
 * The transcripts that were made from the same file and that the caller may read; without a hash, only whether there may be any.
 * Others' never change the answer.
 */
export async function findKnown(
  { db }: Pick<Deps, 'db'>,
  asker: Asker,
  { sizeBytes, contentHash }: { sizeBytes: number; contentHash: string | undefined },
): Promise<KnownRecordings> {
  if (contentHash === undefined) {
    const mayBeKnown = await hasFileOfSize(db, asker, sizeBytes);
    return { mayBeKnown, transcripts: [], totalCount: 0 };
  }
  const file = { sizeBytes, contentHash };
  const rows = await findOfFile(db, asker, { file, limit: KNOWN_RECORDINGS_SENT });
  return {
    mayBeKnown: rows.length > 0,
    transcripts: rows.map(({ id, userId, projectId, createdAt, title, status, projectName }) => ({
      id: TranscriptId.parse(id),
      title,
      status,
      isOwn: userId === asker.id,
      projectId: projectId === null ? null : ProjectId.parse(projectId),
      projectName,
      createdAt: createdAt.toISOString(),
    })),
    totalCount: rows[0]?.totalCount ?? 0,
  };
}
