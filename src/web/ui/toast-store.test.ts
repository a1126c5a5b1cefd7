import { describe, expect, it } from 'vitest';
import { type Toast, toastReducer } from './toast-store.ts';

const made = (id: number): Toast => ({ id, title: `Toast ${id}`, variant: 'default', open: true });

describe('toastReducer', () => {
  it('shows one toast at a time, the newest', () => {
    const toasts = toastReducer(toastReducer([], { type: 'added', toast: made(1) }), {
      type: 'added',
      toast: made(2),
    });
    expect(toasts).toEqual([made(2)]);
  });

  it('closes a dismissed toast before it is removed', () => {
    const closed = toastReducer([made(1)], { type: 'dismissed', id: 1 });
    expect(closed).toEqual([{ ...made(1), open: false }]);
    expect(toastReducer(closed, { type: 'removed', id: 1 })).toEqual([]);
  });

  it('leaves a newer toast alone when an old one goes', () => {
    expect(toastReducer([made(2)], { type: 'removed', id: 1 })).toEqual([made(2)]);
    expect(toastReducer([made(2)], { type: 'dismissed', id: 1 })).toEqual([made(2)]);
  });
});
