import { Ellipsis } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { oneLine } from '#contract/edits.ts';
import type { TimestampedSegment } from '#contract/segments.ts';
import type { TextRange } from '#domain/converted-text.ts';
import { mergeTexts, movedOffset } from '#domain/merge-texts.ts';
import { formatTime } from '#domain/timecode.ts';
import { keyOf } from '#web/lib/key-of.ts';
import { languageProps } from '#web/lib/language-props.ts';
import { type CaretLine, caretLineOf } from './caret-line.ts';
import { otherWriterText } from './conflict-dialog.tsx';
import type { EditSession } from './edit-session.ts';
import { anchorIn } from './select-rows.ts';
import { sentenceAt } from './text-units.ts';
import { useRowText } from './use-edit-session.ts';

/** Where to put the caret when a row is opened, or what to select. */
export type Caret = number | 'start' | 'end' | TextRange;

/** Commands from the keys of the row being edited. */
export interface EditorActions {
  split: (texts: { whole: string; before: string; after: string }) => void;
  join: (direction: 'before' | 'after') => void;
  move: (direction: 'up' | 'down', x: number) => void;
  /** To the end of the row before, or the beginning of the next one. */
  cross: (direction: 'before' | 'after') => void;
  /** To the first or last row. */
  jump: (to: 'first' | 'last') => void;
  /** A screen up or down, from a point on the screen. */
  page: (direction: 'up' | 'down', point: { x: number; y: number }) => void;
  /** Begins a selection that reaches into the row before or after; by lines, it ends at `x`. */
  extend: (direction: 'before' | 'after', anchor: number, x: number | null) => void;
  close: (next: 'time' | 'nowhere') => void;
  playOrPause: () => void;
  undo: () => void;
  redo: () => void;
  /** Called with every change of the text by its writer. */
  typed: () => void;
  openMenu: (anchor: HTMLElement) => void;
}

interface SegmentEditorProps {
  row: HTMLElement;
  segment: TimestampedSegment;
  session: EditSession;
  /** BCP 47 tag of what is said; null if it is not known. */
  language: string | null;
  caret: Caret;
  /** Incremented each time the caret is to be moved. */
  jump: number;
  /** Spaces at the end that are typed and not saved. */
  spaces: string;
  actions: EditorActions;
}

/** The words of one row as a text field that looks like them. It is placed in the row without rendering the row again. */
export function SegmentEditor(props: SegmentEditorProps) {
  const { row, segment, session, language, caret, jump, spaces, actions } = props;
  const field = useRef<HTMLTextAreaElement>(null);
  const text = useRowText(session, segment.id);
  const [typed, setTyped] = useState(text + spaces);
  /** What stands there while an input method composes a word: another text would end that. */
  const [composed, setComposed] = useState<string | null>(null);
  // Leading and trailing spaces stay while typing, although they are not saved; changes made elsewhere are shown.
  const value = composed ?? (oneLine(typed) === text ? typed : text);
  const problem = problemIn(session, segment.id);
  useWritingMark(row);
  const noteCaret = useKeptCaret(field, { value, isTyped: value === typed });
  useCaret(field, caret, jump);
  useFieldHeight(field, value);

  function onKeyDown(event: React.KeyboardEvent<HTMLTextAreaElement>) {
    const command = commandOf(event, { isSaved: oneLine(value) === session.saved(segment.id)?.text });
    if (!command) return;
    event.preventDefault();
    command(actions);
  }

  function leave(event: React.FocusEvent) {
    // Switching windows does not leave the row, and another row may have been opened already.
    if (!document.hasFocus() || row.contains(event.relatedTarget) || !session.isWritingIn(segment.id)) return;
    actions.close('nowhere');
  }

  return createPortal(
    <div className="segment-editor">
      <textarea
        ref={field}
        className="segment-words segment-field"
        {...languageProps(value, language)}
        rows={1}
        aria-label={`Text at ${formatTime(segment.start)}`}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? 'segment-problem' : undefined}
        placeholder="Empty passage"
        value={value}
        onChange={(event) => {
          noteCaret();
          const next = event.target.value.replace(/[\r\n]+/g, ' ');
          setTyped(next);
          if (composed !== null) setComposed(next);
          const id = session.queue.idOf(segment.id);
          session.queue.type(id, withTyped(session.textOf(id), oneLine(value), oneLine(next)));
          actions.typed();
        }}
        onCompositionStart={() => setComposed(value)}
        onCompositionEnd={() => setComposed(null)}
        onSelect={noteCaret}
        onPaste={pasteAsOneLine}
        onKeyDown={onKeyDown}
        onMouseDown={selectSentence}
        onBlur={leave}
      />
      {problem && (
        <p id="segment-problem" role="alert" className="mt-1 text-sm text-danger-ink">
          {problem}
        </p>
      )}
      <button
        type="button"
        className="segment-more"
        aria-label="More for this passage"
        aria-haspopup="menu"
        // Keeps the caret where it is until the menu is open.
        onMouseDown={(event) => event.preventDefault()}
        onClick={(event) => actions.openMenu(event.currentTarget)}
        onBlur={leave}
      >
        <Ellipsis aria-hidden="true" />
      </button>
    </div>,
    row,
  );
}

