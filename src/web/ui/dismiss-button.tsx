import { X } from 'lucide-react';
import { Button } from './button.tsx';

/** The cross at the end of a note that can be put away. */
export function DismissButton({ onClick }: { onClick: () => void }) {
  return (
    <Button variant="ghost" size="icon" className="size-9!" aria-label="Dismiss this note" onClick={onClick}>
      <X aria-hidden="true" />
    </Button>
  );
}
