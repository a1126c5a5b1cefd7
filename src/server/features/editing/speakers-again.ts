import type { EditResult } from '#contract/edits.ts';
import type { PlacedSegment } from '#domain/segments.ts';
import type { PassagePart, SpeakersAgain } from '#domain/speakers-again.ts';
import type { Db, Tx } from '../../db/client.ts';
import type { Deps } from '../../deps.ts';
import type { StoredPassage } from '../../work/tasks.ts';
import { applyUnlessOutdated, type Editor } from './apply.ts';
import { additionOf, changeOf } from './changes.ts';
import { findSegments, nextSegmentIds, type StoredChange, type TextRow } from './queries.ts';
import { findNextPositions, listPassages, listSpeakerSteps } from './speaker-queries.ts';

/** The passages of a text, in order, for finding their speakers anew. */
export async function storedPassages(
  db: Db,
  text: Pick<TextRow, 'id' | 'version'>,
): Promise<StoredPassage[]> {
  const settled = await settledSegments(db, text);
  const passages = await listPassages(db, text.id);
  return passages.map((passage) => ({ ...passage, isSettled: settled.has(passage.id) }));
}

/**
 * Gives segments the speakers that were planned on the text as the editor's transcript has it, divides those in which several speak, as one
 * step, and does something else in the same transaction. Undefined if the text was changed since. Throws 'transcript_not_completed'.
 */
export function changeSpeakers(
  deps: Pick<Deps, 'db' | 'events'>,
  editor: Editor,
  changes: SpeakersAgain['changes'],
  also: (tx: Tx) => Promise<void>,
): Promise<EditResult | undefined> {
  return applyUnlessOutdated(deps, editor, async (tx, row) => {
    await also(tx);
    return { kind: 'find-speakers', step: { changes: await dividedInto(tx, row, changes) } };
  });
}

/** The segments' changes: one with several parts becomes one segment for each. */
async function dividedInto(
  tx: Tx,
  { id }: TextRow,
  changes: SpeakersAgain['changes'],
): Promise<StoredChange[]> {
  const parts = new Map(changes.map((change) => [change.id, change.parts]));
  const found = await findSegments(tx, id, [...parts.keys()]);
  const next = await findNextPositions(tx, id, [...parts.keys()]);
  const added = changes.reduce((sum, change) => sum + change.parts.length - 1, 0);
  const ids = (await nextSegmentIds(tx, added))[Symbol.iterator]();
  return found.flatMap((segment) => {
    const end = next.get(segment.id) ?? segment.position + 1;
    const [first, ...others] = piecesOf(segment, parts.get(segment.id) ?? [], end);
    if (!first) return [];
    const additions = others.map((piece) => additionOf({ ...piece, id: ids.next().value ?? 0, revision: 0 }));
    return [changeOf(segment, first), ...additions];
  });
}

/** A segment cut into parts, which stand one after the other before the position `end`; its time is divided at their words. */
function piecesOf(segment: PlacedSegment, parts: readonly PassagePart[], end: number): PlacedSegment[] {
  let at = 0;
  return parts.map((part, index) => {
    const words = segment.words.slice(at, at + part.words);
    at += part.words;
    const isLast = index === parts.length - 1;
    return {
      ...segment,
      position: segment.position + ((end - segment.position) * index) / parts.length,
      startMs: index === 0 ? segment.startMs : (words[0]?.startMs ?? segment.startMs),
      endMs: isLast ? segment.endMs : (words.at(-1)?.endMs ?? segment.endMs),
      speaker: part.speaker,
      text: part.text,
      words: parts.length === 1 ? segment.words : words,
    };
  });
}

/** The segments whose speaker somebody has set, and what was split off from them. */
async function settledSegments(db: Db, text: Pick<TextRow, 'id' | 'version'>): Promise<Set<number>> {
  const settled = new Set<number>();
  for (const { kind, changed, added } of await listSpeakerSteps(db, text)) {
    if (kind === 'speaker') for (const id of changed) settled.add(id);
    else if (changed.some((id) => settled.has(id))) for (const id of added) settled.add(id);
  }
  return settled;
}
