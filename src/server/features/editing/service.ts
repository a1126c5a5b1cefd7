import type { Edit, EditResult, HistoryEntry } from '#contract/edits.ts';
import { type ProjectId, TranscriptId } from '#contract/ids.ts';
import { HISTORY_CHANGES_SHOWN } from '#contract/limits.ts';
import type { Transcript } from '#contract/transcripts.ts';
import { normalizeText } from '#domain/normalize-text.ts';
import { AppError } from '../../app-error.ts';
import type { Tx } from '../../db/client.ts';
import type { Deps } from '../../deps.ts';
import { lockEditableProject } from '../members/access.ts';
import {
  type EditableTranscript,
  lockForEdit,
  lockOwnTranscripts,
  type ReadableTranscript,
  requireOwnedTranscript,
} from '../transcripts/access.ts';
import { announceChange, changeTranscript, moveTranscripts, viewTranscript } from '../transcripts/service.ts';
import { applyPlan, applyStep, applyUnlessOutdated, type Editing, type Editor } from './apply.ts';
import { changesBetween, inverseOf, isSameState, type Step, withConfirmed, withStates } from './changes.ts';
import { changeNames, namesChanged } from './names.ts';
import { planEdit, planReplace, refuseTooLong } from './plan.ts';
import { presentEdit } from './present.ts';
import {
  findAllSegments,
  findRedo,
  findSegmentHistory,
  findSegments,
  findUndo,
  listEdits,
  listEditsFrom,
  markUndone,
} from './queries.ts';
import { portionsOf, statesBefore } from './states-before.ts';
import { areWordsAsLeft, refuseMisplaced } from './times-left.ts';

export { changeSpeakers, storedPassages } from './speakers-again.ts';

type ListedStep = Awaited<ReturnType<typeof listEditsFrom>>[number];
type ServiceDeps = Pick<Deps, 'db' | 'events'>;

/**
 * Changes the given fields: the title, the speakers' names (the whole map, as one history step), whether speakers are shown, the
 * language, and, for the owner, the project. Throws 'only_owner', 'project_not_found', 'forbidden'.
 */
export async function updateDetails(
  deps: ServiceDeps,
  { actor, transcript }: Editor,
  change: {
    title?: string | undefined;
    speakerNames?: Record<string, string> | undefined;
    showSpeakers?: boolean | undefined;
    language?: string | undefined;
    projectId?: ProjectId | null | undefined;
  },
): Promise<Transcript> {
  const { title, speakerNames, showSpeakers, language, projectId } = change;
  return deps.db.transaction(async (tx) => {
    if (projectId !== undefined) await moveOwn(deps, tx, { actor, transcript, projectId });
    const row = await lockForEdit(tx, transcript);
    if (speakerNames) {
      const names = { before: row.speakerNames, after: speakerNames };
      const step = { changes: [], ...(namesChanged(names).length > 0 ? { names } : {}) };
      await applyStep(deps, tx, { actor, row, kind: 'names', step });
    }
    const changed = await changeTranscript(tx, row.id, {
      ...(title === undefined ? {} : { title, normalizedTitle: normalizeText(title) }),
      ...(showSpeakers === undefined ? {} : { showSpeakers }),
      ...(language === undefined ? {} : { language, languageBy: 'person' as const }),
    });
    await announceChange(deps, tx, row);
    return viewTranscript({ db: tx }, actor, changed ?? row);
  });
}

/** Moves the user's own transcript into a project, or out of any. */
async function moveOwn(
  deps: ServiceDeps,
  tx: Tx,
  { actor, transcript, projectId }: Editor & { projectId: ProjectId | null },
): Promise<void> {
  const { id } = await requireOwnedTranscript({ db: tx }, actor, TranscriptId.parse(transcript.id));
  // Projects are locked before transcripts.
  const project = projectId === null ? null : await lockEditableProject(tx, actor, projectId);
  const transcripts = await lockOwnTranscripts(tx, actor, [TranscriptId.parse(id)]);
  await moveTranscripts(deps, tx, { transcripts, project });
}

