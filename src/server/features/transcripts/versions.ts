import type { Transcript, TranscriptVersion } from '#contract/transcripts.ts';
import { normalizeText } from '#domain/normalize-text.ts';
import { AppError } from '../../app-error.ts';
import type { Actor } from '../../auth/actor.ts';
import type { Deps } from '../../deps.ts';
import type { OwnedTranscript, ReadableTranscript } from './access.ts';
import { hearSound, keptSound } from './heard-sound.ts';
import { findMedia } from './media-queries.ts';
import { changeTranscript, lockTranscript, replaceSegments } from './queries.ts';
import { announceChange, viewTranscript } from './service.ts';
import { copyVersion, countEdits, deleteVersion, findVersion, listVersionRows } from './version-queries.ts';

/** The texts of all transcription runs, newest first, including the current one. */
export async function listVersions(
  { db }: Pick<Deps, 'db'>,
  transcript: ReadableTranscript,
): Promise<{ versions: TranscriptVersion[] }> {
  if (transcript.status !== 'completed') return { versions: [] };
  const [kept, edits] = await Promise.all([
    listVersionRows(db, transcript.id),
    countEdits(db, transcript.id),
  ]);
  const present = {
    version: transcript.version,
    madeAt: transcript.madeAt ?? transcript.createdAt,
    facts: transcript,
  };
  return {
    versions: [present, ...kept]
      .sort((a, b) => b.version - a.version)
      .map(({ version, madeAt, facts }) => ({
        version,
        createdAt: madeAt.toISOString(),
        wordCount: facts.wordCount ?? 0,
        segmentCount: facts.segmentCount,
        editCount: edits.get(version) ?? 0,
        isCurrent: version === transcript.version,
      })),
  };
}

/** Makes another version current, and heard by the sound that its text is of; the current one is saved in its place. Throws 'version_not_found', 'already_running'. */
export async function restoreVersion(
  deps: Pick<Deps, 'db' | 'jobs' | 'events'>,
  call: { actor: Actor; transcript: OwnedTranscript },
  version: number,
): Promise<Transcript> {
  return deps.db.transaction(async (tx) => {
    const row = await lockTranscript(tx, call.transcript.id);
    if (!row) throw new AppError('transcript_not_found');
    if (row.jobId) throw new AppError('already_running');
    if (row.version === version) return viewTranscript({ db: tx }, call.actor, row);
    const wanted = await findVersion(tx, row.id, version);
    if (!wanted) throw new AppError('version_not_found');
    await copyVersion(tx, row, keptSound(await findMedia(tx, row.id)));
    await deleteVersion(tx, row.id, version);
    await replaceSegments(
      tx,
      row,
      wanted.segments.map((segment) => ({ ...segment, normalized: normalizeText(segment.text) })),
    );
    const { heard, ...facts } = wanted.facts;
    if (heard) await hearSound(deps, tx, row.id, heard);
    const shown = await changeTranscript(tx, row.id, {
      version,
      madeAt: wanted.madeAt,
      speakerNames: wanted.speakerNames,
      engine: null,
      languageBy: null,
      speakersBy: null,
      imported: null,
      ...facts,
    });
    await announceChange(deps, tx, row);
    return viewTranscript({ db: tx }, call.actor, shown ?? row);
  });
}
