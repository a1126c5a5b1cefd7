import type { Became } from '#contract/edit-conflicts.ts';
import { oneLine } from '#contract/edits.ts';
import type { TimestampedSegment } from '#contract/segments.ts';
import { mergeTexts, movedOffset } from '#domain/merge-texts.ts';
import { type Entry, heldFor } from './edit-entries.ts';
import { joinSegmentTexts, type PendingEdit } from './pending-edits.ts';
import { idsOf } from './pending-facts.ts';

/** A place in the text of a segment; the offset counts UTF-16 units. */
export interface RowPlace {
  segmentId: number;
  offset: number;
}

type Piece = Pick<TimestampedSegment, 'id' | 'revision' | 'text'>;
type Of<Kind extends PendingEdit['kind']> = Extract<PendingEdit, { kind: Kind }>;

/** Segments as they are here, and what holds their text on the server, each in order. */
interface Family {
  members: { id: number; text: string }[];
  pieces: Piece[];
}

/** Edits that came too late, as they are to be sent now. */
export interface CarriedOver {
  entries: Entry[];
  /** Where a place in the text as it was here is now. */
  placeOf: (place: RowPlace) => RowPlace;
  /** A deletion was given up: somebody has changed what it would delete. */
  hasKept: boolean;
  /** Segments created here that turned out to be there already. */
  aliases: { localId: number; realId: number }[];
}

/**
 * The one rule for edits that come too late, in the order in which they were made: every word goes to the segment that now holds the
 * words around it, and every border to the same place between the words. Where both changed the same words, the words of both are kept.
 */
