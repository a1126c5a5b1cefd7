import { Popover as Radix } from 'radix-ui';
import { Fragment, type ReactNode, useMemo } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Tooltip } from '#web/ui/tooltip.tsx';
import { type SelectedText, useTextSelection } from './use-text-selection.ts';

/** Something to do with selected words. */
export interface SelectionAction {
  /** Its accessible name. */
  label: string;
  icon: ReactNode;
  /** The visible text beside the icon where there is room, which is part of the name. */
  text?: string;
  /** Actions of one group stand together. */
  group: string;
  run: (selected: SelectedText) => void;
}

interface SelectionToolbarProps {
  actions: readonly SelectionAction[];
}

/** A small toolbar at the selected words of a transcript. */
export function SelectionToolbar({ actions }: SelectionToolbarProps) {
  const [selection, forget] = useTextSelection();
  const range = selection?.range;
  const virtualRef = useMemo(() => ({ current: range ? anchorOf(range) : null }), [range]);
  if (!selection || actions.length === 0) return null;
  return (
    <Radix.Root open onOpenChange={(open) => !open && forget()}>
      <Radix.Anchor virtualRef={virtualRef} />
      <Radix.Content
        role="toolbar"
        aria-label="Selected words"
        // A phone has its own menu above the words.
        side={matchMedia('(pointer: coarse)').matches ? 'bottom' : 'top'}
        sideOffset={8}
        collisionPadding={8}
        updatePositionStrategy="optimized"
        className="z-40 flex max-w-[calc(100vw-1rem)] animate-appear flex-wrap items-center gap-0.5 rounded-xl bg-surface p-1 shadow-float"
        onOpenAutoFocus={(event) => event.preventDefault()}
        onCloseAutoFocus={(event) => event.preventDefault()}
        // The words stay selected.
        onMouseDown={(event) => event.preventDefault()}
      >
        {actions.map((action, index) => (
          <Fragment key={action.label}>
            {index > 0 && actions[index - 1]?.group !== action.group && (
              <span className="mx-1 h-5 w-px bg-line" aria-hidden="true" />
            )}
            <ActionButton
              action={action}
              onRun={() => {
                forget();
                action.run(selection.text);
              }}
            />
          </Fragment>
        ))}
      </Radix.Content>
    </Radix.Root>
  );
}

function ActionButton({ action, onRun }: { action: SelectionAction; onRun: () => void }) {
  const { label, icon, text } = action;
  const button = (
    <Button
      variant="ghost"
      size={text ? 'sm' : 'icon'}
      className={text ? undefined : 'size-8.5!'}
      aria-label={label}
      onClick={onRun}
    >
      {icon}
      {text && <span className="max-sm:hidden">{text}</span>}
    </Button>
  );
  return text ? button : <Tooltip text={label}>{button}</Tooltip>;
}

/** The first visible line of a range, for placing something at it. */
function anchorOf(range: Range) {
  return {
    contextElement: range.startContainer.parentElement ?? undefined,
    getBoundingClientRect: () => {
      const lines = [...range.getClientRects()].filter(({ width }) => width > 0);
      return lines.find(({ top }) => top >= 0) ?? lines.at(-1) ?? range.getBoundingClientRect();
    },
  };
}
