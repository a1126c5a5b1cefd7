import type { Became, ChangedBy } from '#contract/edit-conflicts.ts';
import { ERRORS } from '#contract/errors.ts';
import type { TimestampedSegment } from '#contract/segments.ts';
import { ApiError } from '#web/lib/api.ts';

/** Why something was not saved, classified by what can be done about it. */
export type SaveFailure =
  /** Somebody else was quicker. `current` is null if the segment no longer exists, `became` if it is not known what has become of it. */
  | { kind: 'conflict'; current: TimestampedSegment | null; by: ChangedBy | null; became: Became | null }
  /** The transcript no longer exists. */
  | { kind: 'gone' }
  | { kind: 'signed-out' }
  /** It cannot be saved as it is. */
  | { kind: 'refused'; message: string }
  /** A network or server failure; it is retried. */
  | { kind: 'passing' };

export function saveFailureOf(error: unknown): SaveFailure {
  if (!(error instanceof ApiError) || error.status >= 500 || error.status === 429 || error.status === 408) {
    return { kind: 'passing' };
  }
  if (error.status === 401) return { kind: 'signed-out' };
  if (error.code === 'edit_conflict') {
    return { kind: 'conflict', current: error.current, by: error.changedBy, became: error.became };
  }
  if (error.code === 'transcript_not_found') return { kind: 'gone' };
  return { kind: 'refused', message: error.userMessage ?? ERRORS.internal.message };
}

/** The message to show for a failed call. */
export function messageOf(error: unknown): string {
  if (error instanceof ApiError && error.userMessage) return error.userMessage;
  return 'The server cannot be reached. Please check your connection.';
}
