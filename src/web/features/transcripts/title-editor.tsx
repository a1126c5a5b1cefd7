import { Check, Pencil, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { MAX_TITLE_LENGTH } from '#contract/limits.ts';
import { Title, type Transcript } from '#contract/transcripts.ts';
import { classNames } from '#web/lib/class-names.ts';
import { useKeptFocus } from '#web/lib/focus.ts';
import { Button } from '#web/ui/button.tsx';
import { INPUT_CLASS } from '#web/ui/field.tsx';
import { useChangeTranscript } from './use-change-transcript.ts';

/** The title as a heading; with the pencil it becomes an input. */
export function TitleEditor({ transcript, id }: { transcript: Transcript; id: string }) {
  const [editing, setEditing] = useState(false);
  const pencil = useRef<HTMLButtonElement>(null);
  useKeptFocus(pencil, editing);
  if (editing) {
    return (
      <>
        <h2 id={id} className="sr-only">
          {transcript.title}
        </h2>
        <TitleForm transcript={transcript} onClose={() => setEditing(false)} />
      </>
    );
  }
  return (
    <div className="flex items-start gap-1">
      <h2
        id={id}
        dir="auto"
        className="min-w-0 pt-0.5 text-xl/snug font-semibold wrap-anywhere sm:text-2xl/snug"
      >
        {transcript.title}
      </h2>
      <Button
        ref={pencil}
        variant="ghost"
        size="icon"
        className="size-9! text-quiet"
        aria-label="Edit title"
        onClick={() => setEditing(true)}
      >
        <Pencil aria-hidden="true" />
      </Button>
    </div>
  );
}

function TitleForm({ transcript, onClose }: { transcript: Transcript; onClose: () => void }) {
  const [text, setText] = useState(transcript.title);
  const [error, setError] = useState<string | null>(null);
  const change = useChangeTranscript(transcript.id, {
    done: 'Transcript title updated successfully',
    failed: 'Failed to update transcript title',
  });

  function save() {
    const title = Title.safeParse(text);
    if (!title.success) {
      setError(title.error.issues[0]?.message ?? 'This title cannot be used.');
      return;
    }
    if (title.data !== transcript.title) change.mutate({ id: transcript.id, title: title.data });
    onClose();
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <div className="flex items-center gap-1">
        <input
          ref={focusAndSelect}
          dir="auto"
          aria-label="Title"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? 'title-error' : undefined}
          maxLength={MAX_TITLE_LENGTH}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setError(null);
          }}
          onKeyDown={(event) => event.key === 'Escape' && onClose()}
          className={classNames(INPUT_CLASS, 'min-w-0 flex-1 text-lg font-semibold')}
        />
        <Button type="submit" variant="ghost" size="icon" aria-label="Save title">
          <Check aria-hidden="true" />
        </Button>
        <Button variant="ghost" size="icon" aria-label="Cancel editing" onClick={onClose}>
          <X aria-hidden="true" />
        </Button>
      </div>
      {error && (
        <p id="title-error" role="alert" className="mt-1.5 text-sm text-danger-ink">
          {error}
        </p>
      )}
    </form>
  );
}

function focusAndSelect(input: HTMLInputElement | null): void {
  input?.focus();
  input?.select();
}
