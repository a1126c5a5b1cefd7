import { ERRORS } from '#contract/errors.ts';
import { ApiError } from '#web/lib/api.ts';
import { NoAnswer, UPLOAD_TIMEOUT } from '#web/lib/send-upload.ts';
import { PutError } from '../put-file.ts';
import { uploadFailure } from '../run-upload.ts';

/** Why the whole queue waits although nobody has paused it. */
export type Trouble = 'offline' | 'unreachable' | 'busy' | 'full' | 'signed-out';

/** What a failure means: for this file alone, or for all that come after it. */
export type Verdict = { of: 'file'; text: string } | { of: 'queue'; trouble: Trouble; text: string };

/** The file is gone, was changed, or may not be read. */
export class UnreadableFile extends Error {
  override name = 'UnreadableFile';
  constructor(cause: unknown) {
    super('This file cannot be read. It may have been moved, changed or deleted: choose it again.', {
      cause,
    });
  }
}

/** Another person is signed in, or nobody. */
export class SignedOut extends Error {
  override name = 'SignedOut';
}

const SIGNED_OUT = 'You are signed out. Sign in again, and the queue goes on.';
const UNREACHABLE = 'The server cannot be reached.';
const OFFLINE = 'This device is offline.';

/** Says whether a failed file is to blame, or something that would fail the next one, too. */
export function judgeFailure(error: unknown, isOnline: boolean): Verdict {
  if (error instanceof SignedOut) return { of: 'queue', trouble: 'signed-out', text: SIGNED_OUT };
  if (isLost(error)) {
    return isOnline
      ? { of: 'queue', trouble: 'unreachable', text: UNREACHABLE }
      : { of: 'queue', trouble: 'offline', text: OFFLINE };
  }
  return judgeAnswer(error) ?? { of: 'file', text: uploadFailure(error) };
}

function isLost(error: unknown): boolean {
  // The only error that fetch reports when the server cannot be reached.
  return error instanceof TypeError || (error instanceof NoAnswer && error.message !== UPLOAD_TIMEOUT);
}

function judgeAnswer(error: unknown): Verdict | null {
  if (!(error instanceof ApiError || error instanceof PutError)) return null;
  const said = error instanceof ApiError ? error.userMessage : null;
  switch (error.status) {
    case 401:
      return { of: 'queue', trouble: 'signed-out', text: SIGNED_OUT };
    case 507:
      return { of: 'queue', trouble: 'full', text: said ?? ERRORS.storage_full.message };
    case 429:
      return { of: 'queue', trouble: 'busy', text: said ?? ERRORS.too_many_requests.message };
    case 503:
      return { of: 'queue', trouble: 'busy', text: said ?? ERRORS.unavailable.message };
    case 502:
    case 504:
      return { of: 'queue', trouble: 'unreachable', text: UNREACHABLE };
    default:
      return null;
  }
}

const RETRY_MS: Readonly<Record<Trouble, readonly number[]>> = {
  unreachable: [3000, 5000, 10_000, 20_000, 60_000],
  busy: [15_000, 30_000, 60_000, 120_000],
  full: [300_000],
  // The browser says when it is online again, and the person when they are signed in.
  offline: [],
  'signed-out': [],
};

/** After how long the queue tries again by itself, the longer the oftener it has tried in vain; null: not by itself. */
export function retryMs(trouble: Trouble, tries: number): number | null {
  const delays = RETRY_MS[trouble];
  return delays[Math.min(tries, delays.length - 1)] ?? null;
}
