import { setTimeout as delay } from 'node:timers/promises';
import type { Endpoint, InputOf, OutputOf } from '#contract/endpoint.ts';
import { requestOf } from '#tests/support/http-call.ts';
import type { Random } from '#tests/support/random.ts';
import type { Ledger } from './ledger.ts';

/** The result of a call. 'unknown': it may have been applied. */
export type Outcome<Value> =
  /** `isRepeated`: an earlier attempt may have been applied too. */
  | { kind: 'done'; value: Value; isRepeated: boolean }
  | { kind: 'refused'; status: number; code: string; body: unknown; isRepeated: boolean }
  | { kind: 'unknown' };

interface Answer {
  status: number;
  bytes: Buffer;
  headers: Headers;
}

interface VisitorOptions {
  /** The addresses of the web nodes, any of which will do. */
  urls: readonly string[];
  ledger: Ledger;
  random: Random;
  /** Whether people should finish: then retries end soon. */
  isOver: () => boolean;
}

const TIMEOUT_MS = 120_000;
const LAST_TIMEOUT_MS = 10_000;
const CALL_MS = 90_000;
const PAUSE_MS = 250;
/** The probability of giving up after a missing response. */
const GIVES_UP = 0.12;

/** A user of a browser: retries calls without a response, on any node, and sometimes gives up. */
export class Visitor {
  cookie = '';
  readonly options: VisitorOptions;

  constructor(options: VisitorOptions) {
    this.options = options;
  }

  /** Calls an endpoint until the call succeeds or is rejected. With `isOnce`, it is not retried, because it cannot be repeated. */
  async call<E extends Endpoint>(
    endpoint: E,
    input: InputOf<E>,
    { isOnce = false } = {},
  ): Promise<Outcome<OutputOf<E>>> {
    const { path, init } = requestOf(endpoint, input, this.cookie);
    const outcome = await this.send(path, () => init, { isOnce, isRead: endpoint.method === 'GET' });
    if (outcome.kind !== 'done') return outcome;
    return { ...outcome, value: JSON.parse(outcome.value.bytes.toString('utf8')) as OutputOf<E> };
  }

  /** Like `call`, for any request; reads the whole response. */
  async send(
    path: string,
    request: () => RequestInit,
    { isOnce = false, isRead = false } = {},
  ): Promise<Outcome<Answer>> {
    const { random, ledger, isOver } = this.options;
    const began = performance.now();
    let isRepeated = false;
    for (;;) {
      ledger.counts.tries += 1;
      const tried = await this.#tryOnce(path, request());
      if (typeof tried === 'object' && tried.status < 500 && tried.status !== 429) {
        if (tried.status < 400) return { kind: 'done', value: tried, isRepeated };
        return refusalOf(tried, isRepeated, ledger);
      }
      ledger.count(typeof tried === 'object' ? nameOf(tried) : tried);
      const wasSent = typeof tried === 'object' ? tried.status !== 429 : tried !== 'ECONNREFUSED';
      isRepeated ||= wasSent;
      const patience = isOver() ? LAST_TIMEOUT_MS : TIMEOUT_MS;
      const isTooLong = performance.now() - began > patience;
      const isGivenUp = isRepeated && !isRead && (isOnce || random.chance(GIVES_UP));
      // A request that was never sent cannot have been applied, but for a person who gives up it makes no difference.
      if (isTooLong || isGivenUp) return { kind: 'unknown' };
      await delay(PAUSE_MS / 2 + random.below(PAUSE_MS));
    }
  }

  /** The response, or the reason why there is none. Skips a node that is down, as a proxy would. */
  async #tryOnce(path: string, init: RequestInit): Promise<Answer | string> {
    const { urls, random } = this.options;
    const first = random.below(urls.length);
    let tried: Answer | string = 'ECONNREFUSED';
    for (const url of [...urls.slice(first), ...urls.slice(0, first)]) {
      if (tried === 'ECONNREFUSED') tried = await this.#tryAt(url, path, init);
    }
    return tried;
  }

  async #tryAt(url: string, path: string, init: RequestInit): Promise<Answer | string> {
    try {
      const response = await fetch(url + path, { ...init, signal: AbortSignal.timeout(CALL_MS) });
      const bytes = Buffer.from(await response.arrayBuffer());
      return { status: response.status, headers: response.headers, bytes };
    } catch (error) {
      return codeOf(error);
    }
  }
}

function refusalOf(answer: Answer, isRepeated: boolean, ledger: Ledger): Outcome<never> {
  ledger.count(nameOf(answer));
  const body = bodyOf(answer);
  return { kind: 'refused', status: answer.status, code: String(body.code ?? ''), body, isRepeated };
}

function nameOf(answer: Answer): string {
  return `${answer.status} ${bodyOf(answer).code ?? ''}`;
}

function bodyOf({ bytes }: Answer): Record<string, unknown> {
  try {
    return JSON.parse(bytes.toString('utf8')) as Record<string, unknown>;
  } catch {
    return {};
  }
}

function codeOf(error: unknown): string {
  for (let each = error; each instanceof Error; each = each.cause) {
    if ('code' in each && typeof each.code === 'string') return each.code;
    if (each.name === 'TimeoutError') return 'no answer in time';
  }
  return String(error);
}
