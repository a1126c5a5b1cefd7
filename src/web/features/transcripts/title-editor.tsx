import { Pencil } from 'lucide-react';
import { useRef, useState } from 'react';
import { MAX_TITLE_LENGTH } from '#contract/limits.ts';
import { Title } from '#contract/title.ts';
import type { Transcript } from '#contract/transcripts.ts';
import { useHasDraft } from '#web/lib/drafts.ts';
import { useKeptFocus } from '#web/lib/focus.ts';
import { Button } from '#web/ui/button.tsx';
import { InlineForm } from '#web/ui/inline-form.tsx';
import { useChangeTranscript } from './use-change-transcript.ts';

/** The title as a heading, with a button for users who may edit it, which turns it into an input. */
export function TitleEditor({ transcript, id }: { transcript: Transcript; id: string }) {
  const [editing, setEditing] = useState(useHasDraft(draftOf(transcript), transcript.title));
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
    <div className="flex items-center gap-1">
      <h2
        id={id}
        dir="auto"
        className="line-clamp-2 min-w-0 text-lg/6 font-semibold wrap-anywhere sm:text-xl/7"
        title={transcript.title}
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
      draft={draftOf(transcript)}
      maxLength={MAX_TITLE_LENGTH}
      schema={Title}
      className="text-lg font-semibold"
      onSave={(title) => {
        const saving = change.mutateAsync({ id: transcript.id, title });
        onClose();
        return saving;
      }}
      onClose={onClose}
    />
  );
}

const draftOf = ({ id }: Transcript) => `title of ${id}`;
