import { createHash, randomUUID } from 'node:crypto';
import type { Clip, createClip as endpoint } from '#contract/clips.ts';
import type { InputOf } from '#contract/endpoint.ts';
import { type ClipId, TranscriptId } from '#contract/ids.ts';
import { MAX_CLIP_MS, MAX_CLIPS, MAX_CLIPS_WAITING, MAX_OWN_CLIPS, MIN_CLIP_MS } from '#contract/limits.ts';
import { clipFilename } from '#domain/clip-range.ts';
import type { Caption } from '#domain/exports/ass.ts';
import { roomForMore } from '#domain/room-for-more.ts';
import { AppError } from '../../app-error.ts';
import type { Actor } from '../../auth/actor.ts';
import type { Db, Tx } from '../../db/client.ts';
import type { Deps } from '../../deps.ts';
import { emit } from '../../pipeline.ts';
import type { Caller } from '../../work/caller.ts';
import { abilitiesIn, lockReadable, type ReadableTranscript } from '../transcripts/access.ts';
import { notifyReaders, originalOf } from '../transcripts/service.ts';
import { presentClip } from './present.ts';
import {
  type ClipRow,
  changeClip,
  countClips,
  countWaitingClips,
  deleteClipRow,
  findClip,
  findSameClip,
  hasClipOf,
  insertClip,
  listClipRows,
  type NewClip,
} from './queries.ts';
import { readCaptions } from './read-captions.ts';

type ServiceDeps = Pick<Deps, 'db' | 'jobs' | 'events'>;
type Request = Required<InputOf<typeof endpoint>['body']>;

/** Who asks, and about what. */
interface Asked {
  actor: Actor;
  transcript: ReadableTranscript;
}

/**
 * Begins to make a file of a part of the recording, or returns the one that exists or is being made; one that has failed is tried
 * again. Throws 'clip_range', 'clip_beyond_end', 'transcript_not_completed', 'clip_without_recording', 'clip_of_embedded',
 * 'clip_no_picture', 'too_many_clips', 'too_many_own_clips' and 'too_many_clips_waiting', and 'edit_conflict' if others do not stop editing.
 */
export async function createClip(
  deps: ServiceDeps & Pick<Deps, 'work'>,
  asked: Asked,
  request: Request,
  { caller, reread }: { caller: Caller; reread: () => Promise<ReadableTranscript> },
): Promise<Clip> {
  // Nothing can be drawn into sound.
  if (!request.captions || request.format !== 'mp4')
    return makeClip(deps, asked, { request, captions: null });
  let { transcript } = asked;
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const range = rangeOf(transcript, request);
    await refuseBeforeDrawing(deps, { ...asked, transcript }, { ...range, format: request.format });
    const captions = await deps.work.run(caller, (signal) => readCaptions(deps, transcript, range, signal));
    const drawn = { request, captions, rowVersion: transcript.rowVersion };
    const clip = await makeClip(deps, asked, drawn).catch(unlessOutdated);
    if (clip) return clip;
    transcript = await reread();
  }
  throw new AppError('edit_conflict', { current: null });
}

/** How often captions are laid out again because somebody edits meanwhile. */
const MAX_TRIES = 5;

/** The text was changed after its captions were laid out. */
class Outdated extends Error {}

function unlessOutdated(error: unknown): undefined {
  if (!(error instanceof Outdated)) throw error;
}

/** Throws what would refuse the clip, before its captions are laid out: unless it may be one that there is. */
async function refuseBeforeDrawing(
  deps: ServiceDeps,
  { actor, transcript }: Asked,
  part: Pick<NewClip, 'startMs' | 'endMs' | 'format'>,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    if (await hasClipOf(tx, { ...part, transcriptId: transcript.id })) return;
    await requireStreams({ db: tx }, transcript, { format: part.format });
    await requireTurn(tx, actor);
    await requireRoom(tx, actor, transcript);
  });
}

interface DrawnClip {
  request: Request;
  captions: Caption[] | null;
  /** The state of the transcript that the captions are of; absent without them. */
  rowVersion?: string;
}

function makeClip(
  deps: ServiceDeps,
  asked: Asked,
  { request, captions, rowVersion }: DrawnClip,
): Promise<Clip> {
  const { actor, transcript } = asked;
  return deps.db.transaction(async (tx) => {
    const current = await lockReadable(tx, transcript);
    if (rowVersion !== undefined && current.rowVersion !== rowVersion) throw new Outdated();
    const range = rangeOf(current, request);
    await requireStreams({ db: tx }, current, request);
    const wanted: NewClip = {
      ...range,
      transcriptId: transcript.id,
      userId: actor.id,
      format: request.format,
      captions,
      captionsHash: captions === null ? '' : hashOf(captions),
    };
    const same = await findSameClip(tx, wanted);
    if (same && same.status !== 'failed') return present({ db: tx }, asked, same);
    await requireTurn(tx, actor);
    if (!same) await requireRoom(tx, actor, current);
    const jobId = randomUUID();
    const begun = { status: 'processing', progressPercent: 0, errorCode: null, jobId } as const;
    const row = same
      ? ((await changeClip(tx, same.id, { ...begun, userId: actor.id })) ?? same)
      : await insertClip(tx, { ...wanted, ...begun });
    await emit(deps, tx, 'clip.requested', { clipId: row.id, jobId });
    await announceClips(deps, tx, transcript);
    return present({ db: tx }, asked, row);
  });
}

async function requireTurn(tx: Tx, actor: Actor): Promise<void> {
  if ((await countWaitingClips(tx, actor.id)) >= MAX_CLIPS_WAITING)
    throw new AppError('too_many_clips_waiting');
}

