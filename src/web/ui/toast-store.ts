import type { ReactNode } from 'react';

/** How many toasts are shown at once at most. */
export const TOAST_LIMIT = 1;
/** How long a dismissed toast is kept for its closing animation. */
export const TOAST_REMOVE_DELAY_MS = 1_000_000;

export interface Toast {
  id: number;
  title: string;
  description?: ReactNode;
  /** An action offered in the toast. */
  action?: { label: string; run: () => void };
  variant: 'default' | 'destructive';
  open: boolean;
}

export type ToastAction =
  | { type: 'added'; toast: Toast }
  | { type: 'dismissed'; id: number }
  | { type: 'removed'; id: number };

export function toastReducer(toasts: readonly Toast[], action: ToastAction): readonly Toast[] {
  switch (action.type) {
    case 'added':
      return [action.toast, ...toasts].slice(0, TOAST_LIMIT);
    case 'dismissed':
      return toasts.map((toast) => (toast.id === action.id ? { ...toast, open: false } : toast));
    case 'removed':
      return toasts.filter((toast) => toast.id !== action.id);
  }
}

let toasts: readonly Toast[] = [];
let lastId = 0;
const watchers = new Set<() => void>();

/** Shows a message in the corner; the newest replaces the previous one. */
export function toast(
  message: Pick<Toast, 'title' | 'description' | 'action'> & Partial<Pick<Toast, 'variant'>>,
): void {
  lastId += 1;
  dispatch({ type: 'added', toast: { variant: 'default', ...message, id: lastId, open: true } });
}

export function dismissToast(id: number): void {
  dispatch({ type: 'dismissed', id });
  setTimeout(() => dispatch({ type: 'removed', id }), TOAST_REMOVE_DELAY_MS);
}

export function currentToasts(): readonly Toast[] {
  return toasts;
}

export function watchToasts(notify: () => void): () => void {
  watchers.add(notify);
  return () => watchers.delete(notify);
}

function dispatch(action: ToastAction): void {
  toasts = toastReducer(toasts, action);
  for (const notify of watchers) notify();
}
