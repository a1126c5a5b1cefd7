import { useState } from 'react';
import { MAX_SPEAKER_NAME_LENGTH } from '#contract/limits.ts';
import { formatCount } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';

interface NewSpeakerDialogProps {
  segmentIds: readonly number[];
  onGive: (segmentIds: readonly number[], name: string) => void;
  onClose: () => void;
}

/** Assigns segments to a new speaker, with or without a name. */
export function NewSpeakerDialog({ segmentIds, onGive, onClose }: NewSpeakerDialogProps) {
  const [name, setName] = useState('');
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="New speaker"
      description={`Will be the speaker of ${formatCount(segmentIds.length, 'passage')}.`}
    >
      <form
        className="mt-4"
        onSubmit={(event) => {
          event.preventDefault();
          onGive(segmentIds, name.trim());
          onClose();
        }}
      >
        <Field
          label="Name"
          hint="Optional: without a name, the speaker gets a number."
          dir="auto"
          maxLength={MAX_SPEAKER_NAME_LENGTH}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <div className="mt-6 flex justify-end gap-2">
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit">Add speaker</Button>
        </div>
      </form>
    </Dialog>
  );
}