/** In order of time. */
export async function listClips({ db }: Pick<Deps, 'db'>, asked: Asked): Promise<Clip[]> {
  const canEdit = await canEditIn({ db }, asked);
  const rows = await listClipRows(db, asked.transcript.id);
  return rows.map((row) => presentClip(row, view(asked, canEdit, row)));
}

/** Throws 'clip_not_found'. */
export async function viewClip({ db }: Pick<Deps, 'db'>, asked: Asked, id: ClipId): Promise<Clip> {
  return present({ db }, asked, await requireClip({ db }, asked.transcript, id));
}

/** The file of a clip. Throws 'clip_not_found' also while there is none. */
export async function clipFile(
  { db }: Pick<Deps, 'db'>,
  transcript: ReadableTranscript,
  id: ClipId,
): Promise<{ key: string; mimeType: string; filename: string }> {
  const row = await requireClip({ db }, transcript, id);
  if (row.status !== 'ready' || row.storageKey === null) throw new AppError('clip_not_found');
  const mimeType = row.format === 'mp3' ? 'audio/mpeg' : 'video/mp4';
  return { key: row.storageKey, mimeType, filename: filenameOf(transcript, row) };
}

/**
 * Deletes a clip with its file; one that is being made is stopped. Throws 'clip_not_found', and 'forbidden' for a reader who may
 * not edit and has not made it.
 */
export async function deleteClip(deps: ServiceDeps, asked: Asked, id: ClipId): Promise<void> {
  const canEdit = await canEditIn(deps, asked);
  await deps.db.transaction(async (tx) => {
    const row = await requireClip({ db: tx }, asked.transcript, id);
    if (!view(asked, canEdit, row).canDelete) throw new AppError('forbidden');
    // What the row says after it is gone: a run may have ended in the meantime.
    const gone = await deleteClipRow(tx, row.id);
    if (!gone) throw new AppError('clip_not_found');
    await emit(deps, tx, 'clip.deleted', {
      jobId: gone.status === 'processing' ? gone.jobId : null,
      storageKeys: gone.storageKey === null ? [] : [gone.storageKey],
    });
    await announceClips(deps, tx, asked.transcript);
  });
}

/** Tells the windows of everyone who may read the transcript to fetch its clips again. */
export async function announceClips(
  deps: Pick<Deps, 'events'>,
  db: Db | Tx,
  { id, userId }: { id: number; userId: number },
): Promise<void> {
  await notifyReaders(
    deps,
    { db, row: { id, userId } },
    { type: 'clips.changed', id: TranscriptId.parse(id) },
  );
}

/** The part in whole milliseconds, within the recording. */
function rangeOf(
  { status, durationMs }: Pick<ReadableTranscript, 'status' | 'durationMs'>,
  { start, end }: Pick<Request, 'start' | 'end'>,
): { startMs: number; endMs: number } {
  if (status !== 'completed' || durationMs === null) throw new AppError('transcript_not_completed');
  const startMs = Math.round(start * 1000);
  const askedMs = Math.round(end * 1000);
  if (askedMs - startMs < MIN_CLIP_MS) throw new AppError('clip_range');
  const endMs = Math.min(askedMs, durationMs);
  if (endMs - startMs < MIN_CLIP_MS) throw new AppError('clip_beyond_end');
  if (endMs - startMs > MAX_CLIP_MS) throw new AppError('clip_range');
  return { startMs, endMs };
}

async function requireRoom(
  tx: Tx,
  actor: Actor,
  { id, userId }: Pick<ReadableTranscript, 'id' | 'userId'>,
): Promise<void> {
  const clips = await countClips(tx, { transcriptId: id, userId: actor.id });
  const isOwner = userId === actor.id;
  const room = roomForMore(clips, { max: MAX_CLIPS, maxOwn: MAX_OWN_CLIPS, isOwner });
  if (room === 'full') throw new AppError('too_many_clips');
  if (room === 'share') throw new AppError('too_many_own_clips');
}

async function requireStreams(
  { db }: { db: Tx },
  transcript: Pick<ReadableTranscript, 'id' | 'sourceType'>,
  { format }: Pick<Request, 'format'>,
): Promise<void> {
  const original = await originalOf({ db }, transcript);
  if (!original)
    throw new AppError(transcript.sourceType === 'youtube' ? 'clip_of_embedded' : 'clip_without_recording');
  if (format === 'mp4' && !original.hasPicture) throw new AppError('clip_no_picture');
}

async function requireClip(
  { db }: { db: Db | Tx },
  transcript: ReadableTranscript,
  id: ClipId,
): Promise<ClipRow> {
  const row = await findClip(db, id);
  if (row?.transcriptId !== transcript.id) throw new AppError('clip_not_found');
  return row;
}

async function canEditIn({ db }: { db: Db | Tx }, { actor, transcript }: Asked): Promise<boolean> {
  return (await abilitiesIn({ db }, actor, transcript))?.edit ?? false;
}

async function present({ db }: { db: Db | Tx }, asked: Asked, row: ClipRow): Promise<Clip> {
  return presentClip(row, view(asked, await canEditIn({ db }, asked), row));
}

function view(
  { actor, transcript }: Asked,
  canEdit: boolean,
  row: ClipRow,
): { filename: string; canDelete: boolean } {
  return { filename: filenameOf(transcript, row), canDelete: canEdit || row.userId === actor.id };
}

function filenameOf(
  { title }: Pick<ReadableTranscript, 'title'>,
  { startMs, endMs, format }: ClipRow,
): string {
  return clipFilename(title, { start: startMs / 1000, end: endMs / 1000 }, format);
}

function hashOf(captions: unknown): string {
  return createHash('sha256').update(JSON.stringify(captions)).digest('base64url');
}
