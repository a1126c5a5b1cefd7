import {
  Check,
  CloudAlert,
  CloudOff,
  CloudUpload,
  ListChecks,
  type LucideIcon,
  Pencil,
  Redo2,
  Replace,
  TextSearch,
  Undo2,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '#web/lib/class-names.ts';
import { useIsOnline } from '#web/lib/offline.ts';
import { Button } from '#web/ui/button.tsx';
import type { QueueSnapshot } from './save-state.ts';
import { ToolButton } from './tool-button.tsx';

interface EditToolbarProps {
  isEditing: boolean;
  canUndo: boolean;
  canRedo: boolean;
  saving: Pick<QueueSnapshot, 'state' | 'conflicts' | 'problems' | 'isGone' | 'isKept'>;
  onToggle: (by: 'keys' | 'pointer') => void;
  onUndo: () => void;
  onRedo: () => void;
  onFind: () => void;
  onFindByMeaning: () => void;
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
          title={isEditing ? 'Stop editing (Escape)' : 'Write in the text (E)'}
          // A click count of zero means the keyboard.
          onClick={({ detail }) => props.onToggle(detail === 0 ? 'keys' : 'pointer')}
        >
          {isEditing ? <Check aria-hidden="true" /> : <Pencil aria-hidden="true" />}
          {isEditing ? 'Done' : 'Edit'}
        </Button>
        <ToolButton label="Undo" isIdle={!canUndo} keepsCaret onClick={props.onUndo}>
          <Undo2 aria-hidden="true" />
        </ToolButton>
        <ToolButton label="Redo" isIdle={!canRedo} keepsCaret onClick={props.onRedo}>
          <Redo2 aria-hidden="true" />
        </ToolButton>
        <ToolButton label="Find and replace" onClick={props.onFind}>
          <Replace aria-hidden="true" />
        </ToolButton>
        {/* On phones, where a second row would move the text, it is in the bar of find and replace. */}
        <ToolButton label="Find by meaning" className="max-sm:hidden" onClick={props.onFindByMeaning}>
          <TextSearch aria-hidden="true" />
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
  const waiting = saving.conflicts.length + saving.problems.size;
  const note = noteOf(saving, useIsOnline());
  return (
    <>
      <p
        role="status"
        className={classNames(
          'ml-auto flex min-w-0 items-center gap-1.5 text-right text-sm [&_svg]:size-4 [&_svg]:shrink-0',
          note?.isBad ? 'font-medium text-danger-ink' : 'text-quiet',
        )}
      >
        {note && <note.icon aria-hidden="true" />}
        {note?.short === undefined ? (
          note?.text
        ) : (
          <>
            <span className="max-sm:hidden">{note.text}</span>
            <span className="sm:hidden">{note.short}</span>
          </>
        )}
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

interface Note {
  icon: LucideIcon;
  text: string;
  /** For phones, where a longer one would move the text. */
  short?: string;
  isBad?: boolean;
}

const NOTES: Record<Exclude<QueueSnapshot['state'], 'retrying'>, Note | null> = {
  idle: null,
  unsaved: { icon: CloudUpload, text: 'Saving…' },
  saving: { icon: CloudUpload, text: 'Saving…' },
  held: null,
  saved: { icon: Check, text: 'Saved' },
};

function noteOf({ state, isGone, isKept }: EditToolbarProps['saving'], isOnline: boolean): Note | null {
  if (isGone) return { icon: CloudAlert, text: 'Not saved', isBad: true };
  if (state !== 'retrying') return NOTES[state];
  if (!isKept)
    return { icon: CloudAlert, text: 'Not saved, keep this page open', short: 'Not saved', isBad: true };
  if (isOnline) return { icon: CloudAlert, text: 'Not saved, trying again', short: 'Not saved', isBad: true };
  // What is typed survives closing the page.
  return { icon: CloudOff, text: 'Offline, kept on this device', short: 'Kept offline' };
}
