import { z } from 'zod';
import { retryAfterMs } from '#domain/retry-after.ts';
import { quotable, type SpeechProblem } from '../speech-error.ts';
import type { ServerAnswer } from './transport.ts';

/** OpenAI's {error:{message,code}}, FastAPI's {detail}, whisper.cpp's {error}, vLLM's {message}. */
const Refusal = z.object({
  error: z
    .union([z.string(), z.object({ message: z.string().nullish(), code: z.unknown().optional() })])
    .nullish(),
  detail: z.union([z.string(), z.array(z.object({ msg: z.string(), loc: z.array(z.unknown()) }))]).nullish(),
  message: z.string().nullish(),
});

const TOO_LARGE =
  /too (large|long|big)|content size limit|longer than .* maximum|exceeds? .*(limit|maximum)/i;
const NO_SUCH_MODEL =
  /model.*(not (found|installed|supported)|does ?n[o']t exist|unknown)|(unknown|invalid|no such) model/i;
/** What is read of a server's reason: the patterns would take long for a text without end. */
const MAX_SAID = 1000;
/** A longer answer is no refusal of a server that we know. */
const MAX_REFUSAL = 20_000;
const NO_CREDIT = /insufficient_quota|exceeded your current quota|billing|payment required/i;

/** What an answer other than 2xx means. */
export function problemOfAnswer({ status, headers, text }: ServerAnswer): SpeechProblem {
  const said = saidOf(text);
  const waitMs = () => retryAfterMs(headers.get('retry-after'), Date.now());
  if (status === 402 || (status === 429 && NO_CREDIT.test(said))) return { code: 'no_credit' };
  if (status === 401 || status === 403) return { code: 'key_rejected' };
  if (status === 429) return { code: 'rate_limited', retryAfterMs: waitMs() };
  if (status === 503) return { code: 'loading', retryAfterMs: waitMs() };
  if (status === 408 || status === 502 || status === 504) return { code: 'unreachable' };
  if (status === 413) return { code: 'too_large' };
  if (status >= 300 && status < 400) return { code: 'wrong_address' };
  if (status === 404 || status === 405)
    return isPage(text) || !/model/i.test(said) ? { code: 'wrong_address' } : { code: 'unknown_model' };
  if (status < 500 && TOO_LARGE.test(said)) return { code: 'too_large' };
  if (status < 500 && NO_SUCH_MODEL.test(said) && !/format|json|timestamp/i.test(said))
    return { code: 'unknown_model' };
  return { code: 'failed', said: isPage(text) ? '' : quotable(said) };
}

/** Whether an answer is a web page. */
export function isPage(text: string): boolean {
  return /^\s*<(!doctype|html|head|\?xml)/i.test(text);
}

/** The beginning of the reason that a server gives; it may contain addresses. */
export function saidOf(text: string): string {
  return reasonOf(text).slice(0, MAX_SAID);
}

function reasonOf(text: string): string {
  if (text.length > MAX_REFUSAL) return text;
  const parsed = Refusal.safeParse(parseJson(text));
  if (!parsed.success) return text;
  const { error, detail, message } = parsed.data;
  if (typeof error === 'string') return error;
  if (error) return [error.message, typeof error.code === 'string' ? `(${error.code})` : ''].join(' ').trim();
  if (typeof detail === 'string') return detail;
  if (detail) return detail.map(({ msg, loc }) => `${loc.at(-1)}: ${msg}`).join('; ');
  return message ?? '';
}

/** Undefined if it is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
