import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { TranscriptId } from '#contract/ids.ts';
import { type Note, NoteColor } from '#contract/notes.ts';
import { segmentElement, segmentTextNode } from '#web/player/segment-id.ts';
import { notesQuery } from './data.ts';
import { noteClass } from './note-colors.ts';
import './notes.css';

/** The names of the CSS highlights, painted in this order, below the spoken and the found words. */
const NAMES = ['note-comment', ...NoteColor.options.map((color) => noteClass({ color }))];

/** Paints highlights and open comments in the text. */
export function NoteMarks({ id }: { id: TranscriptId }) {
  const { data: notes } = useQuery(notesQuery(id));
  useNoteMarks(notes ?? NONE);
  return null;
}

const NONE: readonly Note[] = [];

/** Uses the CSS Custom Highlight API, again whenever rows appear or change. */
function useNoteMarks(notes: readonly Note[]): void {
  useEffect(() => {
    if (typeof Highlight === 'undefined' || !CSS.highlights || notes.length === 0) return;
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
    CSS.highlights.set(name, highlight);
  }
}

/** Fixed ranges: thousands of live ones would slow down every change of the page. */
function rangesOf({ parts }: Note): StaticRange[] {
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
