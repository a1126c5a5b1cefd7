import type { Edit } from '#contract/edits.ts';
import { MAX_SEGMENT_LENGTH, MAX_TRANSCRIPT_LENGTH, MAX_TRANSCRIPT_WORDS } from '#contract/limits.ts';
import { leftOver } from '#domain/delete-range.ts';
import { lengthReplaced, replaceAll } from '#domain/find-replace.ts';
import { normalizeText } from '#domain/normalize-text.ts';
import { retimeWords } from '#domain/retime.ts';
import { type PlacedSegment, timestampSegment } from '#domain/segments.ts';
import { nextSpeakerLabel } from '#domain/speakers.ts';
import { joinWords, tokensOf } from '#domain/tokens.ts';
import { AppError } from '../../app-error.ts';
import type { Db, Tx } from '../../db/client.ts';
import type { Editing } from './apply.ts';
import { becameOf } from './became.ts';
import { additionOf, changeOf, inOrder, removalOf, type Step } from './changes.ts';
import { segmentAt } from './current-segment.ts';
import { planTimes } from './plan-times.ts';
import { inPortions } from './portions.ts';
import {
  findBetween,
  findNextSegment,
  findSegments,
  findSegmentsOf,
  findSegmentsWith,
  findSpeakers,
  findTextsWith,
  measureText,
  nextSegmentIds,
  type SegmentState,
  type TextRow,
} from './queries.ts';

/** The size of a text's words relative to the text itself. */
const WORDS_WEIGHT = 10;

export type EditOf<Kind extends Edit['kind']> = Extract<Edit, { kind: Kind }>;

/**
 * Works out what an edit would change in the current text. Throws 'edit_conflict' with the current segment if the edit was based
 * on another revision, and whatever the functions below throw.
 */
export async function planEdit(tx: Tx, editing: Editing, edit: Edit): Promise<Step> {
  const { row } = editing;
  switch (edit.kind) {
    case 'text':
      return planText(await segmentAt(tx, editing, edit.segment), edit.text);
    case 'split':
      return planSplit(tx, editing, edit);
    case 'join':
      return planJoin(tx, editing, edit);
    case 'delete':
      return planDelete(tx, editing, edit);
    case 'speaker':
      return planSpeaker(tx, row, edit);
    case 'merge-speakers':
      return planMerge(tx, row, edit);
    case 'confirm':
      return planConfirm(await segmentAt(tx, editing, edit.segment), edit.words);
    case 'times':
      return planTimes(tx, editing, edit);
    case 'replace':
      return planReplace(tx, row, edit);
  }
}

function planText(segment: PlacedSegment, text: string): Step {
  if (text === segment.text) return { changes: [] };
  return { changes: [changeOf(segment, withText(segment, text))] };
}

function withText(segment: PlacedSegment, text: string): PlacedSegment {
  return { ...segment, text, words: retimeWords(segment.words, text, segment) };
}

/** Throws 'cannot_split' if one of the parts would have no words. */
async function planSplit(tx: Tx, editing: Editing, edit: EditOf<'split'>): Promise<Step> {
  const { row } = editing;
  const segment = await segmentAt(tx, editing, edit.segment);
  const words = retimeWords(segment.words, `${edit.before} ${edit.after}`, segment);
  const cut = tokensOf(edit.before).length;
  const [last, first] = [words[cut - 1], words[cut]];
  if (!last || !first) throw new AppError('cannot_split');
  const next = await findNextSegment(tx, row.id, segment);
  const [id] = await nextSegmentIds(tx, 1);
  if (id === undefined) throw new Error('The database returned no id for a new segment.');
  const added: PlacedSegment = {
    ...segment,
    id,
    revision: 0,
    position: next ? (segment.position + next.position) / 2 : segment.position + 1,
    startMs: first.startMs,
    text: edit.after,
    words: words.slice(cut),
  };
  const kept = { ...segment, endMs: last.endMs, text: edit.before, words: words.slice(0, cut) };
  return { changes: [changeOf(segment, kept), additionOf(added)] };
}

