import { setTimeout as delay } from 'node:timers/promises';
import { expect, it, onTestFinished, vi } from 'vitest';
import { ERRORS, ErrorBody, type ErrorCode } from '#contract/errors.ts';
import { buildApp } from '#server/app.ts';
import { drain } from '#server/http/drain.ts';
import { testApp } from '#tests/support/app.ts';
import { openRaw } from '#tests/support/raw-socket.ts';
import { hostOf } from '#tests/support/world.ts';

const IMPATIENT = { headersMs: 1000, bodyMs: 1000 };
/** Less than for people, and more than the machine stands still. */
const PATIENT = { headersMs: 30_000, bodyMs: 30_000 };
const SIGN_IN = JSON.stringify({ email: 'nobody@example.test', password: 'wrong horse' });

/** The application, listening. */
async function withServer(patience = PATIENT) {
  const test = await testApp();
  const app = await buildApp(test.deps, { patience });
  onTestFinished(() => drain(app, 0));
  await app.listen({ host: '127.0.0.1', port: 0 });
  const host = hostOf({ app });
  const isServing = async () => (await fetch(`http://${host}/api/health`)).status;
  /** Says something on a connection of its own; gives what was answered until it was closed. */
  const say = async (words: string | Buffer) => {
    const connection = await openRaw(host);
    connection.socket.write(words);
    return connection.closed();
  };
  return { app, deps: test.deps, host, isServing, say };
}

const head = (...lines: string[]) => `${lines.join('\r\n')}\r\n\r\n`;
const HOST = 'Host: a';
const CLOSE = 'Connection: close';
const JSON_TYPE = 'Content-Type: application/json';
const SMUGGLED = head('GET /api/openapi.json HTTP/1.1', HOST);

