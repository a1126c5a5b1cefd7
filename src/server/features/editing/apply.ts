import type { EditKind, EditResult } from '#contract/edits.ts';
import { normalizeText } from '#domain/normalize-text.ts';
import { timestampSegment, timestampWords } from '#domain/segments.ts';
import { countWords } from '#domain/tokens.ts';
import { AppError } from '../../app-error.ts';
import type { Actor } from '../../auth/actor.ts';
import type { Tx } from '../../db/client.ts';
import type { Deps } from '../../deps.ts';
import { type EditableTranscript, lockForEdit } from '../transcripts/access.ts';
import { announceChange, changeTranscript, editSteps } from '../transcripts/service.ts';
import type { Step } from './changes.ts';
import { changeNames } from './names.ts';
import { jsonInPortions } from './portions.ts';
import {
  insertEdit,
  removeSegments,
  type SegmentState,
  type StoredChange,
  type TextRow,
  writeSegments,
} from './queries.ts';
import { isSaidAlike } from './times-left.ts';

/** Segments of ordinary length: about 100 kB with their words. */
const WRITTEN_AT_ONCE = 100;

/** The text of a transcript whose row is locked. */
type LockedText = Awaited<ReturnType<typeof lockForEdit>>;

/** A user who may edit this transcript. */
export interface Editor {
  actor: Actor;
  transcript: EditableTranscript;
}

/** Plans a step against the locked text and writes it, in one transaction. Throws 'transcript_not_completed'. */
export async function applyPlan(
  deps: Pick<Deps, 'db' | 'events'>,
  { actor, transcript }: Editor,
  plan: (tx: Tx, row: LockedText) => Promise<{ kind: EditKind; step: Step }>,
): Promise<EditResult> {
  return deps.db.transaction(async (tx) => {
    const row = await lockForEdit(tx, transcript);
    if (row.status !== 'completed') throw new AppError('transcript_not_completed');
    return applyStep(deps, tx, { actor, row, ...(await plan(tx, row)) });
  });
}

/** The text was changed after a step was planned. */
class Outdated extends Error {}

/** Like `applyPlan`, for a step that was planned on the text as the editor's transcript has it; undefined if that was changed since. */
export async function applyUnlessOutdated(
  deps: Pick<Deps, 'db' | 'events'>,
  editor: Editor,
  plan: (tx: Tx, row: LockedText) => Promise<{ kind: EditKind; step: Step }>,
): Promise<EditResult | undefined> {
  try {
    return await applyPlan(deps, editor, async (tx, row) => {
      if (row.rowVersion !== editor.transcript.rowVersion) throw new Outdated();
      return plan(tx, row);
    });
  } catch (error) {
    if (error instanceof Outdated) return undefined;
    throw error;
  }
}

/** A user editing a locked text. */
export interface Editing {
  actor: Actor;
  row: TextRow;
}

/**
 * Writes a step: the segments, the names, the transcript's statistics and the history entry. A step without changes leaves no
 * entry. The caller has already checked permission, and that each 'before' is the current text.
 */
export async function applyStep(
  deps: Pick<Deps, 'events'>,
  tx: Tx,
  { actor, row, kind, step }: Editing & { kind: EditKind; step: Step },
): Promise<EditResult> {
  const names = step.names && changeNames(row.speakerNames, step.names);
  const isEmpty = step.changes.length === 0 && !names;
  const changes = step.changes.map(revised);
  const written = changes.flatMap(({ id, after }) => (after ? { id, ...after } : []));
  const removed = changes.filter(({ after }) => !after).map(({ id }) => id);
  let changed: TextRow = row;
  if (!isEmpty) {
    await removeSegments(tx, row.id, removed);
    for (let at = 0; at < written.length; at += WRITTEN_AT_ONCE) {
      const portion = written.slice(at, at + WRITTEN_AT_ONCE);
      await writeSegments(
        tx,
        row,
        portion.map((segment) => ({ ...segment, normalized: normalizeText(segment.text) })),
      );
    }
    await insertEdit(tx, {
      transcriptId: row.id,
      version: row.version,
      userId: actor.id,
      kind,
      changes: await jsonInPortions(changes),
      names: names ? { before: row.speakerNames, after: names } : null,
    });
    const details = await changeTranscript(tx, row.id, {
      wordCount: Math.max(0, (row.wordCount ?? 0) + wordsGained(changes)),
      segmentCount: Math.max(0, row.segmentCount + segmentsGained(changes)),
      ...(names ? { speakerNames: names } : {}),
    });
    changed = details ?? row;
    await announceChange(deps, tx, row);
  }
  return {
    changed: written.toSorted((a, b) => a.position - b.position).map(timestampSegment),
    words: written.flatMap(({ id, revision, words }) =>
      words ? timestampWords({ id, revision, words }) : [],
    ),
    removed,
    speakerNames: changed.speakerNames,
    wordCount: changed.wordCount ?? 0,
    segmentCount: changed.segmentCount,
    ...(step.places === undefined ? {} : { places: step.places }),
    ...(await editSteps({ db: tx }, actor, row)),
  };
}

/** A new text or new times make a new revision; a segment that comes back continues counting from where it left off. */
function revised({ id, before, after }: StoredChange): StoredChange {
  if (!after) return { id, before, after };
  const isSame =
    before?.text === after.text &&
    before.startMs === after.startMs &&
    before.endMs === after.endMs &&
    isSaidAlike(before.words ?? [], after.words ?? []);
  const revision = isSame ? before.revision : (before ?? after).revision + 1;
  return { id, before, after: { ...after, revision } };
}

function wordsGained(changes: readonly StoredChange[]): number {
  const count = (state: SegmentState | null) =>
    state?.words ? countWords(state.text, state.words.length) : 0;
  return changes.reduce((sum, { before, after }) => sum + count(after) - count(before), 0);
}

function segmentsGained(changes: readonly StoredChange[]): number {
  return changes.reduce((sum, { before, after }) => sum + (after ? 1 : 0) - (before ? 1 : 0), 0);
}
