import { TranscriptId } from '#contract/ids.ts';
import { AppError } from '../../app-error.ts';
import type { Deps } from '../../deps.ts';
import { type ReadableTranscript, requireSharedTranscript } from '../transcripts/access.ts';
import { findShare, type ShareRow } from './queries.ts';

/**
 * The transcript behind a public link, for anyone holding it. Throws 'share_not_found' for a link that is revoked, expired or
 * guessed.
 */
export async function openShare(
  deps: Pick<Deps, 'db'>,
  shareId: string,
): Promise<{ share: ShareRow; transcript: ReadableTranscript }> {
  const share = await findShare(deps.db, shareId);
  if (!share || share.hasExpired) throw new AppError('share_not_found');
  const transcript = await requireSharedTranscript(deps, TranscriptId.parse(share.transcriptId));
  return { share, transcript };
}

/** Whether a public link still works. */
export async function isShared({ db }: Pick<Deps, 'db'>, shareId: string): Promise<boolean> {
  const share = await findShare(db, shareId);
  return share !== undefined && !share.hasExpired;
}

/**
 * Checks access to the recording: throws 'media_forbidden' once the link that its token was made for is revoked or has expired.
 */
export async function refuseEndedShare({ db }: Pick<Deps, 'db'>, shareId: string): Promise<void> {
  if (!(await isShared({ db }, shareId))) throw new AppError('media_forbidden');
}
