import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { EditResult } from '#contract/edits.ts';
import { ERRORS } from '#contract/errors.ts';
import type { TimestampedSegment } from '#contract/segments.ts';
import type { TextRange } from '#domain/converted-text.ts';
import { focusQuietly } from '#web/lib/focus.ts';
import type { PlaybackStore } from '#web/player/playback-store.ts';
import { segmentElement, segmentIdOf, timeButtonOf } from '#web/player/segment-id.ts';
import { offsetAt } from '#web/player/text-offset.ts';
import type { TextHit } from '#web/player/use-text-clicks.ts';
import { toast } from '#web/ui/toast-store.ts';
import type { RowPlace } from './carry-over.ts';
import type { EditCommands } from './edit-commands.ts';
import type { EditSession } from './edit-session.ts';
import { nearestRow } from './nearest-row.ts';
import { editProblemOf } from './pending-edits.ts';
import type { Caret, EditorActions } from './segment-editor.tsx';
import { selectBetween } from './select-rows.ts';
import { changeEnd, wordAt } from './text-units.ts';
import { useTypingPause } from './use-typing-pause.ts';

interface WritingProps {
  session: EditSession;
  segments: readonly TimestampedSegment[];
  store: PlaybackStore;
  commands: EditCommands;
}

interface OpenRow {
  segmentId: number;
  caret: Caret;
  /** Incremented each time the caret is moved. */
  jump: number;
  /** Spaces that were typed at the end, which are not saved. */
  spaces: string;
}

/** Whether the text is being edited, which row has the caret, and what its keys do. */
export function useWriting({ session, segments, store, commands }: WritingProps) {
  const { queue } = session;
  const [isEditing, setEditing] = useState(false);
  const [place, setPlace] = useState<OpenRow | null>(null);
  const [menu, setMenu] = useState<{ segmentId: number; anchor: HTMLElement } | null>(null);
  const wasPlaying = useRef(false);
  const typing = useTypingPause(store);
  // A row created here uses its real id as soon as it has one.
  const open = place && { ...place, segmentId: queue.idOf(place.segmentId) };

  function openAt(segmentId: number, caret: Caret, spaces = '') {
    session.writeIn(segmentId);
    setEditing(true);
    setPlace((before) => ({ segmentId, caret, jump: (before?.jump ?? 0) + 1, spaces }));
  }

  /** The words at the caret are in another row now, because somebody has split or joined it: the caret goes with them. */
  const follow = useEffectEvent((placeOf: (place: RowPlace) => RowPlace) => {
    const field = document.activeElement;
    if (!open || !(field instanceof HTMLTextAreaElement) || !session.isWritingIn(open.segmentId)) return;
    const { value, selectionEnd } = field;
    const { segmentId, offset } = placeOf({ segmentId: open.segmentId, offset: selectionEnd });
    const spaces = selectionEnd === value.length ? value.slice(value.trimEnd().length) : '';
    if (segmentId !== open.segmentId) openAt(segmentId, offset + spaces.length, spaces);
  });
  useEffect(() => session.onMoved((placeOf) => follow(placeOf)), [session]);

  function close(next: 'time' | 'nowhere') {
    if (!place) return;
    setPlace(null);
    session.writeIn(null);
    queue.flush();
    typing.end();
    if (next === 'time') focusQuietly(timeButtonOf(segmentElement(queue.idOf(place.segmentId))));
  }

  function neighbourOf(segmentId: number, direction: 'up' | 'down') {
    const index = segments.findIndex(({ id }) => id === segmentId);
    return index < 0 ? undefined : segments[direction === 'up' ? index - 1 : index + 1];
  }

  function join(segmentId: number, direction: 'before' | 'after') {
    const other = neighbourOf(segmentId, direction === 'before' ? 'up' : 'down');
    if (!other) return;
    const [first, second] = direction === 'before' ? [other.id, segmentId] : [segmentId, other.id];
    const before = session.textOf(first);
    const after = session.textOf(second);
    const problem = editProblemOf(`${before} ${after}`);
    if (problem) return toast({ title: 'Not joined', description: problem, variant: 'destructive' });
    queue.join(first, second);
    // At the seam: after the space between the two.
    openAt(first, before === '' ? 0 : before.length + (after === '' ? 0 : 1));
  }

  const actions: EditorActions = {
    split: ({ before, after }) => {
      const segment = segments.find(({ id }) => id === open?.segmentId);
      if (!segment) return;
      if (before === '' || after === '') return toast({ title: ERRORS.cannot_split.message });
      const problem = editProblemOf(before) ?? editProblemOf(after);
      if (problem) return toast({ title: 'Not split', description: problem, variant: 'destructive' });
      const share = before.length / (before.length + after.length);
      const atSeconds = segment.start + share * Math.max(0, segment.end - segment.start);
      openAt(queue.split(segment.id, { before, after, atSeconds }), 0);
    },
    join: (direction) => open && join(open.segmentId, direction),
    move: (direction, x) => {
      const next = open && neighbourOf(open.segmentId, direction);
      if (!next) return;
      queue.flush();
      typing.end();
      openAt(next.id, caretBelow(next.id, direction, x));
    },
    cross: (direction) => {
      const next = open && neighbourOf(open.segmentId, direction === 'before' ? 'up' : 'down');
      if (!next) return;
      queue.flush();
      typing.end();
      openAt(next.id, direction === 'before' ? 'end' : 'start');
    },
    jump: (to) => {
      const row = to === 'first' ? segments[0] : segments.at(-1);
      if (!row) return;
      queue.flush();
      openAt(row.id, to === 'first' ? 'start' : 'end');
    },
    page: (direction, point) => {
      queue.flush();
      const sign = direction === 'up' ? -1 : 1;
      scrollBy({ top: sign * (innerHeight - KEPT_PX), behavior: 'instant' });
      const row = rowAt(point) ?? (direction === 'up' ? segments[0]?.id : segments.at(-1)?.id);
      if (row === undefined) return;
      const isOther = row !== open?.segmentId;
      openAt(row, isOther ? caretAt(row, point) : direction === 'up' ? 'start' : 'end');
    },
    extend: (direction, anchor, x) => {
      const side = direction === 'before' ? 'up' : 'down';
      const next = open && neighbourOf(open.segmentId, side);
      if (!next) return;
      flushSync(() => close('nowhere'));
      const caret = x === null ? (direction === 'before' ? 'end' : 'start') : caretBelow(next.id, side, x);
      const offset = caret === 'end' ? next.text.length : typeof caret === 'number' ? caret : 0;
      selectBetween({ segmentId: open.segmentId, offset: anchor }, { segmentId: next.id, offset });
    },
    close,
    playOrPause: () => {
      if (store.getState().playing) return store.pause();
      play(open?.segmentId);
    },
    undo: () => void step(commands.undo),
    redo: () => void step(commands.redo),
    typed: typing.typed,
    openMenu: (anchor) => open && setMenu({ segmentId: open.segmentId, anchor }),
  };

  /** Goes a step back or forth; the caret goes to where the text has changed, as long as nothing else has taken the focus. */
  async function step(run: () => Promise<EditResult | null>): Promise<void> {
    const { activeElement: before } = document;
    const wasWriting = open !== null || isNowhere(before);
    const texts = new Map(segments.map(({ id, text }) => [id, text]));
    const result = await run();
    const [changed] = result?.changed ?? [];
    const { activeElement: now } = document;
    if (!changed || !(isNowhere(now) || now?.closest('.segment'))) return;
    const end = changeEnd(texts.get(changed.id) ?? '', changed.text);
    if (isEditing && wasWriting && end !== null) openAt(changed.id, end);
    else if (isNowhere(now)) focusQuietly(timeButtonOf(segmentElement(changed.id)));
  }

  function play(segmentId: number | undefined) {
    const segment = segments.find(({ id }) => id === segmentId);
    if (segment) store.playFrom(segment.start);
  }

  /** Handles a click in the text; true if it was for editing. */
  function onHit({ segmentId, part, offset, element, isDouble, event }: TextHit): boolean {
    if (part !== 'words') return isDouble;
    if (isDouble) {
      if (isEditing || offset === null) return true;
      // The first of the two clicks has started playback.
      if (!wasPlaying.current) store.pause();
      openAt(segmentId, wordAt(session.textOf(segmentId), offset));
      return true;
    }
    if (event.detail === 1) wasPlaying.current = store.getState().playing;
    if (!isEditing || event.altKey) return event.detail > 1;
    const chosen = chosenIn(element);
    if (chosen !== 'elsewhere') openAt(segmentId, chosen ?? offset ?? 'end');
    return true;
  }

  return {
    isEditing,
    open,
    openAt,
    close,
    /** Leaves the row that is written in. */
    leave: () => close('nowhere'),
    menu,
    closeMenu: () => setMenu(null),
    actions,
    join,
    play,
    neighbourOf,
    onHit,
    undo: () => void step(commands.undo),
    redo: () => void step(commands.redo),
    /** Turns editing off, or on in the given row, else in the one playing or nearest. With the pointer, no row is opened yet. */
    toggle: (segmentId: number | null, by: 'keys' | 'pointer') => {
      if (isEditing) close('nowhere');
      setEditing(!isEditing);
      if (isEditing || (by === 'pointer' && segmentId === null)) return;
      const rowId = segmentId ?? nearestRow(segments, store);
      if (rowId !== null) openAt(rowId, 'start');
    },
  };
}