export function carryOver(entries: readonly Entry[], became: readonly Became[]): CarriedOver {
  const families = new Map<number, Family>();
  const aliases: CarriedOver['aliases'] = [];
  let hasKept = false;
  for (const { before, now } of became) enter({ members: before.map((each) => ({ ...each })), pieces: now });

  function enter(family: Family): void {
    for (const { id } of family.members) families.set(id, family);
  }

  function carry(entry: Entry): Entry[] {
    // A person decides about it, and sees the texts that it was held for.
    if (entry.held?.kind === 'conflict') return [entry];
    switch (entry.edit.kind) {
      case 'text':
        return carryText(entry, entry.edit);
      case 'split':
        return carrySplit(entry, entry.edit);
      case 'join':
        return carryJoin(entry, entry.edit);
      case 'delete':
        return carryDelete(entry, entry.edit);
    }
  }

  function carryText(entry: Entry, edit: Of<'text'>): Entry[] {
    const family = families.get(edit.segmentId);
    if (!family) return [entry];
    const texts = piecesWith(family, edit.segmentId, edit.text);
    const changed = setTexts(family, texts);
    family.members = withMember(family, edit.segmentId, [{ id: edit.segmentId, text: edit.text }]);
    return changed.map((text) => ({ edit: text, dueAt: entry.dueAt, held: heldFor(text) }));
  }

  function carrySplit(entry: Entry, edit: Of<'split'>): Entry[] {
    const family = families.get(edit.segmentId);
    if (!family) return [entry];
    const { before, after, newId } = edit;
    const mine = joinSegmentTexts(before, after);
    const layout = mergedWith(family, edit.segmentId, mine);
    const cut = cutAt(layout, layout.placeOf(mine.length - after.length));
    const others = layout.texts.map((text, at) => (at === cut?.at ? family.pieces[at]?.text : text));
    const sent: PendingEdit[] = setTexts(
      family,
      others.map((text) => text ?? ''),
    );
    const piece = cut && family.pieces[cut.at];
    if (cut && piece) {
      const { id: segmentId, revision, text: base } = piece;
      sent.push({ ...edit, segmentId, revision, base, before: cut.before, after: cut.after });
      const halves = [
        { ...piece, text: cut.before },
        { id: newId, revision: 0, text: cut.after },
      ];
      family.pieces = family.pieces.toSpliced(cut.at, 1, ...halves);
    }
    family.members = withMember(family, edit.segmentId, [
      { id: edit.segmentId, text: before },
      { id: newId, text: after },
    ]);
    families.set(newId, family);
    if (!cut) {
      const { segmentId } = placeIn(family, { segmentId: newId, offset: after.length });
      aliases.push({ localId: newId, realId: segmentId });
    }
    return sent.map((each) => ({ edit: each, dueAt: 0, held: heldFor(each) }));
  }

  function carryJoin(entry: Entry, edit: Of<'join'>): Entry[] {
    const { segmentId, nextId } = edit;
    if (!families.has(segmentId) && !families.has(nextId)) return [entry];
    const first = families.get(segmentId) ?? alone(segmentId, edit.revision, edit.base);
    const second = families.get(nextId) ?? alone(nextId, edit.nextRevision, edit.nextBase);
    const at = first === second ? borderBefore(first, nextId) : first.pieces.length;
    const family =
      first === second
        ? first
        : { members: [...first.members, ...second.members], pieces: [...first.pieces, ...second.pieces] };
    const text = (id: number) => family.members.find((member) => member.id === id)?.text ?? '';
    const joined = joinSegmentTexts(text(segmentId), text(nextId));
    const [one, other] = [family.pieces[at - 1], family.pieces[at]];
    family.members = withMember(family, nextId, []);
    family.members = withMember(family, segmentId, [{ id: segmentId, text: joined }]);
    enter(family);
    // Somebody has joined them already.
    if (at < 0 || !one || !other) return [];
    const sent: PendingEdit = {
      kind: 'join',
      segmentId: one.id,
      revision: one.revision,
      base: one.text,
      nextId: other.id,
      nextRevision: other.revision,
      nextBase: other.text,
    };
    const piece = { ...one, text: joinSegmentTexts(one.text, other.text) };
    family.pieces = family.pieces.toSpliced(at - 1, 2, piece);
    return [{ edit: sent, dueAt: 0, held: null }];
  }

  /** What somebody else has changed is not deleted; what was typed in its place is inserted. */
  function carryDelete(entry: Entry, edit: Of<'delete'>): Entry[] {
    const ids = idsOf(edit);
    if (!ids.some((id) => families.has(id))) return [entry];
    hasKept = true;
    const ends = new Map([
      [edit.segmentId, alone(edit.segmentId, edit.revision, edit.base)],
      [edit.lastId, alone(edit.lastId, edit.lastRevision, edit.lastBase)],
    ]);
    // Between them nothing was changed here.
    const parts = new Set(ids.map((id) => families.get(id) ?? ends.get(id) ?? alone(id, 0)));
    const family = {
      members: [...parts].flatMap(({ members }) => members),
      pieces: [...parts].flatMap(({ pieces }) => pieces),
    };
    enter(family);
    const sent = setTexts(family, piecesWith(family, edit.segmentId, withTyped(edit)));
    const left = new Map([
      [edit.segmentId, edit.left.first],
      [edit.lastId, edit.left.last],
    ]);
    family.members = family.members.flatMap((member) => {
      if (!ids.includes(member.id)) return [member];
      const text = left.get(member.id) ?? null;
      return text === null ? [] : [{ id: member.id, text }];
    });
    return sent.map((text) => ({ edit: text, dueAt: 0, held: heldFor(text) }));
  }

  /** Gives the pieces new texts; the edits for those that are different. */
  function setTexts(family: Family, texts: readonly string[]): Of<'text'>[] {
    const changed = family.pieces.flatMap(({ id, revision, text: base }, at): Of<'text'>[] => {
      const text = texts[at] ?? base;
      if (text === base) return [];
      // Later edits may have been made in it, as it was.
      if (!families.has(id)) enter({ members: [{ id, text: base }], pieces: [{ id, revision, text }] });
      return [{ kind: 'text', segmentId: id, revision, text, base }];
    });
    for (const { segmentId, text } of changed)
      for (const each of new Set([...families.values(), family]))
        each.pieces = each.pieces.map((piece) => (piece.id === segmentId ? { ...piece, text } : piece));
    return changed;
  }

  const carried = entries.flatMap(carry);
  return {
    entries: carried,
    aliases,
    hasKept,
    placeOf: (place) => {
      const family = families.get(place.segmentId);
      return family ? placeIn(family, place) : place;
    },
  };
}