/** Throws 'cannot_join' if the second segment does not follow the first. */
async function planJoin(tx: Tx, editing: Editing, edit: EditOf<'join'>): Promise<Step> {
  const first = await segmentAt(tx, editing, edit.segment);
  const second = await segmentAt(tx, editing, edit.next);
  const follower = await findNextSegment(tx, editing.row.id, first);
  if (follower?.id !== second.id) throw new AppError('cannot_join');
  const text = short(joinWords([first.text, second.text].filter((each) => each !== '')));
  const joined = joinedWith(first, second, text);
  return { changes: [changeOf(first, joined), removalOf(second)] };
}

/** Throws 'edit_conflict' if these are not all the segments from the first to the last any more. */
async function planDelete(tx: Tx, editing: Editing, edit: EditOf<'delete'>): Promise<Step> {
  const { row } = editing;
  const first = await segmentAt(tx, editing, edit.segment);
  const last = await segmentAt(tx, editing, edit.last);
  const between = await findBetween(tx, row.id, { first, last });
  const isAsSeen =
    between.length === edit.between.length &&
    between.every(
      ({ id, revision }, at) => id === edit.between[at]?.id && revision === edit.between[at].revision,
    );
  if (inOrder(first, last) >= 0 || !isAsSeen)
    throw new AppError('edit_conflict', { current: timestampSegment(first) });
  const left = leftOver(edit, {
    isSameSpeaker: first.speaker === last.speaker,
    hasOthers: row.segmentCount > between.length + 2,
    maxLength: MAX_SEGMENT_LENGTH,
  });
  const start = withText(first, edit.before);
  const end = withText(last, edit.after);
  const changes = between.map(removalOf);
  if (left.first === null) changes.unshift(removalOf(first));
  else if (left.last === null && edit.after !== '')
    changes.unshift(changeOf(first, joinedWith(start, end, left.first)));
  else changes.unshift(changeOf(first, { ...start, endMs: start.words.at(-1)?.endMs ?? first.endMs }));
  if (left.last === null) changes.push(removalOf(last));
  else changes.push(changeOf(last, { ...end, startMs: end.words[0]?.startMs ?? last.startMs }));
  return { changes };
}

/** A segment with the words of a later one at its end. */
function joinedWith(first: PlacedSegment, second: PlacedSegment, text: string): PlacedSegment {
  return {
    ...first,
    endMs: Math.max(first.endMs, second.endMs),
    text,
    words: [...first.words, ...second.words],
    timing: second.timing === 'estimated' ? 'estimated' : first.timing,
  };
}

/** So many segments that were changed meanwhile are looked for. */
const MAX_LOOKED_FOR = 50;

/** Throws 'speaker_not_found' for a label that nobody has. Skips segments that no longer exist, or have been joined with others. */
async function planSpeaker(tx: Tx, row: TextRow, edit: EditOf<'speaker'>): Promise<Step> {
  const labels = await findSpeakers(tx, row.id);
  if (edit.speaker !== null && !labels.includes(edit.speaker)) throw new AppError('speaker_not_found');
  const speaker = edit.speaker ?? nextSpeakerLabel([...labels, ...Object.keys(row.speakerNames)]);
  const found = await segmentsMeant(tx, row, edit.segments);
  if (found.length === 0) throw new AppError('edit_conflict', { current: null });
  const before = row.speakerNames;
  return {
    changes: movedTo(found, speaker),
    ...(edit.name && before[speaker] !== edit.name
      ? { names: { before, after: { ...before, [speaker]: edit.name } } }
      : {}),
  };
}

async function segmentsMeant(
  tx: Tx,
  row: TextRow,
  wanted: EditOf<'speaker'>['segments'],
): Promise<PlacedSegment[]> {
  const found = await findSegments(
    tx,
    row.id,
    wanted.map((each) => (typeof each === 'number' ? each : each.id)),
  );
  const revisions = new Map(found.map(({ id, revision }) => [id, revision]));
  const changed = wanted.filter(
    (each) => typeof each !== 'number' && revisions.get(each.id) !== each.revision,
  );
  const parts: number[] = [];
  for (const ref of changed.slice(0, MAX_LOOKED_FOR)) {
    const became = typeof ref === 'number' ? undefined : await becameOf(tx, row, ref);
    if (became?.before.length === 1) parts.push(...became.now.map(({ id }) => id));
  }
  const others = parts.filter((id) => !revisions.has(id));
  return [...found, ...(await findSegments(tx, row.id, others))];
}

