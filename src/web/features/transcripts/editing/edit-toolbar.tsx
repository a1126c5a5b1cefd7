import { CloudAlert, ListChecks, Pencil, Redo2, Replace, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '#web/lib/class-names.ts';
import { Button } from '#web/ui/button.tsx';
import type { QueueSnapshot } from './save-state.ts';
import { ToolButton } from './tool-button.tsx';

interface EditToolbarProps {
  isEditing: boolean;
  canUndo: boolean;
  canRedo: boolean;
  saving: Pick<QueueSnapshot, 'state' | 'conflicts' | 'problems' | 'isGone'>;
  onToggle: (by: 'keys' | 'pointer') => void;
  onUndo: () => void;
  onRedo: () => void;
  onFind: () => void;
  /** How many words are to be checked, null while that is not known, and whether they are shown. */
  toCheck: { left: number | null; isShown: boolean; setShown: (isShown: boolean) => void };
  /** Shows what needs a decision. */
  onUnsaved: () => void;
  /** Stands below the buttons. */
  children: ReactNode;
}

/** The toolbar above the text, which stays visible while scrolling. */
export function EditToolbar(props: EditToolbarProps) {
  const { isEditing, canUndo, canRedo } = props;
  return (
    <div className="edit-toolbar sticky top-0 z-20 -mx-4 rounded-t-2xl border-b bg-surface px-4 py-0.5 sm:-mx-6 sm:px-6 sm:py-1.5">
      <div role="toolbar" aria-label="Editing" className="flex flex-wrap items-center gap-1">
        <Button
          variant={isEditing ? 'default' : 'outline'}
          size="sm"
          className="mr-1"
          aria-pressed={isEditing}
          // A click count of zero means the keyboard.
          onClick={({ detail }) => props.onToggle(detail === 0 ? 'keys' : 'pointer')}
        >
          <Pencil aria-hidden="true" />
          Edit
        </Button>
        <ToolButton label="Undo" isIdle={!canUndo} onClick={props.onUndo}>
          <Undo2 aria-hidden="true" />
        </ToolButton>
        <ToolButton label="Redo" isIdle={!canRedo} onClick={props.onRedo}>
          <Redo2 aria-hidden="true" />
        </ToolButton>
        <ToolButton label="Find and replace" onClick={props.onFind}>
          <Replace aria-hidden="true" />
        </ToolButton>
        <CheckToggle {...props.toCheck} />
        <SaveNote saving={props.saving} onUnsaved={props.onUnsaved} />
      </div>
      {props.children}
    </div>
  );
}

/** Missing where there is nothing to check, unless somebody has asked to see it. */
function CheckToggle({ left, isShown, setShown }: EditToolbarProps['toCheck']) {
  if (left === null || (left === 0 && !isShown)) return null;
  return (
    <Button
      variant="ghost"
      size="sm"
      aria-pressed={isShown}
      className={classNames(isShown && 'bg-brand-soft! text-brand-ink!')}
      onClick={() => setShown(!isShown)}
    >
      <ListChecks aria-hidden="true" />
      <span>
        {left.toLocaleString('en')}{' '}
        <span className="max-sm:sr-only">{left === 1 ? 'word' : 'words'} to check</span>
      </span>
    </Button>
  );
}

function SaveNote({ saving, onUnsaved }: Pick<EditToolbarProps, 'saving' | 'onUnsaved'>) {
  const { state } = saving;
  const waiting = saving.conflicts.length + saving.problems.size;
  const isBad = state === 'retrying' || saving.isGone;
  return (
    <>
      <p
        role="status"
        className={classNames('ml-auto min-w-0 text-right text-sm', isBad ? 'text-danger-ink' : 'text-quiet')}
      >
        {saving.isGone ? 'Not saved' : NOTES[state]}
      </p>
      {(waiting > 0 || saving.isGone) && (
        <Button variant="outline" size="sm" className="text-danger-ink!" onClick={onUnsaved}>
          <CloudAlert aria-hidden="true" />
          {saving.isGone ? 'Show' : `${waiting} not saved`}
        </Button>
      )}
    </>
  );
}

const NOTES: Record<QueueSnapshot['state'], string> = {
  idle: '',
  unsaved: 'Saving…',
  saving: 'Saving…',
  retrying: 'Not saved, trying again',
  held: '',
  saved: 'Saved',
};
