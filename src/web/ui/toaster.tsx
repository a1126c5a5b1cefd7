import { CircleAlert, CircleCheck, X } from 'lucide-react';
import {
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useSyncExternalStore,
} from 'react';
import { useEscapeLayer } from '#web/lib/escape-layers.ts';
import { focusQuietly } from '#web/lib/focus.ts';
import { keyOf } from '#web/lib/key-of.ts';
import { usePageMark } from '#web/lib/page-marks.ts';
import { Button } from './button.tsx';
import { currentToasts, dismissToast, type Toast, watchToasts } from './toast-store.ts';
import { useSwipeAway } from './use-swipe-away.ts';
import { useToastRoom } from './use-toast-room.ts';

const SHOWN_MS = 5000;

/**
 * Shows the toasts, docked at the bottom of the window, where the page leaves room for them (styles.css). F8 moves the focus here.
 * A toast is not a layer above dialogs: Escape closes a dialog or menu first. Each toast has its own timer.
 */
export function Toaster() {
  const region = useRef<HTMLElement>(null);
  const before = useRef<HTMLElement | null>(null);
  const toasts = useSyncExternalStore(watchToasts, currentToasts).filter(({ open }) => open);
  useToastKeys(region, toasts[0]);
  useToastRoom(region);
  usePageMark('toasts', toasts.length > 0 ? '' : null);
  return (
    <section
      ref={region}
      aria-label="Notifications (F8)"
      className="toasts"
      onFocus={({ relatedTarget }) => {
        const isFromOutside = !region.current?.contains(relatedTarget);
        if (isFromOutside) before.current = relatedTarget instanceof HTMLElement ? relatedTarget : null;
      }}
    >
      {/* The explicit aria-live, although the role implies it, keeps dialogs from hiding this element with the rest of the page. */}
      <div role="status" aria-live="assertive">
        {toasts.map((toast) => (
          <ToastCard
            key={toast.id}
            toast={toast}
            region={region}
            onLoseFocus={() => focusQuietly(before.current)}
          />
        ))}
      </div>
    </section>
  );
}

/** For a dialog's `onInteractOutside`: keeps the dialog open when a toast is clicked, which may have disappeared since. */
export function staysForToasts(event: Event): void {
  if (event.target instanceof Element && event.target.closest('[data-toast]')) event.preventDefault();
}

interface ToastCardProps {
  toast: Toast;
  region: RefObject<HTMLElement | null>;
  /** Called when the toast disappears while it contains the focus. */
  onLoseFocus: () => void;
}

function ToastCard({ toast, region, onLoseFocus }: ToastCardProps) {
  const { id, title, description, action, variant } = toast;
  const card = useRef<HTMLDivElement>(null);
  const dismiss = () => dismissToast(id);
  useShownTime(card, region, dismiss);
  useFocusGivenBack(card, onLoseFocus);
  const swipe = useSwipeAway(dismiss);
  const Icon = variant === 'destructive' ? CircleAlert : CircleCheck;
  return (
    <div className="p-2 sm:px-4">
      <div
        ref={card}
        data-toast
        tabIndex={-1}
        className="pointer-events-auto flex animate-slide-in touch-none items-start gap-3 rounded-xl bg-surface px-4 py-2.5 pr-3 shadow-float select-none"
        {...swipe}
      >
        <Icon
          className={`mt-0.5 size-5 shrink-0 ${variant === 'destructive' ? 'text-danger-ink' : 'text-good-ink'}`}
          aria-hidden="true"
        />
        <div className="min-w-0 flex-1">
          <p className="font-semibold">{title}</p>
          {description && <p className="mt-0.5 text-sm wrap-anywhere text-quiet">{description}</p>}
        </div>
        {action && (
          <Button
            variant="outline"
            size="sm"
            onClick={() => {
              action.run();
              dismiss();
            }}
          >
            {action.label}
          </Button>
        )}
        <button
          type="button"
          aria-label="Close"
          className="grid size-7 shrink-0 place-items-center rounded-md text-quiet hover:bg-sunken hover:text-ink"
          onClick={dismiss}
        >
          <X className="size-4" aria-hidden="true" />
        </button>
      </div>
    </div>
  );
}

/** Calls `onEnd` after a toast's time, which does not run while the pointer is over the toast or the focus is in the region. */
function useShownTime(
  card: RefObject<HTMLElement | null>,
  region: RefObject<HTMLElement | null>,
  onEnd: () => void,
): void {
  const end = useEffectEvent(onEnd);
  useEffect(() => {
    const [element, around] = [card.current, region.current];
    if (!element || !around) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isHovered = false;
    let isFocused = around.contains(document.activeElement);
    const update = () => {
      clearTimeout(timer);
      if (!isHovered && !isFocused) timer = setTimeout(() => end(), SHOWN_MS);
    };
    const controller = new AbortController();
    const { signal } = controller;
    const listen = (target: HTMLElement, type: string, note: () => void) =>
      target.addEventListener(
        type,
        () => {
          note();
          update();
        },
        { signal },
      );
    listen(element, 'pointerenter', () => {
      isHovered = true;
    });
    listen(element, 'pointerleave', () => {
      isHovered = false;
    });
    listen(around, 'focusin', () => {
      isFocused = true;
    });
    listen(around, 'focusout', () => {
      isFocused = false;
    });
    update();
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [card, region]);
}

/** F8 focuses the newest toast; Escape closes it, unless a dialog, a menu or a field has handled the key. One thing at a time. */
function useToastKeys(region: RefObject<HTMLElement | null>, newest: Toast | undefined): void {
  useEscapeLayer('toast', newest ? () => dismissToast(newest.id) : null);
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (!newest || event.defaultPrevented) return;
    if (keyOf(event) === 'F8') focusQuietly(region.current?.querySelector<HTMLElement>('[data-toast]'));
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => handleKey(event);
    addEventListener('keydown', listener);
    return () => removeEventListener('keydown', listener);
  }, []);
}

/** Calls `onLoseFocus` when a toast that contains the focus disappears for any reason. */
function useFocusGivenBack(card: RefObject<HTMLElement | null>, onLoseFocus: () => void): void {
  const refund = useRef(onLoseFocus);
  useLayoutEffect(() => {
    refund.current = onLoseFocus;
  });
  useLayoutEffect(() => {
    const element = card.current;
    return () => {
      if (element?.contains(document.activeElement)) refund.current();
    };
  }, [card]);
}
