import { type KeyboardEvent, useState } from 'react';
import { MAX_NOTE_LENGTH } from '#contract/limits.ts';
import { NoteText } from '#contract/notes.ts';
import { keyOf } from '#web/lib/key-of.ts';
import { languageProps } from '#web/lib/language-props.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextAreaField } from '#web/ui/text-area-field.tsx';

interface CommentDialogProps {
  quote: string;
  /** BCP 47 tag of what is said; null if it is not known. */
  language: string | null;
  /** What was typed before, for words that could not be commented on. */
  draft: string;
  onDraft: (text: string) => void;
  isSaving: boolean;
  /** Why the last try failed; the text stays. */
  failure: string | null;
  onSave: (text: string) => void;
  onClose: () => void;
}

/** Writes a comment on selected words. */
export function CommentDialog(props: CommentDialogProps) {
  const { quote, language, draft, onDraft, isSaving, failure, onSave, onClose } = props;
  const [problem, setProblem] = useState<string | null>(null);

  function save() {
    const checked = NoteText.safeParse(draft);
    setProblem(checked.success ? null : (checked.error.issues[0]?.message ?? null));
    if (checked.success && !isSaving) onSave(checked.data);
  }

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="Comment">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <blockquote
          {...languageProps(quote, language)}
          className="mt-3 line-clamp-4 border-s-4 border-brand ps-3 text-sm text-quiet wrap-anywhere"
        >
          {quote}
        </blockquote>
        <TextAreaField
          className="mt-4"
          label="Your comment"
          dir="auto"
          value={draft}
          maxLength={MAX_NOTE_LENGTH}
          error={problem ?? failure ?? undefined}
          onChange={(event) => {
            onDraft(event.target.value);
            setProblem(null);
          }}
          onKeyDown={(event) => savesText(event) && save()}
        />
        <div className="mt-4 flex flex-wrap justify-end gap-2">
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" isIdle={isSaving}>
            Comment
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** Whether a key saves what is written in a field of several lines: Ctrl or Cmd and Enter. */
export function savesText(event: KeyboardEvent): boolean {
  return keyOf(event) === 'Enter' && (event.ctrlKey || event.metaKey);
}
