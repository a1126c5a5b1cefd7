import { Pencil } from 'lucide-react';
import { useRef, useState } from 'react';
import { MAX_TITLE_LENGTH } from '#contract/limits.ts';
import { Title, type Transcript } from '#contract/transcripts.ts';
import { useKeptFocus } from '#web/lib/focus.ts';
import { Button } from '#web/ui/button.tsx';
import { InlineForm } from '#web/ui/inline-form.tsx';
import { useChangeTranscript } from './use-change-transcript.ts';

/** The title as a heading, with a button for users who may edit it, which turns it into an input. */
export function TitleEditor({ transcript, id }: { transcript: Transcript; id: string }) {
  const [editing, setEditing] = useState(false);
  const pencil = useRef<HTMLButtonElement>(null);
  useKeptFocus(pencil, editing);
  if (editing && transcript.abilities.edit) {
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
      {transcript.abilities.edit && (
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
      )}
    </div>
  );
}

function TitleForm({ transcript, onClose }: { transcript: Transcript; onClose: () => void }) {
  const change = useChangeTranscript(transcript.id, {
    done: 'Transcript title updated successfully',
    failed: 'Failed to update transcript title',
  });
  return (
    <InlineForm
      label="Title"
      saves="title"
      value={transcript.title}
      maxLength={MAX_TITLE_LENGTH}
      schema={Title}
      className="text-lg font-semibold"
      onSave={(title) => change.mutate({ id: transcript.id, title })}
      onClose={onClose}
    />
  );
}
