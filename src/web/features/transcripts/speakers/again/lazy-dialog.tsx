import { lazily } from '#web/lib/lazily.tsx';
import type { FindAgainDialogProps } from './find-again-dialog.tsx';

/** The dialog of finding speakers again, loaded when somebody wants it. */
export const LazyFindAgainDialog = lazily<FindAgainDialogProps>(
  async () => (await import('./find-again-dialog.tsx')).FindAgainDialog,
);
