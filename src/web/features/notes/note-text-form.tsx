import { useState } from 'react';
import type { z } from 'zod';
import { MAX_NOTE_LENGTH } from '#contract/limits.ts';
import { ApiError } from '#web/lib/api.ts';
import { useDraft } from '#web/lib/drafts.ts';
import { keyOf } from '#web/lib/key-of.ts';
import { FormButtons } from '#web/ui/form-buttons.tsx';
import { TextAreaField } from '#web/ui/text-area-field.tsx';
import { savesText } from './comment-dialog.tsx';

interface NoteTextFormProps {
  label: string;
  /** The label of the submit button. */
  action: string;
  value: string;
  /** The name under which this tab keeps what is typed until it is saved. */
  draft: string;
  schema: z.ZodType<string>;
  /** Rejects if the text could not be saved; the form then stays, with the text and the reason. */
  onSave: (text: string) => Promise<unknown>;
  onClose: () => void;
}

/** Writes a note's text or a reply in place. */
export function NoteTextForm(props: NoteTextFormProps) {
  const { label, action, value, schema, onSave } = props;
  const { text, change, forget } = useDraft(props.draft, value);
  const [problem, setProblem] = useState<string | null>(null);
  const [isSaving, setIsSaving] = useState(false);

  function close() {
    forget();
    props.onClose();
  }

  async function save() {
    const checked = schema.safeParse(text);
    if (!checked.success) return setProblem(checked.error.issues[0]?.message ?? 'This text is not allowed.');
    setIsSaving(true);
    try {
      await onSave(checked.data);
      close();
    } catch (error) {
      setProblem((error instanceof ApiError && error.userMessage) || 'This could not be saved. Try again.');
      setIsSaving(false);
    }
  }

  return (
    <form
      noValidate
      className="mt-2 space-y-2"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
      onKeyDown={(event) => {
        if (keyOf(event) === 'Escape') {
          // Only the form is closed, not what it stands in.
          event.preventDefault();
          event.stopPropagation();
          close();
        } else if (savesText(event)) void save();
      }}
    >
      <TextAreaField
        label={label}
        dir="auto"
        ref={focusAtEnd}
        value={text}
        maxLength={MAX_NOTE_LENGTH}
        error={problem ?? undefined}
        onChange={(event) => {
          change(event.target.value);
          setProblem(null);
        }}
      />
      <FormButtons action={action} isBusy={isSaving} onCancel={close} />
    </form>
  );
}

function focusAtEnd(field: HTMLTextAreaElement | null): void {
  field?.focus();
  field?.setSelectionRange(field.value.length, field.value.length);
}
