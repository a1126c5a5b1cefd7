import { setTimeout as delay } from 'node:timers/promises';
import { type Endpoint, filledPath, type InputOf, type OutputOf } from '#contract/endpoint.ts';
import { getHealth } from '#contract/health.ts';
import { UsageError } from '../command-line.ts';

/** A Tapescript server that is reached with an access token. */
export interface Server {
  address: string;
  /** Calls an endpoint, patiently. Throws RemoteError. */
  call<E extends Endpoint>(endpoint: E, input: InputOf<E>): Promise<OutputOf<E>>;
  /** Does something again, for two and a half minutes, while it fails because the connection was lost or the server is restarting or overloaded. */
  patiently<Result>(attempt: () => Promise<Result>): Promise<Result>;
}

/** What the server, or the way to it, refused. The message is the line to print. */
export class RemoteError extends Error {
  readonly code: string | null;
  readonly status: number | null;

  constructor(message: string, { code = null, status = null, cause }: RemoteErrorFacts = {}) {
    super(message, { cause });
    this.code = code;
    this.status = status;
  }
}

interface RemoteErrorFacts {
  code?: string | null;
  status?: number | null;
  cause?: unknown;
}

interface OpenServer {
  address: string;
  token: string;
  signal: AbortSignal;
  say: (line: string) => void;
}

const ANSWER_MS = 60_000;
/** Pauses before each retry. */
const RETRY_MS = [1000, 2000, 4000, 8000, 15_000, 30_000, 30_000, 60_000] as const;
const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', '[::1]', 'localhost']);

/** Checks that there is a Tapescript server at the address, which does not get the token before. Throws UsageError and RemoteError. */
export async function openServer({ address: given, token, signal, say }: OpenServer): Promise<Server> {
  const { origin: address, protocol, hostname } = readAddress(given);
  // Asked once, without retries: a wrong address should be told at once.
  const health: unknown = await ask({ address, token: null, signal }, getHealth, {}).catch(
    (error: unknown) => {
      if (error instanceof RemoteError && error.status === 503) return { status: 'ok', version: '' };
      throw error;
    },
  );
  const { data } = getHealth.response.safeParse(health);
  if (!data) throw noTapescript(address);
  if (protocol === 'http:' && !LOOPBACK.has(hostname))
    say(`${address} is not encrypted: others on the way can read token and recordings.`);
  const patiently = patience(signal, say);
  return {
    address,
    patiently,
    call: async (endpoint, input) => {
      const said = await patiently(() => ask({ address, token, signal }, endpoint, input)).catch(
        (error: unknown) => {
          const isUnknown = error instanceof RemoteError && error.code === 'not_found';
          throw isUnknown ? otherVersion(address, data.version) : error;
        },
      );
      const answer = endpoint.response.safeParse(said);
      if (!answer.success) throw otherVersion(address, data.version);
      // The schema is the endpoint's own.
      return answer.data as OutputOf<typeof endpoint>;
    },
  };
}

/** The address of a server, which is always at the root of its host. Throws UsageError. */
export function readAddress(given: string): URL {
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (!url || !/^https?:$/.test(url.protocol))
    throw new UsageError(`"${given}" is not the address of a server, such as https://tapes.example.org.`);
  if (url.href !== `${url.origin}/`)
    throw new UsageError(
      `"${given}" has more than the address of a server. If Tapescript is there, use --server ${url.origin}.`,
    );
  return url;
}

/** What repeats attempts. An outage is told once, however many attempts fail in it. */
function patience(signal: AbortSignal, say: (line: string) => void): Server['patiently'] {
  let isTold = false;
  return async (attempt) => {
    for (const pauseMs of [...RETRY_MS, null]) {
      try {
        const result = await attempt();
        isTold = false;
        return result;
      } catch (error) {
        if (pauseMs === null || !isPassing(error)) throw error;
        if (!isTold) say(`${error.message} Trying again.`);
        isTold = true;
        await delay(pauseMs, undefined, { signal });
      }
    }
    throw new Error('unreachable');
  };
}

/** Whether trying again may help: the connection was lost, or the server has a fault, is stopping or overloaded. */
export function isPassing(error: unknown): error is RemoteError {
  if (!(error instanceof RemoteError)) return false;
  const { status, code } = error;
  // A daily limit is no overload.
  if (status === 429) return !code?.includes('daily');
  return status === null || status === 408 || (status >= 500 && status !== STORAGE_FULL);
}

const STORAGE_FULL = 507;

async function ask<E extends Endpoint>(
  { address, token, signal }: { address: string; token: string | null; signal: AbortSignal },
  endpoint: E,
  input: InputOf<E>,
): Promise<unknown> {
  // The typed input has one of these shapes, but the compiler cannot see that through the conditional type.
  const { params = {}, body } = input as { params?: Record<string, unknown>; body?: unknown };
  const { response, text } = await reach(address + filledPath(endpoint.path, params), {
    method: endpoint.method,
    headers: {
      accept: 'application/json',
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)]),
  });
  if (!response.ok) throw refusalOf(response, text);
  const answer = parseJson(text);
  if (answer === undefined) throw noTapescript(address);
  return answer;
}

/** The answer of a server, read to its end. Rejects with a RemoteError without a status if there was none. */
export async function reach(
  address: string,
  init: RequestInit,
): Promise<{ response: Response; text: string }> {
  try {
    // A redirected POST would become a GET, and the token is not for other servers.
    const response = await fetch(address, { ...init, redirect: 'manual' });
    return { response, text: await response.text() };
  } catch (cause) {
    if (init.signal?.aborted && !isTimeout(init.signal.reason)) throw init.signal.reason;
    throw new RemoteError(`${new URL(address).origin} cannot be reached (${reasonOf(cause)}).`, { cause });
  }
}

/** The error of a response that is no success, in the server's own words if it has any. */
export function refusalOf(response: Response, text: string): RemoteError {
  const { status, url } = response;
  const address = new URL(url).origin;
  const body = parseJson(text);
  const said =
    typeof body === 'object' && body !== null ? (body as { code?: unknown; message?: unknown }) : {};
  const code = typeof said.code === 'string' ? said.code : null;
  const facts = { code, status };
  if (status >= 300 && status < 400)
    return new RemoteError(redirectText(response.headers.get('location'), address), facts);
  if (typeof said.message === 'string' && code !== null) return new RemoteError(said.message, facts);
  return status === 404
    ? noTapescript(address)
    : new RemoteError(`${address} answered with ${status}.`, facts);
}

function redirectText(location: string | null, address: string): string {
  const to = location !== null && URL.canParse(location, address) ? new URL(location, address).origin : null;
  return to === null || to === address
    ? `${address} leads elsewhere before Tapescript answers, perhaps to a sign-in page. Programs cannot pass it.`
    : `${address} answers at ${to}. Use --server ${to} if you trust it with your token.`;
}

function otherVersion(address: string, version: string): RemoteError {
  return new RemoteError(
    `${address} has another version of Tapescript${version && ` (${version})`}, whose answers this program does not understand. Use the program of that version.`,
    { code: 'other_version' },
  );
}

function noTapescript(address: string): RemoteError {
  return new RemoteError(`There is no Tapescript server at ${address}. Check the address.`, { status: 404 });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isTimeout(reason: unknown): boolean {
  return reason instanceof DOMException && reason.name === 'TimeoutError';
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  if (cause instanceof Error && 'code' in cause && typeof cause.code === 'string') return cause.code;
  return isTimeout(cause) ? 'no answer in time' : 'the connection broke';
}
