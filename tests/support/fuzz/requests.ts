import { gzipSync } from 'node:zlib';
import type { Random } from '../random.ts';
import {
  jsonText,
  ODD_CONTENT_TYPES,
  ODD_HEADERS,
  ODD_NUMBERS,
  ODD_PATH_PARTS,
  ODD_QUERIES,
  ODD_TEXTS,
  oddValue,
  RawJson,
} from './oddities.ts';

/** A valid call. */
export interface Call {
  /** 'GET /api/projects/:id'. */
  route: string;
  params?: Record<string, string | number>;
  query?: Record<string, string | number | boolean>;
  /** The body, sent as JSON. */
  json?: unknown;
  /** The body, sent as it is, with the content type from `headers`. */
  bytes?: Buffer;
  headers?: Record<string, string>;
}

/** A request as sent. */
export interface WireRequest {
  method: string;
  /** Path and query, as in the request line. */
  target: string;
  headers: Record<string, string>;
  body: Buffer | undefined;
  /** What is odd about it. */
  about: string;
}

/** The request of a call with one odd change; sometimes unchanged. */
export function oddRequest(call: Call, random: Random): WireRequest {
  const request = plainRequest(call);
  const ways: (() => WireRequest)[] = [() => request, () => withOddHeader(request, random)];
  ways.push(() => withOddQuery(call, random));
  if (Object.keys(call.params ?? {}).length > 0) ways.push(...twice(() => withOddParam(call, random)));
  if (call.json !== undefined) ways.push(...twice(...twice(() => withOddField(call, random))));
  if (request.body)
    ways.push(
      () => withOddBody(request, random),
      () => withOddType(request, random),
    );
  else ways.push(() => withUnexpectedBody(request, random));
  if (random.chance(0.04)) return withOtherMethod(request, random);
  return random.pick(ways)();
}

function twice<T>(...items: T[]): T[] {
  return [...items, ...items];
}

