import type { ErrorCode } from '#contract/errors.ts';
import { AppError } from '../app-error.ts';
import { isDiskFull } from '../disk-full.ts';

/** This source gave no model, for the reason in the message; another may. */
export class SourceFailed extends Error {}

/** What the source gave is not the model. */
export class WrongFile extends SourceFailed {}

const REASONS: Partial<Record<ErrorCode, string>> = {
  address_refused: 'the address leads somewhere that is not public',
  source_not_found: 'nothing is there',
  source_denied: 'access was denied',
  source_unreachable: 'no answer, or it broke off',
  source_timeout: 'it took too long',
  source_too_large: 'it sent more than the model has',
  source_empty: 'it sent nothing',
  source_not_media: 'it sent a page or a text',
};

/** After these, what has arrived is not the beginning of the model. */
const WRONG: ReadonlySet<ErrorCode> = new Set(['source_too_large', 'source_empty', 'source_not_media']);

/** Whether what has arrived must go: it is not of the model, or it takes the last room on the disk. */
export function isWorthless(error: unknown): boolean {
  return (
    error instanceof WrongFile || isDiskFull(error) || (error instanceof AppError && WRONG.has(error.code))
  );
}

/** Whether the source was at fault, so that another may do better; otherwise it is our own disk, or what we make of the model. */
export function isOfSource(error: unknown): boolean {
  return error instanceof AppError || error instanceof SourceFailed;
}

/** Why a model could not be fetched, in a few plain words. */
export function reasonOf(error: unknown): string {
  if (isDiskFull(error)) return 'the disk is full';
  if (error instanceof AppError) {
    const details = detailsOf(error.cause);
    return `${REASONS[error.code] ?? error.message}${details && ` (${details})`}`;
  }
  return error instanceof Error ? error.message : String(error);
}

/** What the causes say: the first message, and the code of the system, such as ENOTFOUND. */
function detailsOf(cause: unknown): string {
  if (typeof cause === 'string') return cause;
  if (!(cause instanceof Error)) return '';
  let code = '';
  for (let each: unknown = cause; each instanceof Error; each = each.cause)
    if ('code' in each && typeof each.code === 'string') code = each.code;
  return code ? `${cause.message}: ${code}` : cause.message;
}
