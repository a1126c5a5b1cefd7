import { buffer } from 'node:stream/consumers';
import type { ErrorCode } from '#contract/errors.ts';
import { MAX_PAGE_BYTES } from '#contract/limits.ts';
import { mediaTypeOf } from '#contract/media-types.ts';
import { AppError } from '../../app-error.ts';
import type { Outbound } from '../../outbound/outbound.ts';
import { OutboundError, type OutboundFailure } from '../../outbound/outbound-error.ts';
import { markedEncoding } from '../decode-text.ts';
import type { PageTask } from './page.ts';

/** A user waits for it. */
const TOTAL_MS = 20_000;
const IDLE_MS = 10_000;
const HEADERS = {
  accept: 'text/html, application/xhtml+xml;q=0.9, */*;q=0.1',
  'accept-language': 'en, *;q=0.5',
};
const PAGES: ReadonlySet<string> = new Set(['text/html', 'application/xhtml+xml']);

const CODES: Record<OutboundFailure, ErrorCode> = {
  refused: 'address_refused',
  redirects: 'article_unreachable',
  unreachable: 'article_unreachable',
  timeout: 'article_timeout',
  'too-large': 'article_too_large',
};

/** Fetches the page at an address. Rejects with an AppError that says why it cannot be had, or with the signal's reason. */
export async function fetchPage(outbound: Outbound, asked: string, signal: AbortSignal): Promise<PageTask> {
  try {
    const limits = { maxBytes: MAX_PAGE_BYTES, totalMs: TOTAL_MS, idleMs: IDLE_MS };
    const { url, status, headers, body } = await outbound.fetch(asked, {
      ...limits,
      headers: HEADERS,
      signal,
    });
    const contentType = headers.get('content-type') ?? '';
    const code = codeOfStatus(status) ?? codeOfType(contentType);
    if (code) {
      body.destroy();
      throw new AppError(code, { cause: `status ${status}, ${contentType}` });
    }
    const bytes = await buffer(body);
    if (isOfAnotherKind(bytes, contentType)) throw new AppError('article_not_page');
    const address = new URL(url);
    address.hash = '';
    return { bytes, contentType, address: address.href, asked };
  } catch (error) {
    throw error instanceof OutboundError ? new AppError(CODES[error.failure], { cause: error }) : error;
  }
}

function codeOfStatus(status: number): ErrorCode | undefined {
  if (status >= 200 && status < 300) return undefined;
  if (status === 401 || status === 407 || status === 511) return 'article_login';
  if (status === 402) return 'article_paywall';
  if (status === 404 || status === 410) return 'article_not_found_there';
  return status >= 400 && status < 500 && status !== 408 ? 'article_denied' : 'article_unreachable';
}

function codeOfType(contentType: string): ErrorCode | undefined {
  const type = mediaTypeOf(contentType);
  // Without a type the bytes decide.
  return type === '' || PAGES.has(type) ? undefined : 'article_not_page';
}

/** An image, PDF or archive declared as a page: text contains no NUL bytes except in UTF-16. */
function isOfAnotherKind(bytes: Buffer, contentType: string): boolean {
  const head = bytes.subarray(0, 1024);
  if (head.includes('%PDF-')) return true;
  const isWide =
    markedEncoding(bytes) !== undefined || /charset\s{0,9}=\s{0,9}["']?utf-?16/i.test(contentType);
  return !isWide && head.includes(0);
}
