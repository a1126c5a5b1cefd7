import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { percentile } from './percentile.ts';

export interface Call {
  path: string;
  method?: 'GET' | 'POST' | 'PATCH';
  cookie?: string;
  /** The address that a proxy names as the client's. */
  from?: string;
  /** Sent as JSON, or bytes as they are. */
  body?: object | Uint8Array;
  accept?: string;
}

/** The result of a call: its status (0 without a response), how it may be kept, and the milliseconds until the response ended. */
export interface Answered {
  status: number;
  cache: string | undefined;
  ms: number;
}

const agent = new Agent({ keepAlive: false });

/** Makes a call on a new connection and reads the raw response to the end. */
export async function callOnce(url: string, call: Call): Promise<Answered> {
  const started = performance.now();
  const outcome = await answerOf(url, call).catch(() => undefined);
  return {
    status: outcome?.statusCode ?? 0,
    cache: outcome?.headers['cache-control'],
    ms: performance.now() - started,
  };
}

async function answerOf(url: string, call: Call): Promise<IncomingMessage> {
  const sent = send(url, call);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  response.resume();
  await once(response, 'end');
  return response;
}

function send(url: string, { path, method = 'GET', cookie, from, body, accept = '*/*' }: Call) {
  const sent = request(url + path, {
    agent,
    method,
    headers: {
      accept,
      'accept-encoding': 'gzip',
      ...(cookie ? { cookie } : {}),
      ...(from ? { 'x-forwarded-for': from } : {}),
      ...(body ? { 'content-type': isBytes(body) ? 'application/octet-stream' : 'application/json' } : {}),
    },
  });
  sent.end(isBytes(body) ? body : body && JSON.stringify(body));
  return sent;
}

const isBytes = (body: Call['body']): body is Uint8Array => body instanceof Uint8Array;

/** Makes calls, all at the same time. */
export function callAtOnce(url: string, calls: readonly Call[]): Promise<Answered[]> {
  return Promise.all(calls.map((call) => callOnce(url, call)));
}

/** Makes calls and closes each connection as soon as its request has been sent. */
export async function callAndLeave(url: string, calls: readonly Call[]): Promise<void> {
  await Promise.all(
    calls.map(async (call) => {
      const sent = send(url, call);
      sent.on('error', () => undefined);
      await once(sent, 'finish');
      // Lets the request leave this process.
      await delay(5);
      sent.destroy();
    }),
  );
}

/** What other users noticed: the 95th percentile of response times, and unexpected responses. */
export interface Noticed {
  p95Ms: number;
  maxMs: number;
  calls: number;
  failures: number[];
}

/** Repeats a call, with a short pause after each, until stopped. */
export function watch(url: string, call: Call, pauseMs = 50): { stop(): Promise<Noticed> } {
  const answers: Answered[] = [];
  let isOver = false;
  const looking = (async () => {
    while (!isOver) {
      answers.push(await callOnce(url, call));
      await delay(pauseMs);
    }
  })();
  return {
    stop: async () => {
      isOver = true;
      await looking;
      const times = answers.map(({ ms }) => ms);
      return {
        p95Ms: Math.round(percentile(times, 0.95)),
        maxMs: Math.round(Math.max(...times)),
        calls: times.length,
        failures: answers.flatMap(({ status }) => (status === 200 ? [] : [status])),
      };
    },
  };
}