/** How often a replacement is planned again because somebody edits meanwhile, before that has to wait. */
const MAX_TRIES = 3;

/**
 * Applies one edit as one step. Throws 'transcript_not_completed', 'transcript_too_long', and whatever planEdit throws. `reread` gives the
 * transcript as it is now.
 */
export async function edit(
  deps: ServiceDeps,
  editor: Editor,
  { wanted, reread }: { wanted: Edit; reread: () => Promise<EditableTranscript> },
): Promise<EditResult> {
  // Looking through the whole text is not for a transaction that others wait for.
  let { transcript } = editor;
  for (let tries = 0; wanted.kind === 'replace' && tries < MAX_TRIES; tries++) {
    const step = await planReplace(deps.db, transcript, wanted);
    const result = await applyUnlessOutdated(deps, { ...editor, transcript }, async (tx, row) => {
      await refuseTooLong(tx, row, step);
      return { kind: wanted.kind, step };
    });
    if (result) return result;
    transcript = await reread();
  }
  return applyPlan(deps, editor, async (tx, row) => {
    const step = await planEdit(tx, { actor: editor.actor, row }, wanted);
    await refuseTooLong(tx, row, step);
    return { kind: wanted.kind, step };
  });
}

/** Undoes the user's last step. Throws 'nothing_to_undo', 'undo_conflict'. */
export async function undo(deps: ServiceDeps, editor: Editor): Promise<EditResult> {
  return applyPlan(deps, editor, async (tx, row) => {
    const last = await findUndo(tx, row, editor.actor.id);
    if (!last) throw new AppError('nothing_to_undo');
    const step = await asLeft(tx, row, inverseOf(last));
    await refuseMisplaced(tx, row, step, { from: last.id });
    await markUndone(tx, last.id, true);
    return { kind: 'undo', step };
  });
}

/** Redoes the step that the user undid last. Throws 'nothing_to_redo', 'undo_conflict'. */
export async function redo(deps: ServiceDeps, editor: Editor): Promise<EditResult> {
  return applyPlan(deps, editor, async (tx, row) => {
    const next = await findRedo(tx, row, editor.actor.id);
    if (!next) throw new AppError('nothing_to_redo');
    const { changes, names } = next;
    const step = await asLeft(tx, row, { changes, ...(names ? { names } : {}) });
    await refuseMisplaced(tx, row, step, { from: next.id });
    await markUndone(tx, next.id, false);
    return { kind: 'redo', step };
  });
}

/** Restores one segment to its state before a step. Throws 'edit_not_found', 'segment_restructured', 'undo_conflict'. */
export async function restoreSegment(
  deps: ServiceDeps,
  editor: Editor,
  wanted: { editId: number; segmentId: number },
): Promise<EditResult> {
  return applyPlan(deps, editor, async (tx, row) => {
    const steps = await stepsFrom(tx, row, wanted.editId);
    let isMoved = false;
    for (const [at, range] of portionsOf(steps).entries()) {
      const found = await findSegmentHistory(tx, row, { ...range, segmentId: wanted.segmentId });
      if (at === 0 && !found.isInFirst) throw new AppError('edit_not_found');
      isMoved ||= found.isMoved;
    }
    const [now] = await findSegments(tx, row.id, [wanted.segmentId]);
    if (!now || isMoved) throw new AppError('segment_restructured');
    const states = await statesBefore(tx, row, steps, [wanted.segmentId]);
    const before = withStates(byId([now]), states).get(now.id) ?? now;
    const [change] = changesBetween(byId([now]), byId([{ ...before, position: now.position }]));
    const step = { changes: change ? [change] : [] };
    await refuseMisplaced(tx, row, step, { from: wanted.editId });
    return { kind: 'restore', step };
  });
}