/** Throws 'speaker_not_found' if one of the two says nothing in this transcript. */
async function planMerge(tx: Tx, row: TextRow, { from, into }: EditOf<'merge-speakers'>): Promise<Step> {
  const labels = await findSpeakers(tx, row.id);
  if (!labels.includes(from) || !labels.includes(into)) throw new AppError('speaker_not_found');
  if (from === into) return { changes: [] };
  const before = row.speakerNames;
  const { [from]: name, ...after } = before;
  return {
    changes: movedTo(await findSegmentsOf(tx, row.id, from), into),
    ...(name === undefined ? {} : { names: { before, after } }),
  };
}

function movedTo(found: readonly PlacedSegment[], speaker: string) {
  return found
    .filter((segment) => segment.speaker !== speaker)
    .map((segment) => changeOf(segment, { ...segment, speaker }));
}

/** Throws 'word_not_found'. */
function planConfirm(segment: PlacedSegment, indexes: readonly number[]): Step {
  if (indexes.some((index) => index >= segment.words.length)) throw new AppError('word_not_found');
  const confirmed = new Set(indexes);
  const words = segment.words.map((word, index) =>
    confirmed.has(index) && word.confidence !== 1 ? { ...word, confidence: 1 } : word,
  );
  const isChanged = words.some((word, index) => word !== segment.words[index]);
  return { changes: isChanged ? [changeOf(segment, { ...segment, words })] : [] };
}

/** Throws 'segment_too_long' or 'transcript_too_long' before anything is built from the matches. */
export async function planReplace(
  db: Db | Tx,
  row: Pick<TextRow, 'id' | 'wordCount'>,
  edit: EditOf<'replace'>,
): Promise<Step> {
  const normalized = normalizeText(edit.query);
  if (edit.replacement !== '') await refuseGrowth(db, row, { edit, normalized });
  const candidates = await findSegmentsWith(db, row.id, normalized);
  let places = 0;
  const replaced = await inPortions(
    candidates,
    ({ text }) => text.length * WORDS_WEIGHT,
    (segment) => {
      const { text, count } = replaceAll(segment.text, edit, edit.replacement);
      if (count === 0 || text === segment.text) return [];
      places += count;
      return [changeOf(segment, withText(segment, short(text)))];
    },
  );
  return { changes: replaced.flat(), places };
}

/** Throws 'transcript_too_long' for a step that makes a text longer than allowed. Restoring an earlier text is always allowed. */
export async function refuseTooLong(tx: Tx, row: TextRow, { changes }: Step): Promise<void> {
  const gainOf = (measure: (state: SegmentState | null) => number) =>
    changes.reduce((sum, { before, after }) => sum + measure(after) - measure(before), 0);
  const gained = gainOf((state) => state?.text.length ?? 0);
  const wordsGained = gainOf((state) => state?.words?.length ?? 0);
  const tooLong = gained > 0 && (await measureText(tx, row.id)) + gained > MAX_TRANSCRIPT_LENGTH;
  const tooMany = wordsGained > 0 && (row.wordCount ?? 0) + wordsGained > MAX_TRANSCRIPT_WORDS;
  if (tooLong || tooMany) throw new AppError('transcript_too_long');
}

/** Reads only the texts and measures them one by one, to know whether the result fits before reading any words. */
async function refuseGrowth(
  db: Db | Tx,
  row: Pick<TextRow, 'id' | 'wordCount'>,
  { edit, normalized }: { edit: EditOf<'replace'>; normalized: string },
): Promise<void> {
  const texts = await findTextsWith(db, row.id, normalized);
  let gained = 0;
  let places = 0;
  for (const text of texts) {
    const { length, count } = lengthReplaced(text, edit, edit.replacement);
    if (count > 0 && length > MAX_SEGMENT_LENGTH) throw new AppError('segment_too_long');
    gained += length - text.length;
    places += count;
  }
  if (gained <= 0) return;
  const wordsGained = places * (tokensOf(edit.replacement).length - 1);
  const tooMany = (row.wordCount ?? 0) + wordsGained > MAX_TRANSCRIPT_WORDS && wordsGained > 0;
  const tooLong = (await measureText(db, row.id)) + gained > MAX_TRANSCRIPT_LENGTH;
  if (tooMany || tooLong) throw new AppError('transcript_too_long');
}

/** Throws 'segment_too_long'. */
function short(text: string): string {
  if (text.length > MAX_SEGMENT_LENGTH) throw new AppError('segment_too_long');
  return text;
}