const REFUSED: Readonly<Record<string, [words: string | Buffer, code: ErrorCode]>> = {
  'no HTTP': ['HELLO\r\n\r\n', 'invalid_input'],
  'NUL bytes': [Buffer.alloc(100), 'invalid_input'],
  'the beginning of TLS': [Buffer.from('16030100a5010000a10303', 'hex'), 'invalid_input'],
  'the beginning of HTTP/2': ['PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 'invalid_input'],
  'a version that is none': [head('GET /api/health HTTP/9.9', HOST), 'invalid_input'],
  'a method that is none': [head('STEAL /api/health HTTP/1.1', HOST), 'invalid_input'],
  'a space in the path': [head('GET /api/he alth HTTP/1.1', HOST), 'invalid_input'],
  'a path that is not encoded right': [head('GET /api/transcripts/%zz HTTP/1.1', HOST, CLOSE), 'not_found'],
  'a part of a path that is too long': [
    head(`GET /api/transcripts/${'1'.repeat(400)} HTTP/1.1`, HOST, CLOSE),
    'not_found',
  ],
  'a way out of the folder': [head('GET /api/../../../etc/passwd HTTP/1.1', HOST, CLOSE), 'not_found'],
  'the address of another server': [head('GET http://evil.example/api/x HTTP/1.1', HOST, CLOSE), 'not_found'],
  'a header without a name': [head('GET /api/health HTTP/1.1', HOST, ': x'), 'invalid_input'],
  'a header with a space in its name': [head('GET /api/health HTTP/1.1', HOST, 'X Y: x'), 'invalid_input'],
  'a header with a NUL byte': [head('GET /api/health HTTP/1.1', HOST, 'X: a\0b'), 'invalid_input'],
  'a header without a colon': [head('GET /api/health HTTP/1.1', HOST, 'nothing'), 'invalid_input'],
  'a flood of headers': [
    head('GET /api/health HTTP/1.1', HOST, ...Array.from({ length: 5000 }, (_, n) => `X-${n}: ${n}`)),
    'headers_too_large',
  ],
  'one large header': [
    head('GET /api/health HTTP/1.1', HOST, `X: ${'x'.repeat(200_000)}`),
    'headers_too_large',
  ],
  'an address without an end': [`GET /${'x'.repeat(100_000)}`, 'headers_too_large'],
  'a length that is no number': [
    head('POST /api/auth/sign-in HTTP/1.1', HOST, 'Content-Length: x'),
    'invalid_input',
  ],
  'a negative length': [head('POST /api/auth/sign-in HTTP/1.1', HOST, 'Content-Length: -1'), 'invalid_input'],
  'a length beyond all numbers': [
    head('POST /api/auth/sign-in HTTP/1.1', HOST, `Content-Length: ${'9'.repeat(40)}`),
    'invalid_input',
  ],
  'a length beyond the limit': [
    head('POST /api/auth/sign-in HTTP/1.1', HOST, JSON_TYPE, CLOSE, 'Content-Length: 999999999999'),
    'too_large',
  ],
  'two lengths': [
    `${head('POST /api/auth/sign-in HTTP/1.1', HOST, 'Content-Length: 0', 'Content-Length: 9')}${SMUGGLED}`,
    'invalid_input',
  ],
  'a length and chunks': [
    `${head('POST /api/auth/sign-in HTTP/1.1', HOST, 'Content-Length: 5', 'Transfer-Encoding: chunked')}0\r\n\r\n${SMUGGLED}`,
    'invalid_input',
  ],
  'chunks and a length': [
    `${head('POST /api/auth/sign-in HTTP/1.1', HOST, 'Transfer-Encoding: chunked', 'Content-Length: 5')}0\r\n\r\n${SMUGGLED}`,
    'invalid_input',
  ],
  'chunks by another name': [
    `${head('POST /api/auth/sign-in HTTP/1.1', HOST, 'Transfer-Encoding: xchunked')}0\r\n\r\n${SMUGGLED}`,
    'invalid_input',
  ],
  'chunks that are not the last encoding': [
    `${head('POST /api/auth/sign-in HTTP/1.1', HOST, 'Transfer-Encoding: chunked, identity')}0\r\n\r\n${SMUGGLED}`,
    'invalid_input',
  ],
  'chunks with a space before the colon': [
    `${head('POST /api/auth/sign-in HTTP/1.1', HOST, 'Transfer-Encoding : chunked')}0\r\n\r\n${SMUGGLED}`,
    'invalid_input',
  ],
  'a chunk whose size is no number': [
    `${head('POST /api/auth/sign-in HTTP/1.1', HOST, JSON_TYPE, 'Transfer-Encoding: chunked')}zz\r\n`,
    'invalid_input',
  ],
  'a chunk beyond all numbers': [
    `${head('POST /api/auth/sign-in HTTP/1.1', HOST, JSON_TYPE, 'Transfer-Encoding: chunked')}${'f'.repeat(30)}\r\n`,
    'invalid_input',
  ],
  'a chunk with an endless extension': [
    `${head('POST /api/auth/sign-in HTTP/1.1', HOST, JSON_TYPE, 'Transfer-Encoding: chunked')}1;${'x'.repeat(50_000)}`,
    'too_large',
  ],
  'more after a GET': [`${head('GET /api/health HTTP/1.1', HOST)}{"a":1}\r\n\r\n`, 'invalid_input'],
};

it('refuses what is no request, or two at once, in the words of the contract, and closes', async () => {
  const { say, isServing } = await withServer();
  const wrong: string[] = [];
  for (const [name, [words, code]] of Object.entries(REFUSED)) {
    const answer = await say(words);
    const [last = ''] = answer.split(/(?=HTTP\/1\.1 )/).slice(-1);
    const [top = '', ...body] = last.split('\r\n\r\n');
    const parsed = ErrorBody.safeParse(parseJson(body.join('\r\n\r\n')));
    if (!top.startsWith(`HTTP/1.1 ${ERRORS[code].status} `) || parsed.data?.code !== code)
      wrong.push(`${name}: ${answer}`);
    if (answer.includes('openapi') || answer.includes('root:')) wrong.push(`${name} was answered: ${answer}`);
  }
  expect(wrong).toEqual([]);
  expect(await isServing()).toBe(200);
});

it('answers requests that come at once one after the other, and each its own', async () => {
  const { host } = await withServer();
  const { socket, said, heard } = await openRaw(host);
  const one = (path: string) => head(`GET ${path} HTTP/1.1`, HOST);
  socket.write(Array.from({ length: 30 }, (_, n) => one(n % 2 ? '/api/health' : '/api/nothing')).join(''));
  socket.write(head('GET /api/auth/user HTTP/1.1', HOST, CLOSE));
  await said('unauthorized');
  const statuses = [...heard().matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status]) => Number(status));
  expect(statuses).toEqual([...Array.from({ length: 30 }, (_, n) => (n % 2 ? 200 : 404)), 401]);
  socket.destroy();
});