/** Restores the whole text and the names to their state before a step. Throws 'edit_not_found'. */
export async function restoreEverything(
  deps: ServiceDeps,
  editor: Editor,
  editId: number,
): Promise<EditResult> {
  return applyPlan(deps, editor, async (tx, row) => {
    const steps = await stepsFrom(tx, row, editId);
    const now = byId(await findAllSegments(tx, row.id));
    const names = { before: row.speakerNames, after: namesBefore(row.speakerNames, steps) };
    return {
      kind: 'restore',
      step: {
        changes: changesBetween(now, withStates(now, await statesBefore(tx, row, steps))),
        ...(namesChanged(names).length > 0 ? { names } : {}),
      },
    };
  });
}

/** The steps that changed the current text, newest first. */
export async function viewHistory(
  { db }: Pick<Deps, 'db'>,
  transcript: ReadableTranscript,
  query: { before?: number | undefined; segment?: number | undefined; limit: number },
): Promise<{ entries: HistoryEntry[]; hasMore: boolean }> {
  const rows = await listEdits(db, transcript, {
    ...(query.before === undefined ? {} : { before: query.before }),
    ...(query.segment === undefined ? {} : { segmentId: query.segment }),
    limit: query.limit + 1,
    changes: HISTORY_CHANGES_SHOWN,
  });
  return { entries: rows.slice(0, query.limit).map(presentEdit), hasMore: rows.length > query.limit };
}

/** One step with all its changes. Throws 'edit_not_found'. */
export async function viewEdit(
  { db }: Pick<Deps, 'db'>,
  transcript: ReadableTranscript,
  id: number,
): Promise<HistoryEntry> {
  const [row] = await listEdits(db, transcript, { id, limit: 1, changes: Number.MAX_SAFE_INTEGER });
  if (!row) throw new AppError('edit_not_found');
  return presentEdit(row);
}

/**
 * A step to undo or redo, with the segments' current revisions and what has been confirmed since, provided the text is as the step left it. Throws 'undo_conflict'.
 */
async function asLeft(tx: Tx, row: Editing['row'], step: Step): Promise<Step> {
  const ids = step.changes.map(({ id }) => id);
  const now = byId(await findSegments(tx, row.id, ids));
  const isAsLeft = step.changes.every(
    (change) =>
      isSameState(now.get(change.id), change.before) &&
      areWordsAsLeft(now.get(change.id)?.words ?? [], change),
  );
  const namesAreAsLeft = !step.names || changeNames(row.speakerNames, step.names) !== null;
  if (!isAsLeft || !namesAreAsLeft) throw new AppError('undo_conflict');
  const changes = step.changes.map((change) => {
    const { before, after } = change;
    const present = now.get(change.id);
    const words =
      after?.words && before?.words && present
        ? withConfirmed(after.words, { left: before.words, now: present.words })
        : after?.words;
    return {
      ...change,
      before: before && {
        ...before,
        revision: present?.revision ?? before.revision,
        ...(before.words && present ? { words: present.words } : {}),
      },
      after: after && { ...after, ...(words ? { words } : {}) },
    };
  });
  return { ...step, changes };
}

/** This step and all later ones, oldest first. */
async function stepsFrom(tx: Tx, row: Editing['row'], editId: number): Promise<ListedStep[]> {
  const steps = await listEditsFrom(tx, row, editId);
  if (steps[0]?.id !== editId) throw new AppError('edit_not_found');
  return steps;
}

function namesBefore(
  now: Record<string, string>,
  steps: readonly Pick<ListedStep, 'names'>[],
): Record<string, string> {
  return steps.reduceRight(
    (names, { names: step }) =>
      step ? (changeNames(names, { before: step.after, after: step.before }) ?? names) : names,
    now,
  );
}

function byId<Item extends { id: number }>(items: readonly Item[]): Map<number, Item> {
  return new Map(items.map((item) => [item.id, item]));
}