/** A row's text after its writer has changed `shown` to `typed`; somebody else may have changed it since it was shown. */
function withTyped(text: string, shown: string, typed: string): string {
  return text === shown ? typed : mergeTexts(shown, typed, text).text;
}

type Run = (actions: EditorActions) => void;

function commandOf(
  event: React.KeyboardEvent<HTMLTextAreaElement>,
  { isSaved }: { isSaved: boolean },
): Run | null {
  const field = event.currentTarget;
  const { selectionStart, selectionEnd, value } = field;
  const isCollapsed = selectionStart === selectionEnd;
  const withControl = event.ctrlKey || event.metaKey;
  switch (keyOf(event)) {
    case 'Enter': {
      const before = oneLine(value.slice(0, selectionStart));
      const after = oneLine(value.slice(selectionEnd));
      return ({ split }) => split({ whole: oneLine(value), before, after });
    }
    case 'Backspace':
      return isCollapsed && selectionStart === 0 ? ({ join }) => join('before') : null;
    case 'Delete':
      return isCollapsed && selectionEnd === value.length ? ({ join }) => join('after') : null;
    case 'ArrowUp':
    case 'ArrowDown':
    case 'ArrowLeft':
    case 'ArrowRight':
      return arrowOf(event);
    case 'Home':
      return withControl && !event.shiftKey ? ({ jump }) => jump('first') : null;
    case 'End':
      return withControl && !event.shiftKey ? ({ jump }) => jump('last') : null;
    case 'PageUp':
    case 'PageDown': {
      if (event.shiftKey || event.altKey || withControl) return null;
      const line = caretLineOf(field);
      const direction = keyOf(event) === 'PageUp' ? 'up' : 'down';
      return ({ page }) => page(direction, line);
    }
    case 'Escape':
      return ({ close }) => close('time');
    case ' ':
      return event.ctrlKey ? ({ playOrPause }) => playOrPause() : null;
  }
  if (!withControl || event.altKey || !isSaved) return null;
  const key = keyOf(event).toLowerCase();
  if (key === 'z') return event.shiftKey ? ({ redo }) => redo() : ({ undo }) => undo();
  return key === 'y' ? ({ redo }) => redo() : null;
}

/** An arrow key that leads out of the row, with Shift by selecting; null for one that stays in it. */
function arrowOf(event: React.KeyboardEvent<HTMLTextAreaElement>): Run | null {
  const field = event.currentTarget;
  const { selectionStart, selectionEnd, selectionDirection, value } = field;
  const key = keyOf(event);
  const isLine = key === 'ArrowUp' || key === 'ArrowDown';
  if (event.altKey || event.metaKey) return null;
  const isRightToLeft = getComputedStyle(field).direction === 'rtl';
  const direction =
    key === 'ArrowUp' || key === (isRightToLeft ? 'ArrowRight' : 'ArrowLeft') ? 'before' : 'after';
  const anchor = anchorIn(field);
  if (isLine && !event.ctrlKey) {
    const line: CaretLine = caretLineOf(field);
    if (direction === 'before' ? !line.isFirst : !line.isLast) return null;
    if (event.shiftKey) return ({ extend }) => extend(direction, anchor, line.x);
    return ({ move }) => move(direction === 'before' ? 'up' : 'down', line.x);
  }
  const isCollapsed = selectionStart === selectionEnd;
  const caret = selectionDirection === 'backward' ? selectionStart : selectionEnd;
  const isAtBorder = caret === (direction === 'before' ? 0 : value.length);
  if (!isAtBorder) return null;
  if (event.shiftKey) return ({ extend }) => extend(direction, anchor, null);
  return isCollapsed ? ({ cross }) => cross(direction) : null;
}

