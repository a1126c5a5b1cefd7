import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/dialog.tsx';

/** Deletes a conversation after a confirmation. `description` says what will be deleted. */
export function ClearConversationButton({
  description,
  onClear,
}: {
  description: string;
  onClear: () => void;
}) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        className="-mr-2 h-7! px-2! text-xs! text-quiet [&_svg]:size-3.5!"
        onClick={() => setAsking(true)}
      >
        <Trash2 aria-hidden="true" />
        Clear conversation
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Clear this conversation?"
        description={description}
        action="Clear conversation"
        onConfirm={onClear}
      />
    </>
  );
}
