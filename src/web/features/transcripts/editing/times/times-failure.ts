import type { ChangedBy } from '#contract/edit-conflicts.ts';
import { OFFLINE } from '#web/lib/offline.ts';
import { messageOf, saveFailureOf } from '../save-failure.ts';

/** Why times were not saved, and whether it can be tried on the text as it is now. */
export interface TimesFailure {
  message: string;
  isConflict: boolean;
}

/** What to say about an error of saving. The times are kept in any case. */
export function timesFailureOf(error: unknown): TimesFailure {
  const failure = saveFailureOf(error);
  if (failure.kind === 'conflict') {
    const what = failure.current ? 'changed this passage' : 'joined or removed this passage';
    return {
      message: `${nameOf(failure.by)} ${what} meanwhile. Your times are kept here, not saved.`,
      isConflict: true,
    };
  }
  const reason = failure.kind === 'passing' && !navigator.onLine ? OFFLINE : messageOf(error);
  return { message: `Not saved. ${reason} Your times are kept here.`, isConflict: false };
}

function nameOf(by: ChangedBy | null): string {
  if (by === null) return 'Somebody';
  return by.isYou ? 'You, in another window,' : by.name;
}