/** Three clicks select a sentence; browsers take the whole text, because it has no line breaks. */
function selectSentence(event: React.MouseEvent<HTMLTextAreaElement>): void {
  if (event.detail !== 3) return;
  event.preventDefault();
  const field = event.currentTarget;
  // The second click has selected the word.
  const { start, end } = sentenceAt(field.value, field.selectionStart);
  field.setSelectionRange(start, end);
}

function pasteAsOneLine(event: React.ClipboardEvent<HTMLTextAreaElement>): void {
  const pasted = event.clipboardData.getData('text/plain');
  const text = pasted.replace(/[\s\0]+/gu, ' ');
  if (text === pasted) return;
  event.preventDefault();
  // Deprecated, but the only call after which the field's own undo still works.
  document.execCommand('insertText', false, text);
}

/** Hides the words of the row, which the field replaces. */
function useWritingMark(row: HTMLElement): void {
  useLayoutEffect(() => {
    row.dataset.writing = '';
    return () => {
      delete row.dataset.writing;
    };
  }, [row]);
}

/** Tells the person editing a row why its text is not saved. */
function problemIn(session: EditSession, segmentId: number): string | undefined {
  const { problems, conflicts, pending, isGone } = session.snapshot();
  if (isGone && pending.length > 0) {
    return 'This transcript no longer exists. Your text is kept: you can copy it when you stop typing.';
  }
  const conflict = conflicts.find((each) => each.segmentId === segmentId);
  if (!conflict) return problems.get(segmentId);
  if (!conflict.current) return 'This passage no longer exists. Your text is kept.';
  return `${otherWriterText(conflict)}. Nothing is overwritten: you can choose when you stop typing.`;
}

/** Keeps the caret after the same letters when somebody else changes the text. */
function useKeptCaret(
  field: React.RefObject<HTMLTextAreaElement | null>,
  { value, isTyped }: { value: string; isTyped: boolean },
): () => void {
  const before = useRef({ value, start: 0, end: 0 });
  const saveCaret = () => {
    const element = field.current;
    if (element)
      before.current = { value: element.value, start: element.selectionStart, end: element.selectionEnd };
  };
  useLayoutEffect(() => {
    const element = field.current;
    const { value: old, start, end } = before.current;
    if (element && !isTyped && old !== value && document.activeElement === element)
      element.setSelectionRange(movedOffset(old, value, start), movedOffset(old, value, end));
    if (element) before.current = { value, start: element.selectionStart, end: element.selectionEnd };
  }, [field, value, isTyped]);
  return saveCaret;
}

function useCaret(field: React.RefObject<HTMLTextAreaElement | null>, caret: Caret, jump: number): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new jump puts the caret to the same place again.
  useLayoutEffect(() => {
    const element = field.current;
    if (!element) return;
    element.focus({ preventScroll: true });
    const { start, end } = rangeOfCaret(caret, element.value.length);
    element.setSelectionRange(start, end);
    element.scrollIntoView({ block: 'nearest' });
  }, [field, caret, jump]);
}

function rangeOfCaret(caret: Caret, length: number): TextRange {
  if (typeof caret === 'object') return caret;
  const offset = caret === 'start' ? 0 : caret === 'end' ? length : caret;
  return { start: offset, end: offset };
}

/** For browsers without `field-sizing: content`. */
function useFieldHeight(field: React.RefObject<HTMLTextAreaElement | null>, value: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height follows from the text.
  useLayoutEffect(() => {
    const element = field.current;
    if (!element || CSS.supports('field-sizing', 'content')) return;
    element.style.height = '0';
    element.style.height = `${element.scrollHeight}px`;
  }, [field, value]);
}