/** Whether a text can be put together with what its segment has become without asking: both changed it, but at different places. */
export function isClean({ before, now }: Became, segmentId: number, text: string): boolean {
  const family = { members: before, pieces: now };
  return mergedWith(family, segmentId, text).isClean;
}

/** The first text of a deletion, with what was typed instead of the rest before that. */
function withTyped({ base, before }: Of<'delete'>): string {
  let cut = 0;
  while (cut < base.length && base[cut] === before[cut]) cut += 1;
  const typed = before.slice(cut);
  return typed === '' ? base : oneLine(`${base.slice(0, cut)} ${typed} ${base.slice(cut)}`);
}

function alone(id: number, revision: number, text = ''): Family {
  return { members: [{ id, text }], pieces: [{ id, revision, text }] };
}

function withMember({ members }: Family, id: number, instead: Family['members']): Family['members'] {
  return members.flatMap((member) => (member.id === id ? instead : [member]));
}

const piecesWith = (family: Family, id: number, text: string) => mergedWith(family, id, text).texts;

interface Layout {
  whole: string;
  /** Where each piece begins in the whole. */
  starts: number[];
  texts: string[];
  isClean: boolean;
  /** Where an offset of the new text of the member is in the whole. */
  placeOf: (offset: number) => number;
}

/** The pieces of a family in which one member has a new text. */
function mergedWith({ members, pieces }: Family, id: number, text: string): Layout {
  const old = layOut(members.map((member) => member.text));
  const mine = layOut(members.map((member) => (member.id === id ? text : member.text)));
  const theirs = layOut(pieces.map((piece) => piece.text));
  const { text: whole, isClean: isMergedCleanly } = mergeTexts(old.whole, mine.whole, theirs.whole);
  const starts = theirs.starts.map((start, at) => (at === 0 ? 0 : movedOffset(theirs.whole, whole, start)));
  const from = mine.starts[members.findIndex((member) => member.id === id)] ?? 0;
  return {
    whole,
    starts,
    texts: starts.map((start, at) => oneLine(whole.slice(start, starts[at + 1] ?? whole.length))),
    isClean: isMergedCleanly,
    placeOf: (offset) => movedOffset(mine.whole, whole, from + offset),
  };
}

/** The piece that is cut in two at a place, and its halves; null at a border. */
function cutAt(
  { whole, starts }: Layout,
  place: number,
): { at: number; before: string; after: string } | null {
  const at = starts.findLastIndex((start) => start < place);
  if (at < 0) return null;
  const before = oneLine(whole.slice(starts[at], place));
  const after = oneLine(whole.slice(place, starts[at + 1] ?? whole.length));
  return before === '' || after === '' ? null : { at, before, after };
}

/** Where a place in a member is in the pieces; at a border, at the end of what stands before. */
function placeIn({ members, pieces }: Family, { segmentId, offset }: RowPlace): RowPlace {
  const mine = layOut(members.map(({ text }) => text));
  const theirs = layOut(pieces.map(({ text }) => text));
  const from = mine.starts[members.findIndex(({ id }) => id === segmentId)] ?? 0;
  const place = movedOffset(mine.whole, theirs.whole, from + offset);
  const at = Math.max(
    0,
    theirs.starts.findLastIndex((start) => start < place),
  );
  const piece = pieces[at];
  if (!piece) return { segmentId, offset };
  const inside = Math.min(Math.max(0, place - (theirs.starts[at] ?? 0)), piece.text.length);
  return { segmentId: piece.id, offset: inside };
}

/** The piece that begins where a member begins; -1 if none does. */
function borderBefore({ members, pieces }: Family, id: number): number {
  const mine = layOut(members.map(({ text }) => text));
  const theirs = layOut(pieces.map(({ text }) => text));
  const start = mine.starts[members.findIndex((member) => member.id === id)] ?? 0;
  const place = movedOffset(mine.whole, theirs.whole, start);
  return theirs.starts.findIndex((each, at) => at > 0 && each === place);
}

/** Texts one after the other, and where each begins. */
function layOut(texts: readonly string[]): { whole: string; starts: number[] } {
  let whole = '';
  const starts = texts.map((text) => {
    whole = joinSegmentTexts(whole, text);
    return whole.length - text.length;
  });
  return { whole, starts };
}
