import { lazily } from '#web/lib/lazily.tsx';
import type { TranscribeAgainDialogProps } from './transcribe-again-dialog.tsx';

/** The dialog of transcribing again, loaded when somebody wants it. */
export const LazyTranscribeAgainDialog = lazily<TranscribeAgainDialogProps>(
  async () => (await import('./transcribe-again-dialog.tsx')).TranscribeAgainDialog,
);