export type Writing = ReturnType<typeof useWriting>;

/** So much of a screen stays when a page is turned. */
const KEPT_PX = 120;

/** The row at a point on the screen; undefined where there is none. */
function rowAt({ x, y }: { x: number; y: number }): number | undefined {
  return segmentIdOf(document.elementFromPoint(x, y)) ?? undefined;
}

function caretAt(segmentId: number, point: { x: number; y: number }): Caret {
  const words = segmentElement(segmentId)?.querySelector<HTMLElement>('.segment-words');
  return (words && offsetAt(words, point)) ?? 'start';
}

/** Whether nothing has the focus: what had it is gone, or was left with Enter. */
function isNowhere(element: Element | null): boolean {
  return !element || element === document.body;
}

/** What is selected of a row's words after a drag; null: nothing; 'elsewhere': a selection that reaches beyond them. */
function chosenIn(words: HTMLElement): TextRange | null | 'elsewhere' {
  const selection = getSelection();
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return null;
  const { startContainer, startOffset, endContainer, endOffset } = selection.getRangeAt(0);
  if (startContainer !== endContainer || !(startContainer instanceof Text) || !words.contains(startContainer))
    return 'elsewhere';
  return { start: startOffset, end: endOffset };
}

/** The position in the adjacent row directly below or above the caret. */
function caretBelow(segmentId: number, direction: 'up' | 'down', x: number): Caret {
  const words = segmentElement(segmentId)?.querySelector<HTMLElement>('.segment-words');
  if (!words) return 'start';
  words.scrollIntoView({ block: 'nearest' });
  const { top, bottom, left, right } = words.getBoundingClientRect();
  const y = direction === 'down' ? top + HALF_LINE_PX : bottom - HALF_LINE_PX;
  const inside = Math.min(Math.max(x, left + 1), right - 1);
  return offsetAt(words, { x: inside, y }) ?? (direction === 'up' ? 'end' : 'start');
}

const HALF_LINE_PX = 13;
