import { useEffect, useEffectEvent, useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import {
  addTranscribingKeys,
  bindKey,
  DEFAULT_BINDINGS,
  hasTranscribingKeys,
  isBindable,
  storeBindings,
  useKeyBindings,
} from './key-bindings.ts';
import {
  commandOf,
  EDITING_COMMANDS,
  EDITING_KEY_HELP,
  KEY_COMMANDS,
  type KeyCommand,
  type KeyHelp,
  keyName,
  NOTE_COMMANDS,
} from './key-commands.ts';

interface KeysHelpProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Show the keys for editing too. */
  canEdit: boolean;
  /** Show the keys for notes too. */
  canComment: boolean;
}

/** All keys; those of the player can be changed here. */
export function KeysHelp({ open, onOpenChange, canEdit, canComment }: KeysHelpProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Keyboard shortcuts">
      <h3 className="mt-5 text-sm font-semibold text-quiet">Playing</h3>
      <PlayerKeys canEdit={canEdit} canComment={canComment} />
      {canEdit && <KeyList title="Editing" keys={EDITING_KEY_HELP} />}
    </Dialog>
  );
}

function PlayerKeys({ canEdit, canComment }: Pick<KeysHelpProps, 'canEdit' | 'canComment'>) {
  const bindings = useKeyBindings();
  const [changing, setChanging] = useState<KeyCommand | null>(null);
  const [message, setMessage] = useState('');
  useNextKey(changing !== null, (name) => {
    if (changing === null) return;
    setChanging(null);
    const shown = showKey(name);
    if (!isBindable(name)) return setMessage(`${shown} is needed elsewhere. Choose another key.`);
    const previous = commandOf(bindings, name);
    storeBindings(bindKey(bindings, changing, name));
    const isMoved = previous !== null && previous !== changing;
    setMessage(
      `${shown}: ${KEY_COMMANDS[changing]}${isMoved ? `, and no longer ${KEY_COMMANDS[previous]}` : ''}.`,
    );
  });
  const commands = (Object.keys(KEY_COMMANDS) as KeyCommand[]).filter(
    (command) => (canEdit || !EDITING_COMMANDS.has(command)) && (canComment || !NOTE_COMMANDS.has(command)),
  );
  const isChanged = JSON.stringify(bindings) !== JSON.stringify(DEFAULT_BINDINGS);

  return (
    <>
      <dl className="divide-y">
        {commands.map((command) => (
          <div key={command} className="flex items-center gap-3 py-1.5">
            <dt className="flex-1">{KEY_COMMANDS[command]}</dt>
            <dd className="flex shrink-0 items-center gap-1.5">
              {changing === command ? (
                <span className="text-sm text-brand-ink">Press a key…</span>
              ) : (
                bindings[command].map((name) => <Key key={name}>{showKey(name)}</Key>)
              )}
              <Button
                variant="ghost"
                size="sm"
                aria-label={
                  changing === command ? 'Keep the key' : `Change the key: ${KEY_COMMANDS[command]}`
                }
                onClick={() => setChanging(changing === command ? null : command)}
              >
                {changing === command ? 'Cancel' : 'Change'}
              </Button>
            </dd>
          </div>
        ))}
      </dl>
      <p className="min-h-6 pt-2 text-sm text-quiet" role="status">
        {message}
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        {!hasTranscribingKeys(bindings) && (
          <Button
            variant="outline"
            size="sm"
            onClick={() => {
              storeBindings(addTranscribingKeys(bindings));
              setMessage(
                'Esc plays and pauses; F1 and F2 skip; F3 and F4 change the speed, also while you write.',
              );
            }}
          >
            Add oTranscribe’s keys (Esc, F1 to F4)
          </Button>
        )}
        {isChanged && (
          <Button
            variant="outline"
            size="sm"
            onClick={() => {
              storeBindings(DEFAULT_BINDINGS);
              setMessage('The keys are as they were at first.');
            }}
          >
            Reset the keys
          </Button>
        )}
      </div>
    </>
  );
}

/** Takes the next key that is pressed, before anything else on the page can. */
function useNextKey(isWaiting: boolean, onKey: (name: string) => void): void {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const name = keyName(event);
    // The Cancel button is reached and pressed as any other; keys of modifiers precede the key they belong to.
    if (name === null || ['Tab', 'Shift+Tab', 'Enter', 'Shift', 'Shift+Shift'].includes(name)) return;
    event.preventDefault();
    event.stopPropagation();
    onKey(name);
  });
  useEffect(() => {
    if (!isWaiting) return;
    const listener = (event: KeyboardEvent) => handleKey(event);
    addEventListener('keydown', listener, { capture: true });
    return () => removeEventListener('keydown', listener, { capture: true });
  }, [isWaiting]);
}

const SHOWN: Readonly<Record<string, string>> = {
  ' ': 'Space',
  ArrowLeft: '←',
  ArrowRight: '→',
  'Shift+ArrowUp': 'Shift ↑',
  'Shift+ArrowDown': 'Shift ↓',
  Escape: 'Esc',
};

function showKey(name: string): string {
  return SHOWN[name] ?? name.replace('+', ' ').replace(/(?:^| )\w$/, (letter) => letter.toUpperCase());
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
                <Key key={key}>{key}</Key>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function Key({ children }: { children: string }) {
  return (
    <kbd className="rounded-md border bg-sunken px-2 py-0.5 font-sans text-sm font-medium whitespace-nowrap">
      {children}
    </kbd>
  );
}
