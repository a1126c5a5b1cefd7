import { randomBytes } from 'node:crypto';
import type { Share } from '#contract/shares.ts';
import type { Waveform } from '#contract/transcripts.ts';
import { AppError } from '../../app-error.ts';
import type { Deps } from '../../deps.ts';
import type { PackedBeginning } from '../../http/packed-json.ts';
import { makeMediaToken } from '../../media-token.ts';
import { emit } from '../../pipeline.ts';
import type { Caller } from '../../work/caller.ts';
import type { OwnedTranscript } from '../transcripts/access.ts';
import { packText, packWords, viewDetails, viewWaveform } from '../transcripts/service.ts';
import { openShare } from './access.ts';
import { presentShare, presentShared } from './present.ts';
import { changeShareEnd, deleteShareOf, findShareOf, insertShare } from './queries.ts';

const DAY_MS = 24 * 60 * 60_000;

/**
 * Creates a transcript's public link; a second call returns the same one, with its expiry changed if one is given. An expired
 * link is replaced and never becomes valid again. Throws 'transcript_not_completed'.
 */
export async function share(
  { db }: Pick<Deps, 'db'>,
  { transcript, origin }: { transcript: OwnedTranscript; origin: string },
  { expiresInDays }: { expiresInDays?: number | null | undefined },
): Promise<Share> {
  if (transcript.status !== 'completed') throw new AppError('transcript_not_completed');
  const goodForMs = typeof expiresInDays === 'number' ? expiresInDays * DAY_MS : null;
  return db.transaction(async (tx) => {
    const present = await findShareOf(tx, transcript.id);
    if (present?.hasExpired) await deleteShareOf(tx, transcript.id);
    else if (present && expiresInDays !== undefined) await changeShareEnd(tx, present.id, goodForMs);
    const id = randomBytes(16).toString('base64url');
    await insertShare(tx, { id, transcriptId: transcript.id }, goodForMs);
    const row = await findShareOf(tx, transcript.id);
    if (!row) throw new AppError('transcript_not_found');
    return presentShare(row, origin);
  });
}

/** The current link; null if there is none, or it has expired. */
export async function viewShare(
  { db }: Pick<Deps, 'db'>,
  transcript: OwnedTranscript,
  origin: string,
): Promise<Share | null> {
  const row = await findShareOf(db, transcript.id);
  return row && !row.hasExpired ? presentShare(row, origin) : null;
}

/** Revokes the link; playback through it ends, and so do answers being written for its visitors. */
export async function revoke(
  deps: Pick<Deps, 'db' | 'events' | 'jobs'>,
  { id }: OwnedTranscript,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    await deleteShareOf(tx, id);
    await emit(deps, tx, 'share.revoked', { transcriptId: id });
  });
}

/** What a visitor with the link sees: the text and the public details. Throws 'share_not_found'. */
export async function viewShared(
  deps: Pick<Deps, 'db' | 'clock' | 'signer' | 'work'>,
  shareId: string,
  caller: Caller,
) {
  const { share: opened, transcript } = await openShare(deps, shareId);
  const text = await packText(deps, transcript, caller);
  const details = await viewDetails(deps, transcript);
  const token = makeMediaToken(deps, details.id, { kind: 'share', id: opened.id });
  return { text, details: presentShared(details, { shareId, token }) };
}

/** The words of the transcript that a link shows, compressed. Throws if the link does not exist or has ended. */
export async function viewSharedWords(
  deps: Pick<Deps, 'db' | 'work'>,
  shareId: string,
  caller: Caller,
): Promise<PackedBeginning> {
  return packWords(deps, (await openShare(deps, shareId)).transcript, caller);
}

/** The waveform of the transcript that a link shows. Throws if the link does not exist or has ended. */
export async function viewSharedWaveform(deps: Pick<Deps, 'db'>, shareId: string): Promise<Waveform> {
  return viewWaveform(deps, (await openShare(deps, shareId)).transcript);
}
