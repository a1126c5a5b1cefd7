import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { TranscriptId } from '#contract/ids.ts';
import { type Note, NoteColor } from '#contract/notes.ts';
import { canHighlight, showHighlight } from '#web/player/highlights.ts';
import { segmentElement, segmentTextNode } from '#web/player/segment-id.ts';
import { type TextHit, useTextClicks } from '#web/player/use-text-clicks.ts';
import { notesQuery } from './data.ts';
import { noteClass } from './note-colors.ts';
import './notes.css';

/** The names of the CSS highlights, painted in this order, below the spoken and the found words. */
const NAMES = ['note-comment', ...NoteColor.options.map((color) => noteClass({ color }))];

interface NoteMarksProps {
  id: TranscriptId;
  /** Called when the mark of a note is clicked, unless the text is being edited. */
  onOpen: (id: Note['id']) => void;
}

/** Paints highlights and open comments in the text. A click on one leads to its note; what else it does stays as it is. */
export function NoteMarks({ id, onOpen }: NoteMarksProps) {
  const { data: notes = NONE } = useQuery(notesQuery(id));
  const page = useRef(document.body);
  useNoteMarks(notes);
  useTextClicks(page, (hit) => {
    const note = isReading(hit) ? noteAt(notes, hit) : null;
    if (note) onOpen(note.id);
  });
  return null;
}

const NONE: readonly Note[] = [];

/** Whether the click neither selected words nor is one of an editor. */
function isReading({ isDouble, element }: TextHit): boolean {
  return !isDouble && getSelection()?.isCollapsed !== false && !element.closest('[data-editing]');
}

/** The note whose mark is at a place of the text: the shortest, if they overlap. */
function noteAt(notes: readonly Note[], { segmentId, offset }: TextHit): Note | null {
  if (offset === null) return null;
  const marked = notes
    .filter((note) => note.resolvedBy === null)
    .flatMap((note) => {
      const range = rangesIn(note, segmentId).find(
        ({ startOffset, endOffset }) => startOffset <= offset && offset <= endOffset,
      );
      return range ? [{ note, length: range.endOffset - range.startOffset }] : [];
    });
  return marked.toSorted((a, b) => a.length - b.length)[0]?.note ?? null;
}

/** Paints them again whenever rows appear or change. */
function useNoteMarks(notes: readonly Note[]): void {
  useEffect(() => {
    if (!canHighlight() || notes.length === 0) return;
    let frame = 0;
    const paint = () => paintNotes(notes);
    const observer = new MutationObserver((changes) => {
      if (!changes.some(isInText)) return;
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(paint);
    });
    observer.observe(document.body, { childList: true, characterData: true, subtree: true });
    paint();
    return () => {
      observer.disconnect();
      cancelAnimationFrame(frame);
      for (const name of NAMES) CSS.highlights.delete(name);
    };
  }, [notes]);
}

function isInText({ target, addedNodes }: MutationRecord): boolean {
  const element = target instanceof Element ? target : target.parentElement;
  if (element?.closest('.segment-list')) return true;
  return [...addedNodes].some((node) => node instanceof Element && node.querySelector('.segment-list'));
}

function paintNotes(notes: readonly Note[]): void {
  const open = notes.filter(({ resolvedBy }) => resolvedBy === null);
  const byName = Map.groupBy(open, noteClass);
  for (const [index, name] of NAMES.entries()) {
    const ranges = (byName.get(name) ?? []).flatMap(rangesOf);
    const highlight = new Highlight(...ranges);
    highlight.priority = index - NAMES.length;
    showHighlight(name, highlight);
  }
}

/** Its ranges in one segment. */
function rangesIn({ parts }: Note, segmentId: number): StaticRange[] {
  return rangesOf({ parts: parts.filter(({ segment }) => segment.id === segmentId) });
}

/** Fixed ranges: thousands of live ones would slow down every change of the page. */
function rangesOf({ parts }: Pick<Note, 'parts'>): StaticRange[] {
  return parts.flatMap(({ segment, start, text: words }) => {
    const row = segmentElement(segment.id);
    const text = row && segmentTextNode(row);
    const at = text ? placeOf(text.data, words, start) : -1;
    if (!text || at < 0) return [];
    return new StaticRange({
      startContainer: text,
      startOffset: at,
      endContainer: text,
      endOffset: at + words.length,
    });
  });
}

/** Where the words are in a row that may have been edited since the notes were read: nearest to where they were; -1 if nowhere. */
function placeOf(text: string, words: string, start: number): number {
  if (text.startsWith(words, start)) return start;
  const after = text.indexOf(words, start);
  const before = text.lastIndexOf(words, start);
  if (after < 0 || before < 0) return Math.max(after, before);
  return after - start < start - before ? after : before;
}
