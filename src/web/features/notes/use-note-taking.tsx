import { useMutation } from '@tanstack/react-query';
import { MessageSquareText } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { NoteColor, type NotePart } from '#contract/notes.ts';
import type { Transcript } from '#contract/transcripts.ts';
import { joinQuote } from '#domain/note-places.ts';
import { ApiError } from '#web/lib/api.ts';
import { useDraft } from '#web/lib/drafts.ts';
import { selectedText } from '#web/player/selected-text.ts';
import { useKeyCommands } from '#web/player/use-key-commands.ts';
import { activeRow, SELECT_FIRST, shownText } from '#web/reading/active-row.ts';
import type { SelectionAction } from '#web/reading/selection-toolbar.tsx';
import type { SelectedText } from '#web/reading/use-text-selection.ts';
import { showFailure } from '#web/ui/show-failure.ts';
import { toast } from '#web/ui/toast-store.ts';
import { ColorDot } from './color-dot.tsx';
import { CommentDialog } from './comment-dialog.tsx';
import { createNoteMutation } from './data.ts';
import { COLOR_NAMES } from './note-colors.ts';
import { partsBetween } from './selected-parts.ts';

/** The words for a new note. */
interface Chosen {
  parts: NotePart[];
  quote: string;
}

const FAILED = 'The note could not be saved. Please try again.';

/** Highlighting and commenting: what the toolbar at selected words offers for it, its keys, and the dialog for a comment. */
export function useNoteTaking(transcript: Transcript): { actions: SelectionAction[]; dialog: ReactNode } {
  const { id, abilities, timestampedTranscript: segments } = transcript;
  const [lastColor, setLastColor] = useState<NoteColor>('yellow');
  const [commenting, setCommenting] = useState<Chosen | null>(null);
  const draft = useDraft(`comment on ${id}`);
  const { mutate: create, isPending, error, reset } = useMutation(createNoteMutation);

  /** The selected words, or those of the active segment; null, and says why, if nothing can be noted there. */
  function choose(selected: SelectedText | null): Chosen | null {
    const places = selected ?? activeRow();
    const parts = places ? partsBetween(segments, places) : [];
    if (parts.length === 0) {
      toast(SELECT_FIRST);
      return null;
    }
    const texts = parts.map((part) => ({
      saved: segments.find((segment) => segment.id === part.segment.id)?.text ?? '',
      ...part,
    }));
    if (texts.some(({ saved, segment }) => saved !== shownText(segment.id))) {
      toast({ title: 'This text is still being saved', description: 'Try again in a moment.' });
      return null;
    }
    return { parts, quote: joinQuote(texts.map(({ saved, start, end }) => saved.slice(start, end))) };
  }

  function highlight(selected: SelectedText | null, color: NoteColor) {
    const chosen = choose(selected);
    if (!chosen) return;
    setLastColor(color);
    const body = { kind: 'highlight', color, parts: chosen.parts } as const;
    getSelection()?.removeAllRanges();
    create({ params: { id }, body }, { onError: (failure) => showFailure(failure, FAILED) });
  }

  function comment(selected: SelectedText | null) {
    reset();
    const chosen = choose(selected);
    if (chosen) getSelection()?.removeAllRanges();
    setCommenting(chosen);
  }

  function save(text: string) {
    if (!commenting) return;
    create(
      { params: { id }, body: { kind: 'comment', text, parts: commenting.parts } },
      {
        onSuccess: () => {
          draft.change('');
          setCommenting(null);
        },
      },
    );
  }

  useKeyCommands(
    abilities.comment
      ? {
          highlight: () => highlight(selectedText(), lastColor),
          comment: () => comment(selectedText()),
        }
      : {},
  );

  if (!abilities.comment) return { actions: [], dialog: null };
  return {
    actions: [
      ...NoteColor.options.map((color) => ({
        label: `Highlight in ${COLOR_NAMES[color]}`,
        icon: <ColorDot color={color} />,
        group: 'highlight',
        run: (selected: SelectedText) => highlight(selected, color),
      })),
      {
        label: 'Comment',
        text: 'Comment',
        icon: <MessageSquareText aria-hidden="true" />,
        group: 'comment',
        run: comment,
      },
    ],
    dialog: commenting && (
      <CommentDialog
        quote={commenting.quote}
        language={transcript.language}
        draft={draft.text}
        onDraft={draft.change}
        isSaving={isPending}
        failure={failureText(error)}
        onSave={save}
        onClose={() => setCommenting(null)}
      />
    ),
  };
}

function failureText(error: Error | null): string | null {
  if (!error) return null;
  return (error instanceof ApiError && error.userMessage) || FAILED;
}
