import { Dialog } from '#web/ui/dialog.tsx';
import { EDITING_KEY_HELP, KEY_HELP, type KeyHelp } from './key-commands.ts';

interface KeysHelpProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Show the keys for editing too. */
  canEdit: boolean;
}

export function KeysHelp({ open, onOpenChange, canEdit }: KeysHelpProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Keyboard shortcuts">
      <KeyList title="Playing" keys={KEY_HELP} />
      {canEdit && <KeyList title="Editing" keys={EDITING_KEY_HELP} />}
    </Dialog>
  );
}

function KeyList({ title, keys }: { title: string; keys: readonly KeyHelp[] }) {
  return (
    <>
      <h3 className="mt-5 text-sm font-semibold text-quiet">{title}</h3>
      <dl className="divide-y">
        {keys.map((help) => (
          <div key={help.does} className="flex items-center justify-between gap-4 py-2.5">
            <dt>{help.does}</dt>
            <dd className="flex shrink-0 flex-wrap justify-end gap-1.5">
              {help.keys.map((key) => (
                <kbd
                  key={key}
                  className="rounded-md border bg-sunken px-2 py-0.5 font-sans text-sm font-medium whitespace-nowrap"
                >
                  {key}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}
