import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { Toast as Radix } from 'radix-ui';
import { useSyncExternalStore } from 'react';
import { classNames } from '#web/lib/class-names.ts';
import { Button } from './button.tsx';
import { currentToasts, dismissToast, watchToasts } from './toast-store.ts';

const SHOWN_MS = 5000;
const SWIPE_PX = 50;

/** Where toasts appear: below, but on phones above, since the mini player is below. F8 brings the focus here. */
export function Toaster() {
  const toasts = useSyncExternalStore(watchToasts, currentToasts);
  return (
    <Radix.Provider duration={SHOWN_MS} swipeDirection="right" swipeThreshold={SWIPE_PX}>
      {toasts.map(({ id, title, description, action, variant, open }) => (
        <Radix.Root
          key={id}
          open={open}
          onOpenChange={(isOpen) => !isOpen && dismissToast(id)}
          className={classNames(
            'pointer-events-auto flex items-start gap-3 rounded-xl bg-surface p-4 pr-3 shadow-float',
            'data-[state=open]:animate-slide-in data-[swipe=cancel]:translate-x-0 data-[swipe=end]:animate-swipe-out',
            'data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x)',
          )}
        >
          {variant === 'destructive' ? (
            <CircleAlert className="mt-0.5 size-5 shrink-0 text-danger-ink" aria-hidden="true" />
          ) : (
            <CircleCheck className="mt-0.5 size-5 shrink-0 text-good-ink" aria-hidden="true" />
          )}
          <div className="min-w-0 flex-1">
            <Radix.Title className="font-semibold">{title}</Radix.Title>
            {description && (
              <Radix.Description className="mt-0.5 text-sm wrap-anywhere text-quiet">
                {description}
              </Radix.Description>
            )}
          </div>
          {action && (
            <Radix.Action asChild altText={action.label}>
              <Button variant="outline" size="sm" onClick={action.run}>
                {action.label}
              </Button>
            </Radix.Action>
          )}
          <Radix.Close
            aria-label="Close"
            className="grid size-7 shrink-0 place-items-center rounded-md text-quiet hover:bg-sunken hover:text-ink"
          >
            <X className="size-4" aria-hidden="true" />
          </Radix.Close>
        </Radix.Root>
      ))}
      <Radix.Viewport
        hotkey={['F8']}
        className="pointer-events-none fixed right-0 bottom-0 z-60 flex w-full flex-col gap-2 p-4 outline-none max-md:top-0 max-md:bottom-auto md:max-w-[420px]"
      />
    </Radix.Provider>
  );
}
