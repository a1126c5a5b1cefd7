import { gunzipSync } from 'node:zlib';
import { Agent, request } from 'undici';
import type { Endpoint, InputOf, OutputOf } from '#contract/endpoint.ts';
import { EVENTS_PATH } from '#contract/events.ts';
import type { Random } from '#tests/support/random.ts';

/** Called for each request: its kind, and how long after it was due its last byte arrived. */
export type RecordRequest = (kind: string, ms: number, bytes: number) => void;

/** A person in a browser, as seen by nodes behind a proxy that sends each request to any of them. */
export interface PersonAccess {
  urls: readonly string[];
  cookie: string;
  /** The proxy's X-Forwarded-For. */
  address: string;
  random: Random;
  record: RecordRequest;
}

export interface Asked {
  kind: string;
  /** By performance.now(); now unless given. */
  dueAt?: number;
}

interface Plain extends Asked {
  method?: 'GET' | 'POST' | 'PUT';
  path: string;
  headers?: { [name: string]: string };
  body?: string | Buffer;
  expected?: number;
}

/** Keeps connections open, as a proxy does. An event stream may be silent for any length of time. */
const proxy = new Agent({
  connections: 512,
  keepAliveTimeout: 30_000,
  headersTimeout: 60_000,
  bodyTimeout: 0,
});

/** The requests of a browser. Throws any unexpected answer, with its body. */
export class WebPerson {
  readonly access: PersonAccess;

  constructor(access: PersonAccess) {
    this.access = access;
  }

  async call<E extends Endpoint>(endpoint: E, input: InputOf<E>, asked: Asked): Promise<OutputOf<E>> {
    const {
      params = {},
      query = {},
      body,
    } = input as {
      params?: { [name: string]: unknown };
      query?: { [name: string]: unknown };
      body?: unknown;
    };
    const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => String(params[name]));
    const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
    const answer = await this.send({
      ...asked,
      method: endpoint.method as 'GET' | 'POST',
      path: `${path}?${search}`,
      ...(body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
      ...(endpoint.status ? { expected: endpoint.status } : {}),
    });
    return JSON.parse(answer.toString()) as OutputOf<E>;
  }

  /** Returns the body, decompressed. */
  async send({ kind, dueAt = performance.now(), expected = 200, ...plain }: Plain): Promise<Buffer> {
    const { cookie, address, random, urls, record } = this.access;
    const { method = 'GET', path, headers = {}, body } = plain;
    const url = path.startsWith('http') ? path : random.pick(urls) + path;
    const answer = await request(url, {
      dispatcher: proxy,
      method,
      headers: {
        cookie,
        'x-forwarded-for': address,
        'accept-encoding': 'gzip',
        ...(method === 'GET' ? {} : { origin: new URL(url).origin }),
        ...headers,
      },
      body: body ?? null,
    });
    const bytes = Buffer.from(await answer.body.arrayBuffer());
    record(kind, performance.now() - dueAt, bytes.length);
    const text = answer.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes;
    if (answer.statusCode !== expected)
      throw new Error(`${kind}: ${method} ${path}: ${answer.statusCode}: ${text.toString().slice(0, 500)}`);
    return text;
  }

  /** Keeps a window's live events open until the signal; `onEnd` is called if they end before that. */
  async listen(
    {
      onEvent,
      onEnd,
    }: { onEvent: (name: string, data: { id?: number }) => void; onEnd: (reason: string) => void },
    signal: AbortSignal,
  ): Promise<void> {
    const { cookie, address, random, urls } = this.access;
    const headers = { cookie, 'x-forwarded-for': address, accept: 'text/event-stream' };
    const answer = await request(random.pick(urls) + EVENTS_PATH, { dispatcher: proxy, headers, signal });
    if (answer.statusCode !== 200)
      throw new Error(`events: ${answer.statusCode}: ${await answer.body.text()}`);
    let text = '';
    answer.body.on('data', (piece: Buffer) => {
      text += piece.toString();
      for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
        const [, name, data] = /^event: (.+)\ndata: (.+)$/.exec(text.slice(0, end)) ?? [];
        text = text.slice(end + 2);
        if (name && data) onEvent(name, JSON.parse(data));
      }
    });
    answer.body.on('error', (error) => signal.aborted || onEnd(error.message));
    answer.body.on('end', () => signal.aborted || onEnd('ended'));
  }
}