it('lets go of who went away in the middle', async () => {
  const { app, host, isServing } = await withServer();
  // One side closed is a connection that nobody waits on any more.
  const whole = await openRaw(host);
  whole.socket.end(head('GET /api/health HTTP/1.1', HOST));
  expect(await whole.closed()).not.toMatch(/HTTP\/1\.1 [45]/);
  const half = await openRaw(host);
  half.socket.end(
    `${head('POST /api/auth/sign-in HTTP/1.1', HOST, JSON_TYPE, 'Content-Length: 500')}{"email":`,
  );
  expect(await half.closed()).not.toMatch(/HTTP\/1\.1 [25]/);
  const gone = await openRaw(host);
  gone.socket.write(`${head('POST /api/auth/sign-in HTTP/1.1', HOST, JSON_TYPE, 'Content-Length: 500')}{`);
  gone.socket.resetAndDestroy();
  expect(await isServing()).toBe(200);
  app.server.closeIdleConnections();
  const count = () => new Promise((resolve) => app.server.getConnections((_, open) => resolve(open)));
  await expect.poll(count).toBe(0);
});

it('ends connections on which a request arrives too slowly, and serves others meanwhile', async () => {
  const { host, isServing } = await withServer(IMPATIENT);
  const post = head('POST /api/auth/sign-in HTTP/1.1', HOST, JSON_TYPE, `Content-Length: ${SIGN_IN.length}`);
  const slow = await Promise.all(
    Array.from({ length: 60 }, async (_, n) => {
      const connection = await openRaw(host);
      const isBody = n % 2 === 0;
      if (isBody) connection.socket.write(post);
      return trickle(connection, isBody ? SIGN_IN : `GET /api/health HTTP/1.1\r\n${'X: y\r\n'.repeat(100)}`);
    }),
  );
  expect(await isServing()).toBe(200);
  const answers = await Promise.all(slow.map(({ closed }) => closed()));
  for (const answer of answers) {
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(answer).toContain('"code":"request_timeout"');
  }
  expect(await isServing()).toBe(200);
});

it('takes as long for an answer as it needs, where the request is here', async () => {
  const { host, deps } = await withServer(IMPATIENT);
  vi.spyOn(deps.db, 'execute').mockImplementationOnce((() =>
    delay(2 * IMPATIENT.bodyMs, { rows: [] })) as never);
  const connection = await openRaw(host);
  connection.socket.write(head('GET /api/health HTTP/1.1', HOST, 'Connection: close'));
  expect(await connection.closed()).toMatch(/^HTTP\/1\.1 200 /);
});

it('does not hand a connection over to a protocol that it does not speak, nor waits for one when it stops', async () => {
  const { app, host } = await withServer();
  const ask = async (...lines: string[]) => {
    const connection = await openRaw(host);
    connection.socket.write(head(...lines));
    return connection;
  };
  const upgrade = ['Connection: Upgrade', 'Upgrade: h2c'];
  const held = await ask('GET /api/health HTTP/1.1', HOST, ...upgrade);
  await held.said('"status":"ok"');
  expect(held.heard()).toMatch(/^HTTP\/1\.1 200 /);
  // It goes on as it was.
  held.socket.write(head('GET /api/nothing HTTP/1.1', HOST));
  await held.said('HTTP/1.1 404 ');
  const websocket = ['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13'];
  const key = 'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==';
  const refused = [
    ask('GET /api/live-text HTTP/1.1', HOST, CLOSE),
    ask('GET /api/live-text HTTP/1.1', HOST, ...websocket, key),
    ask('GET /api/live-text HTTP/1.1', HOST, ...websocket, CLOSE),
    ask('GET /api/transcripts HTTP/1.1', HOST, ...websocket, key, CLOSE),
  ];
  for (const connection of await Promise.all(refused)) {
    expect(await connection.closed()).toMatch(/^HTTP\/1\.1 401 .*"code":"unauthorized"/s);
  }
  await drain(app, 100);
  await held.closed();
});

/** Says something a letter at a time, for as long as anybody listens. */
async function trickle(connection: Awaited<ReturnType<typeof openRaw>>, text: string) {
  const { socket } = connection;
  const write = async () => {
    for (const letter of text) {
      if (socket.destroyed || socket.readableEnded) return;
      socket.write(letter);
      // The time between them is what this is about.
      await delay(100);
    }
  };
  const ended = write();
  onTestFinished(async () => {
    socket.destroy();
    await ended;
  });
  return connection;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
