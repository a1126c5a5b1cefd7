import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { flushSync } from 'react-dom';
import { oneLine } from '#contract/edits.ts';
import type { Transcript } from '#contract/transcripts.ts';
import { isTyping } from '#web/lib/focus.ts';
import { keyOf } from '#web/lib/key-of.ts';
import { isOverlayOpen } from '#web/lib/open-overlay.ts';
import { wordsQuery } from '#web/player/data.ts';
import { selectedText } from '#web/player/selected-text.ts';
import { toast } from '#web/ui/toast-store.ts';
import type { EditSession } from './edit-session.ts';
import { copiedText, deletionOf, type LongSelection, longSelection } from './long-selection.ts';
import { editProblemOf } from './pending-edits.ts';
import { watchDrag } from './select-rows.ts';
import type { Writing } from './use-writing.ts';

interface LongSelectionProps {
  /** With its unsaved changes. */
  transcript: Transcript;
  session: EditSession;
  writing: Pick<Writing, 'isEditing' | 'openAt' | 'leave'>;
}

/** While editing, text that is selected over several rows behaves as in any document: it is deleted, replaced by typing or pasting, cut, copied. */
export function useLongSelection({ transcript, session, writing }: LongSelectionProps) {
  const queryClient = useQueryClient();
  const { isEditing, openAt } = writing;

  function selection(): LongSelection | null {
    return isTyping() || isOverlayOpen()
      ? null
      : longSelection(transcript.timestampedTranscript, selectedText());
  }

  function remove(selected: LongSelection, typed = ''): void {
    const { range, caret } = deletionOf(selected, typed, transcript.timestampedTranscript);
    const problem = editProblemOf(range.before);
    if (problem) {
      toast({ title: 'Not replaced', description: problem, variant: 'destructive' });
      return;
    }
    session.queue.delete(range);
    getSelection()?.removeAllRanges();
    const spaces = typed.slice(typed.trimEnd().length);
    // At once, because the next key may follow at once.
    if (caret) flushSync(() => openAt(caret.segmentId, caret.offset + spaces.length, spaces));
  }

  /** What a key does with what is selected; null if it does nothing. */
  function commandOf(event: KeyboardEvent, selected: LongSelection): (() => void) | null {
    const key = keyOf(event);
    const { segments, last, start, end } = selected;
    const withControl = (event.ctrlKey || event.metaKey) && !event.getModifierState('AltGraph');
    if (withControl) {
      if (key.toLowerCase() !== 'x' || event.shiftKey || event.altKey) return null;
      // The event 'cut' is not for text that no field holds.
      return () => document.execCommand('copy') && remove(selected);
    }
    if (key === 'Backspace' || key === 'Delete' || key === 'Enter') return () => remove(selected);
    if (!event.shiftKey && key === 'ArrowLeft') return () => openAt(segments[0].id, start);
    if (!event.shiftKey && key === 'ArrowRight') return () => openAt(last.id, end);
    // By the key itself: another layout's letter is what is typed.
    return [...event.key].length === 1 ? () => remove(selected, event.key) : null;
  }

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (!isEditing || event.defaultPrevented) return;
    const selected = selection();
    if (!selected) return;
    // What an input method or a dead key begins goes on in the field.
    if (event.key === 'Process' || event.key === 'Dead') return remove(selected);
    const command = commandOf(event, selected);
    if (!command) return;
    event.preventDefault();
    // Letters are commands elsewhere on the page.
    event.stopPropagation();
    command();
  });
  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    const selected = isEditing ? selection() : null;
    const text = oneLine(event.clipboardData?.getData('text/plain') ?? '');
    if (!selected || text === '') return;
    event.preventDefault();
    remove(selected, text);
  });
  const onCopy = useEffectEvent((event: ClipboardEvent) => {
    const selected = selection();
    if (!selected) return;
    event.preventDefault();
    const words = queryClient.getQueryData(wordsQuery(transcript.id).queryKey);
    event.clipboardData?.setData('text/plain', copiedText(transcript, selected, words));
  });
  const onMouseDown = useEffectEvent((event: MouseEvent) => {
    if (isEditing) watchDrag(event, writing);
  });
  useEffect(() => {
    const aborter = new AbortController();
    const { signal } = aborter;
    document.addEventListener('keydown', (event) => onKeyDown(event), { capture: true, signal });
    document.addEventListener('paste', (event) => onPaste(event), { signal });
    document.addEventListener('copy', (event) => onCopy(event), { signal });
    document.addEventListener('mousedown', (event) => onMouseDown(event), { signal });
    return () => aborter.abort();
  }, []);

  return {
    /** Deletes what is selected. */
    deleteSelected: () => {
      const selected = longSelection(transcript.timestampedTranscript, selectedText());
      if (selected) remove(selected);
    },
  };
}
