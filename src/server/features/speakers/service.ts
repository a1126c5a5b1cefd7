import { randomUUID } from 'node:crypto';
import type { EditResult } from '#contract/edits.ts';
import { TranscriptId } from '#contract/ids.ts';
import { MAX_SPEAKER_SEARCHES_WAITING } from '#contract/limits.ts';
import type { SpeakerSearch } from '#contract/speaker-search.ts';
import type { SpeakersAgain } from '#domain/speakers-again.ts';
import { AppError, messageOfStored } from '../../app-error.ts';
import type { Actor } from '../../auth/actor.ts';
import type { Db, Tx } from '../../db/client.ts';
import type { Deps } from '../../deps.ts';
import { emit } from '../../pipeline.ts';
import type { Caller } from '../../work/caller.ts';
import { memoryPer } from '../../work/memory.ts';
import { changeSpeakers, storedPassages } from '../editing/service.ts';
import { type EditableTranscript, lockForEdit } from '../transcripts/access.ts';
import { changeTranscript, notifyReaders, originalOf, presentKey } from '../transcripts/service.ts';
import { countWaitingSearches, deleteSearch, findSearch, replaceSearch, type SearchRow } from './queries.ts';

type ReadDeps = Pick<Deps, 'db' | 'work'>;

/** Who asks, and about what. */
interface Asked {
  actor: Actor;
  transcript: EditableTranscript;
}

type Outcome = NonNullable<SpeakerSearch['outcome']>;

/** Outcomes to be remembered, until the text changes. */
const MAX_OUTCOMES = 1000;
const outcomes = memoryPer<Outcome>({ max: MAX_OUTCOMES });
/** How often an application begins again because somebody edits meanwhile. */
const MAX_TRIES = 5;

/**
 * Begins to find out anew who speaks, in place of an earlier result. Throws 'transcript_not_completed', 'already_running',
 * 'speakers_without_recording', 'speaker_search_running' and 'too_many_speaker_searches'.
 */
export function startSearch(
  deps: Pick<Deps, 'db' | 'jobs' | 'events'>,
  { actor, transcript }: Asked,
  { speakers }: { speakers: number | null },
): Promise<SpeakerSearch> {
  return deps.db.transaction(async (tx) => {
    const row = await lockForEdit(tx, transcript);
    if (row.status !== 'completed') throw new AppError('transcript_not_completed');
    if (row.jobId) throw new AppError('already_running');
    if (!(await originalOf({ db: tx }, row))) throw new AppError('speakers_without_recording');
    const earlier = await findSearch(tx, row.id);
    if (earlier?.status === 'processing') {
      if (earlier.version === row.version) throw new AppError('speaker_search_running');
      await emit(deps, tx, 'speakers.unwanted', { jobId: earlier.jobId });
    }
    if ((await countWaitingSearches(tx, actor.id)) >= MAX_SPEAKER_SEARCHES_WAITING)
      throw new AppError('too_many_speaker_searches');
    const jobId = randomUUID();
    const search = await replaceSearch(tx, {
      transcriptId: row.id,
      version: row.version,
      userId: actor.id,
      speakers,
      jobId,
    });
    await emit(deps, tx, 'speakers.wanted', { transcriptId: row.id, jobId });
    await announceSearch(deps, tx, row);
    return present(search, null);
  });
}

/**
 * Whether the network of voices could tell the speakers of this text apart better than it was done: now, or once it is here; null if not.
 */
export async function viewBetter(
  { db, engine }: Pick<Deps, 'db' | 'engine'>,
  { transcript }: Asked,
): Promise<'now' | 'later' | null> {
  const { speakersBy, speakersSuggested, status } = transcript;
  // Before it was recorded, the local engine had only cepstra.
  const isByCepstra =
    speakersBy === 'cepstra' || (speakersBy === null && speakersSuggested && transcript.engine === 'local');
  if (!isByCepstra || status !== 'completed' || !(await originalOf({ db }, transcript))) return null;
  return (await engine.hasVoiceNetwork?.()) ? 'now' : 'later';
}

/** The search for the speakers of the current text, with what it would change now; null if there is none. */
export async function viewSearch(
  deps: ReadDeps,
  { transcript }: Asked,
  caller: Caller,
): Promise<SpeakerSearch | null> {
  const search = await findSearch(deps.db, transcript.id);
  if (search?.version !== transcript.version) return null;
  if (search.status !== 'ready') return present(search, null);
  const place = { memory: outcomes(deps.work), key: `${search.jobId} ${presentKey(transcript)}` };
  const outcome = await deps.work.recall(caller, place, async (signal) => {
    const { before, after, changes } = await plan(deps, transcript, search, signal);
    return { speakersBefore: before, speakersAfter: after, changedSegments: changes.length };
  });
  return present(search, outcome);
}

/**
 * Gives the text the speakers that were found, as one step of the history. Throws 'speaker_search_not_ready', and 'edit_conflict' if
 * others do not stop editing.
 */
export async function applySearch(
  deps: ReadDeps & Pick<Deps, 'events'>,
  { actor, transcript }: Asked,
  { caller, reread }: { caller: Caller; reread: () => Promise<EditableTranscript> },
): Promise<EditResult> {
  let current = transcript;
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const search = await findSearch(deps.db, current.id);
    if (search?.status !== 'ready' || search.version !== current.version)
      throw new AppError('speaker_search_not_ready');
    const { changes } = await deps.work.run(caller, (signal) => plan(deps, current, search, signal));
    const asked = { actor, transcript: current };
    const result = await changeSpeakers(deps, asked, changes, async (tx) => {
      if ((await deleteSearch(tx, current.id))?.jobId !== search.jobId)
        throw new AppError('speaker_search_not_ready');
      if (changes.length > 0)
        await changeTranscript(tx, current.id, {
          speakersSuggested: true,
          showSpeakers: true,
          speakersBy: search.foundBy,
        });
      await announceSearch(deps, tx, current);
    });
    if (result) return result;
    current = await reread();
  }
  throw new AppError('edit_conflict', { current: null });
}

/** Stops a search, or discards its result; does nothing if there is none. */
export async function endSearch(
  deps: Pick<Deps, 'db' | 'jobs' | 'events'>,
  { transcript }: Asked,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const gone = await deleteSearch(tx, transcript.id);
    if (gone?.status === 'processing') await emit(deps, tx, 'speakers.unwanted', { jobId: gone.jobId });
    if (gone) await announceSearch(deps, tx, transcript);
  });
}

/** Tells the windows of everyone who may read the transcript to fetch its search again. */
export async function announceSearch(
  deps: Pick<Deps, 'events'>,
  db: Db | Tx,
  { id, userId }: { id: number; userId: number },
): Promise<void> {
  await notifyReaders(
    deps,
    { db, row: { id, userId } },
    { type: 'speaker-search.changed', id: TranscriptId.parse(id) },
  );
}

async function plan(
  { db, work }: ReadDeps,
  transcript: EditableTranscript,
  { turns }: SearchRow,
  signal: AbortSignal,
): Promise<SpeakersAgain> {
  return work.do(
    {
      kind: 'find-speakers',
      passages: await storedPassages(db, transcript),
      turns: turns ?? [],
      taken: Object.keys(transcript.speakerNames),
    },
    signal,
  );
}

function present(row: SearchRow, outcome: Outcome | null): SpeakerSearch {
  return {
    status: row.status,
    speakers: row.speakers,
    progressPercent: Math.round(row.progressPercent * 10) / 10,
    errorMessage: row.errorCode === null ? null : messageOfStored(row.errorCode, 'speakers_failed'),
    outcome,
  };
}