function plainRequest({ route, params = {}, query = {}, json, bytes, headers = {} }: Call): WireRequest {
  const [method = '', path = ''] = route.split(' ');
  const parts = path.replace(/:(\w+)/g, (_, name: string) => encodeText(String(params[name])));
  const search = Object.entries(query)
    .map(([name, value]) => `${encodeText(name)}=${encodeText(String(value))}`)
    .join('&');
  return {
    method,
    target: search === '' ? parts : `${parts}?${search}`,
    headers: { ...(json === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    body: json === undefined ? bytes : Buffer.from(jsonText(json)),
    about: 'nothing',
  };
}

/** Encodes a text as a browser does: lone surrogates are replaced. */
function encodeText(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

function withOddParam(call: Call, random: Random): WireRequest {
  const name = random.pick(Object.keys(call.params ?? {}));
  const [method, path = ''] = call.route.split(' ');
  const part = random.chance(0.7)
    ? random.pick(ODD_PATH_PARTS)
    : encodeText(random.pick(ODD_TEXTS).slice(0, 2000));
  // The replacement is a function, so that '$' has no special meaning.
  const route = `${method} ${path.replace(`:${name}`, () => part)}`;
  // An odd part that contains ':' is not a parameter.
  const target = plainRequest({ ...call, route: route.replace(part, '\u0001') }).target.replace(
    '\u0001',
    () => part,
  );
  return { ...plainRequest(call), target, about: `the path's ${name}` };
}

function withOddQuery(call: Call, random: Random): WireRequest {
  const request = plainRequest(call);
  const [path = '', search = ''] = request.target.split('?');
  const names = Object.keys(call.query ?? {});
  if (names.length > 0 && random.chance(0.6)) {
    const name = random.pick(names);
    const value = random.chance(0.5) ? random.pick(ODD_NUMBERS) : random.pick(ODD_TEXTS).slice(0, 4000);
    const changed = plainRequest({ ...call, query: { ...call.query, [name]: value } });
    return { ...changed, about: `the query's ${name}` };
  }
  const odd = random.pick(ODD_QUERIES);
  const target = `${path}?${random.chance(0.5) && search !== '' ? `${search}&${odd}` : odd}`;
  return { ...request, target, about: 'the query' };
}

function withOddHeader(request: WireRequest, random: Random): WireRequest {
  const odd = random.pick(ODD_HEADERS);
  return {
    ...request,
    headers: { ...request.headers, ...odd },
    about: `the header ${Object.keys(odd).join()}`,
  };
}

const METHODS = [
  'HEAD',
  'OPTIONS',
  'TRACE',
  'PROPFIND',
  'GET',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'QUERY',
  'M-SEARCH',
];

function withOtherMethod(request: WireRequest, random: Random): WireRequest {
  const method = random.pick(METHODS);
  return { ...request, method, about: `the method in place of ${request.method}` };
}

/** Changes one place of a JSON body: another value, none, an extra one, or a duplicate name. */
function withOddField(call: Call, random: Random): WireRequest {
  const places = placesOf(call.json);
  const place = random.pick(places);
  const odd = oddValue(random);
  const name = `the body's ${place.join('.') || 'whole'}`;
  const changed = changeAt(call.json, place, (value) => {
    if (!isRecord(value) || random.chance(0.6)) return odd;
    const key = random.pick([
      '__proto__',
      'constructor',
      'toString',
      'id',
      'userId',
      'projectId',
      'isAdmin',
      '',
    ]);
    const keys = Object.keys(value);
    if (keys.length > 0 && random.chance(0.4)) {
      const { [random.pick(keys)]: _, ...rest } = value;
      return rest;
    }
    // Works on the text, because a JavaScript object can have neither duplicate fields nor one called __proto__.
    const whole = jsonText(value);
    const more = `${JSON.stringify(random.chance(0.5) && keys[0] ? keys[0] : key)}:${jsonText(odd)}`;
    return new RawJson(whole === '{}' ? `{${more}}` : `${whole.slice(0, -1)},${more}}`);
  });
  return { ...plainRequest({ ...call, json: changed }), about: name };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof RawJson);
}

/** The paths to all values within a value, including itself. */
function placesOf(value: unknown): string[][] {
  const inside = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  return [[], ...inside.flatMap(([key, part]) => placesOf(part).map((place) => [key, ...place]))];
}

function changeAt(value: unknown, [key, ...rest]: string[], change: (value: unknown) => unknown): unknown {
  if (key === undefined) return change(value);
  if (Array.isArray(value)) {
    return value.map((part, at) => (String(at) === key ? changeAt(part, rest, change) : part));
  }
  return isRecord(value) ? { ...value, [key]: changeAt(value[key], rest, change) } : value;
}

type BodyChange = (body: Buffer) => { body: Buffer; headers?: Record<string, string> };

const BODY_CHANGES: Readonly<Record<string, BodyChange>> = {
  empty: () => ({ body: Buffer.alloc(0) }),
  'cut in half': (body) => ({ body: body.subarray(0, body.length >> 1) }),
  'without its last byte': (body) => ({ body: body.subarray(0, -1) }),
  'with more after it': (body) => ({ body: Buffer.concat([body, Buffer.from('{"a":1}')]) }),
  twice: (body) => ({ body: Buffer.concat([body, body]) }),
  'null as JSON': () => ({ body: Buffer.from('null') }),
  'a text as JSON': () => ({ body: Buffer.from('"text"') }),
  'a list as JSON': () => ({ body: Buffer.from('[]') }),
  'no JSON': () => ({ body: Buffer.from('{a:1,}') }),
  'NaN as JSON': () => ({ body: Buffer.from('NaN') }),
  'with a byte order mark': (body) => ({ body: Buffer.concat([Buffer.from('\ufeff'), body]) }),
  'in UTF-16': (body) => ({ body: Buffer.from(`\ufeff${body.toString()}`, 'utf16le') }),
  'in UTF-16, and saying so': (body) => ({
    body: Buffer.from(body.toString(), 'utf16le'),
    headers: { 'content-type': 'application/json; charset=utf-16le' },
  }),
  'in broken UTF-8': (body) => {
    const broken = Buffer.from(body);
    const at = Math.max(broken.lastIndexOf('"') - 1, 0);
    return {
      body: Buffer.concat([
        broken.subarray(0, at),
        Buffer.from([0xc3, 0x28, 0xed, 0xa0, 0x80, 0xff]),
        broken.subarray(at),
      ]),
    };
  },
  'in overlong UTF-8': (body) => ({
    body: Buffer.from(body.toString('latin1').replace('"', '\xc0\xa2'), 'latin1'),
  }),
  'with NUL bytes': (body) => ({ body: Buffer.concat([Buffer.alloc(50), body, Buffer.alloc(50)]) }),
  'in gzip': (body) => ({ body: gzipSync(body), headers: { 'content-encoding': 'gzip' } }),
  'in gzip, not saying so': (body) => ({ body: gzipSync(body) }),
  'not in gzip, but saying so': (body) => ({ body, headers: { 'content-encoding': 'gzip, br' } }),
  'with a megabyte of space': (body) => ({ body: Buffer.concat([body, Buffer.alloc(1_100_000, ' ')]) }),
  'in chunks': (body) => ({ body, headers: { 'transfer-encoding': 'chunked' } }),
};

function withOddBody(request: WireRequest, random: Random): WireRequest {
  const name = random.pick(Object.keys(BODY_CHANGES));
  const { body, headers = {} } = BODY_CHANGES[name]?.(request.body ?? Buffer.alloc(0)) ?? {
    body: request.body,
  };
  return { ...request, body, headers: { ...request.headers, ...headers }, about: `the body: ${name}` };
}

function withOddType(request: WireRequest, random: Random): WireRequest {
  const { 'content-type': _, ...headers } = request.headers;
  if (random.chance(0.2)) return { ...request, headers, about: 'no content type' };
  const type = random.pick(ODD_CONTENT_TYPES);
  return { ...request, headers: { ...headers, 'content-type': type }, about: 'the content type' };
}

function withUnexpectedBody(request: WireRequest, random: Random): WireRequest {
  const type = random.chance(0.5) ? 'application/json' : random.pick(ODD_CONTENT_TYPES);
  return {
    ...request,
    headers: { ...request.headers, 'content-type': type },
    body: Buffer.from(jsonText(oddValue(random))),
    about: 'a body where there is none',
  };
}
