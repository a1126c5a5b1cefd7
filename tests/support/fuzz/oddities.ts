import type { Random } from '../random.ts';
import type { Json } from './values.ts';

/** JSON as text, for JSON that no JavaScript value can express. */
export class RawJson {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export type OddJson = Json | RawJson;

const LONG = 20_000;

const zalgo = (length: number) => `Z${'\u0301\u0323\u0489'.repeat(length)}`;
const family = '\u{1F468}\u200d\u{1F469}\u200d\u{1F467}\u200d\u{1F466}';

/** Texts that programs often fail on. */
export const ODD_TEXTS: readonly string[] = [
  '',
  ' ',
  '\t\r\n',
  '\u0000',
  'a\u0000b',
  '\u0001\u001b[31m\u007f\u0085',
  'lone \ud800 half',
  '\udc00\ud800',
  '\u202eabc\u2066\u2069\u061c',
  'שלום مرحبا \u200f\u200e',
  '\u200b\u200c\u200d\u2060\ufeff',
  '\ufffe\uffff\ufdd0',
  '\u{1F600}\u{10FFFF}\u{E0001}',
  family.repeat(500),
  zalgo(3000),
  'İıſKÅﬁ\u1e9eǅ\u0390',
  '\u2028\u2029',
  'x'.repeat(LONG),
  '🙂'.repeat(LONG),
  `${'a '.repeat(LONG)}`,
  '__proto__',
  'constructor',
  'toString',
  'null',
  'undefined',
  'NaN',
  'true',
  '0',
  '-1',
  '1.5',
  '1e3',
  '0x10',
  '٣',
  '９',
  '2147483648',
  '9223372036854775808',
  '1e999',
  '../../../../etc/passwd',
  '..%2f..%2f..%2fetc%2fpasswd',
  '..\\..\\windows\\win.ini',
  '/etc/passwd\u0000.mp3',
  "' or '1'='1",
  "'; select pg_sleep(20); --",
  '%',
  '_%\\',
  '*:* & | ! ( <-> "',
  '{{7*7}}<%= 7*7 %>#{7*7}',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  'a@b',
  'a@b.test\r\nBcc: c@d.test',
  'javascript:alert(1)',
  'file:///etc/passwd',
  'http://127.0.0.1:1/',
  'http://[::ffff:127.0.0.1]/',
  'http://169.254.169.254/latest/meta-data/',
  'http://user:pass@127.0.0.1:1/',
  'http://0x7f.1/',
  'http://127.0.0.1:99999/',
  'http://',
  'gopher://127.0.0.1:1/',
  'https://www.youtube.com/watch?v=',
  '[citation:0:00]',
  '[article:A1:"x"]',
  '(a+)+$',
  '((((((((((',
];

/** Numbers as written in JSON and in addresses. */
export const ODD_NUMBERS: readonly string[] = [
  '0',
  '-0',
  '-1',
  '1.5',
  '0.1e-6',
  '2147483647',
  '2147483648',
  '-2147483649',
  '4294967296',
  '9007199254740991',
  '9007199254740993',
  '9223372036854775807',
  '9223372036854775808',
  '1e21',
  '1e308',
  '1e999',
  '-1e999',
  `1${'0'.repeat(400)}`,
];

const ODD_VALUES: readonly OddJson[] = [
  null,
  true,
  false,
  [],
  {},
  [null],
  [[]],
  { length: 3, 0: 'a' },
  { toString: 'x', valueOf: 1 },
  { $ne: null },
  { id: 1 },
  new RawJson('{"__proto__":{"isAdmin":true}}'),
  new RawJson('{"constructor":{"prototype":{"isAdmin":true}}}'),
  new RawJson(`${'['.repeat(2000)}${']'.repeat(2000)}`),
  new RawJson(`${'{"a":'.repeat(2000)}1${'}'.repeat(2000)}`),
  // Lone surrogates as escapes, which are well-formed JSON.
  new RawJson('"\\ud800"'),
  new RawJson('"\\u0000"'),
  new RawJson('"\\udfff\\ud800\\u0000\\uffff"'),
];

const HUGE_VALUES: readonly (() => OddJson)[] = [
  () => 'x'.repeat(900_000),
  () => new RawJson(`[${'1,'.repeat(200_000)}1]`),
  () => new RawJson(`[${'{},'.repeat(200_000)}{}]`),
  () => new RawJson(`{${Array.from({ length: 40_000 }, (_, at) => `"k${at}":1`).join(',')}}`),
  () => new RawJson(`${'['.repeat(200_000)}${']'.repeat(200_000)}`),
  () => new RawJson(`${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`),
  () => new RawJson(`"${'\\u0301'.repeat(150_000)}"`),
];

/** A value of an unexpected type or size. */
export function oddValue(random: Random): OddJson {
  if (random.chance(0.03)) return random.pick(HUGE_VALUES)();
  if (random.chance(0.45)) return random.pick(ODD_TEXTS);
  return random.chance(0.4) ? new RawJson(random.pick(ODD_NUMBERS)) : random.pick(ODD_VALUES);
}

/** Writes a value as JSON; `RawJson` values are inserted as they are. */
export function jsonText(value: unknown): string {
  const raw: string[] = [];
  const text = JSON.stringify(value, (_key, part: unknown) => {
    if (!(part instanceof RawJson)) return part;
    raw.push(part.text);
    return `raw json ${raw.length - 1}`;
  });
  return raw.reduce((sum, part, at) => sum.replace(`"raw json ${at}"`, () => part), text ?? '');
}

/** Parts of a path as sent: already percent-encoded, correctly or not. */
export const ODD_PATH_PARTS: readonly string[] = [
  ...ODD_NUMBERS,
  '',
  '.',
  '..',
  '%2e%2e',
  '%2e%2e%2f%2e%2e%2fetc%2fpasswd',
  '..%5c..%5cetc',
  '%00',
  '1%00',
  '%ff%fe',
  '%c0%ae%c0%ae',
  '%ed%a0%80',
  '%',
  '%2',
  '%zz',
  '1%',
  '%F0%9F%99%82',
  '%E2%80%AE1',
  '1;x=1',
  '1?x',
  '1%3Fx',
  '1%23',
  '1%2f',
  '%2f1',
  '1%20',
  '%201',
  '+1',
  '1_000',
  '%D9%A3',
  '1e0',
  '0x1',
  '01',
  'NaN',
  'null',
  'undefined',
  '[object%20Object]',
  '__proto__',
  'constructor',
  ':id',
  '*',
  "1'",
  '1%20or%201=1',
  'x'.repeat(299),
  'x'.repeat(301),
  'x'.repeat(7000),
  '%41'.repeat(200),
];

/** Whole query strings that no form would send. */
export const ODD_QUERIES: readonly string[] = [
  '?',
  '&&&&',
  '=',
  '=x',
  '%',
  '%zz=%zz',
  'q=%ff%fe',
  'q=%00',
  'q=%ed%a0%80',
  '__proto__=1',
  '__proto__[isAdmin]=true',
  'constructor[prototype][x]=1',
  'q[]=1&q[]=2',
  'q[a][b]=1',
  'limit=1&limit=2',
  'q=ab&q=cd',
  'toString=1&hasOwnProperty=2',
  `${'a=1&'.repeat(1500)}a=1`,
  `q=${'x'.repeat(7000)}`,
  'q=%25%25%5f%5c',
  'q=%f0%9f%99%82%f0%9f',
  'token=..&expires=1e999&signature=',
  'expires=9999999999999&signature=AAAA',
  'page=1e9&limit=100',
  'page=9007199254740991&limit=100',
  'before=0&segment=9007199254740991',
];

/** Headers that change how a request is parsed, or that a careless server would trust. */
export const ODD_HEADERS: readonly Readonly<Record<string, string>>[] = [
  { accept: 'text/event-stream' },
  { accept: 'application/xml;q=0.1, */*;q=junk,,,' },
  { 'accept-encoding': 'identity;q=0, *;q=0' },
  { 'accept-encoding': 'gzip, gzip, br;q=x' },
  { 'accept-language': 'x'.repeat(4000) },
  { range: 'bytes=0-' },
  { range: 'bytes=5-1' },
  { range: 'bytes=-9007199254740993' },
  { range: 'bytes=99999999999999999999-' },
  { range: 'bytes=0-0,2-2' },
  { range: 'lines=1-2' },
  { 'if-range': '"x"', range: 'bytes=0-1' },
  { 'if-none-match': '*' },
  { 'if-modified-since': 'never' },
  { origin: 'null' },
  { origin: 'https://evil.example' },
  { origin: 'not an address' },
  { 'sec-fetch-site': 'cross-site' },
  { referer: '/share/../../x' },
  { referer: 'https://evil.example/share/AAAAAAAAAAAAAAAAAAAAAA' },
  { 'x-forwarded-for': "1.2.3.4, unknown, '; --" },
  { 'x-forwarded-for': `${'1.1.1.1,'.repeat(500)}1.1.1.1` },
  { 'x-forwarded-proto': 'gopher' },
  { 'x-forwarded-host': 'evil.example' },
  { forwarded: 'for="[::1]";proto=x' },
  { 'x-http-method-override': 'DELETE' },
  { 'x-original-url': '/api/user/api-keys' },
  { authorization: 'Bearer x' },
  { authorization: 'Basic %%%' },
  { cookie: 'tapescript_session' },
  { cookie: 'tapescript_session=; tapescript_session=%ff' },
  { cookie: `tapescript_session=${'A'.repeat(6000)}` },
  { cookie: '__proto__=1; constructor=2; a=%zz; =; ;;' },
  { cookie: 'tapescript_session="AAAA' },
  { host: 'evil.example' },
  { host: '' },
  { host: 'a b' },
  { expect: '100-continue' },
  { upgrade: 'websocket', connection: 'Upgrade' },
  { upgrade: 'h2c', connection: 'Upgrade, HTTP2-Settings' },
  { connection: 'close' },
  { te: 'trailers' },
  { 'content-length': '0' },
  { 'x-odd': '\u00ff\u00fe' },
  { 'last-event-id': '-1' },
];

export const ODD_CONTENT_TYPES: readonly string[] = [
  '',
  ' ',
  ';',
  '/',
  'application',
  'application/json;',
  'application/json; charset=utf-16',
  'application/json; charset="',
  'application/json; charset=klingon',
  'Application/JSON',
  'application/json, text/plain',
  'application/x-json',
  'application/ld+json',
  'application/xml',
  'application/octet-stream',
  'application/x-www-form-urlencoded',
  'text/plain',
  'text/plain; charset=utf-7',
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'multipart/form-data; boundary="x',
  `multipart/form-data; boundary=${'x'.repeat(300)}`,
  'multipart/mixed; boundary=x',
  '*/*',
  `text/${'x'.repeat(3000)}`,
  'text/plain\u00ff',
];
