import { X } from 'lucide-react';
import { Dialog as Radix, AlertDialog as RadixAlert } from 'radix-ui';
import { type ReactNode, useRef } from 'react';
import { classNames } from '#web/lib/class-names.ts';
import { focusQuietly } from '#web/lib/focus.ts';
import { placeToType } from '#web/lib/place-to-type.ts';
import { Button } from './button.tsx';
import { staysForToasts } from './toaster.tsx';
import { useTyped } from './use-typed.ts';

const OVERLAY_CLASS = 'fixed inset-0 z-40 animate-appear bg-black/45';
const PANEL_CLASS =
  'fixed top-1/2 left-1/2 z-50 max-h-[min(85dvh,calc(100dvh-2*var(--below-dialog)-1rem))] w-[calc(100vw-2rem)] -translate-x-1/2 -translate-y-1/2 overflow-y-auto rounded-2xl bg-surface p-6 shadow-float';

/** The heading gets the focus where there is nothing to type, which shows nothing that could be pressed. */
const HEADING_CLASS = 'text-lg font-semibold outline-none';

const WIDTHS = { default: 'max-w-md', medium: 'max-w-xl', wide: 'max-w-3xl' };

/** The props of a field in a dialog in which Escape, for now, takes back what was typed and does not close the dialog. */
export const TAKES_ESCAPE = { 'data-takes-escape': true };

interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: string;
  width?: keyof typeof WIDTHS;
  children: ReactNode;
}

export function Dialog({ open, onOpenChange, title, description, width = 'default', children }: DialogProps) {
  const focus = useDialogFocus(firstPlace);
  const typed = useTyped();
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={OVERLAY_CLASS} />
        <Radix.Content
          className={classNames(PANEL_CLASS, WIDTHS[width])}
          onFocus={typed.onFocus}
          onEscapeKeyDown={(event) => {
            if (document.activeElement?.matches('[data-takes-escape]')) event.preventDefault();
          }}
          onInteractOutside={(event) => {
            // A click outside does not discard typed text; the dialog's buttons and Escape do.
            if (typed.isThere()) event.preventDefault();
            else staysForToasts(event);
          }}
          {...focus}
          {...(description ? {} : { 'aria-describedby': undefined })}
        >
          <Radix.Title tabIndex={-1} className={classNames('pr-10', HEADING_CLASS)}>
            {title}
          </Radix.Title>
          {description && (
            <Radix.Description className="mt-1 text-sm text-quiet">{description}</Radix.Description>
          )}
          <Radix.Close asChild>
            <Button
              variant="ghost"
              size="icon"
              className="absolute top-2 right-2 sm:top-4 sm:right-4"
              aria-label="Close"
            >
              <X aria-hidden="true" />
            </Button>
          </Radix.Close>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

interface ReadingDialogProps extends Pick<DialogProps, 'open' | 'onOpenChange' | 'title'> {
  /** Shown below the title; does not scroll with the text. */
  facts: ReactNode;
  /** The scrolling content. */
  children: ReactNode;
  /** The text's name for screen readers. */
  textLabel: string;
}

/** A dialog with a long text. The text gets the focus, so that the keyboard scrolls it at once. */
export function ReadingDialog(props: ReadingDialogProps) {
  const { open, onOpenChange, title, facts, children, textLabel } = props;
  const text = useRef<HTMLElement>(null);
  const focus = useDialogFocus(() => text.current);
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={OVERLAY_CLASS} />
        <Radix.Content
          className={classNames(PANEL_CLASS, WIDTHS.wide, 'flex h-[85dvh] flex-col p-0! overflow-hidden!')}
          onInteractOutside={staysForToasts}
          {...focus}
          aria-describedby={undefined}
        >
          <header className="border-b px-5 py-4 sm:px-6">
            <Radix.Title
              dir="auto"
              className="line-clamp-3 pr-10 text-lg/snug font-semibold wrap-anywhere sm:text-xl/snug"
            >
              {title}
            </Radix.Title>
            {facts}
          </header>
          <section
            ref={text}
            aria-label={textLabel}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: people without a mouse scroll it with the arrow keys.
            tabIndex={0}
            className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 py-5 -outline-offset-2 sm:px-6"
          >
            {children}
          </section>
          <Radix.Close asChild>
            <Button variant="ghost" size="icon" className="absolute top-3 right-3" aria-label="Close">
              <X aria-hidden="true" />
            </Button>
          </Radix.Close>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

interface ConfirmProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description: string;
  action: string;
  onConfirm: () => void;
}

/** Asks for confirmation before an action that cannot be undone. */
export function ConfirmDialog({ open, onOpenChange, title, description, action, onConfirm }: ConfirmProps) {
  const focus = useDialogFocus(firstPlace);
  return (
    <RadixAlert.Root open={open} onOpenChange={onOpenChange}>
      <RadixAlert.Portal>
        <RadixAlert.Overlay className={OVERLAY_CLASS} />
        <RadixAlert.Content className={classNames(PANEL_CLASS, WIDTHS.default)} {...focus}>
          <RadixAlert.Title tabIndex={-1} className={HEADING_CLASS}>
            {title}
          </RadixAlert.Title>
          <RadixAlert.Description className="mt-2 wrap-anywhere text-quiet">
            {description}
          </RadixAlert.Description>
          <div className="mt-6 flex flex-wrap justify-end gap-2">
            <RadixAlert.Cancel asChild>
              <Button variant="outline">Cancel</Button>
            </RadixAlert.Cancel>
            <RadixAlert.Action asChild>
              <Button variant="destructive" onClick={onConfirm}>
                {action}
              </Button>
            </RadixAlert.Action>
          </div>
        </RadixAlert.Content>
      </RadixAlert.Portal>
    </RadixAlert.Root>
  );
}

/**
 * Moves the focus to `find` of the dialog that opens, and when it closes back to where it was: our dialogs are opened by state, so
 * Radix knows no trigger. Never to a button: whoever types on, a space too, must not press it.
 */
function useDialogFocus(find: (dialog: HTMLElement) => HTMLElement | null) {
  const before = useRef<HTMLElement | null>(null);
  return {
    onOpenAutoFocus: (event: Event) => {
      before.current = document.activeElement instanceof HTMLElement ? document.activeElement : null;
      event.preventDefault();
      if (event.currentTarget instanceof HTMLElement) focusQuietly(find(event.currentTarget));
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      focusQuietly(before.current);
    },
  };
}

/** The first field that can be typed into, or else the heading. */
function firstPlace(dialog: HTMLElement): HTMLElement | null {
  return placeToType(dialog) ?? dialog.querySelector<HTMLElement>('h2');
}
