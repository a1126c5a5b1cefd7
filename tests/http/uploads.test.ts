import { once } from 'node:events';
import { statSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { MAX_UPLOAD_BYTES, MAX_UPLOAD_PARTS, UPLOAD_PART_BYTES } from '#contract/limits.ts';
import { listTranscripts } from '#contract/transcripts.ts';
import { authorizeUpload, getUploadLimits, listUploadParts, processUpload } from '#contract/uploads.ts';
import { sweep, sweepHandler } from '#server/features/upkeep/sweep.job.ts';
import { sharedApp, type TestApp, testApp } from '#tests/support/app.ts';
import { loseNextCommit } from '#tests/support/lost-answer.ts';

const BYTES = Buffer.alloc(5000, 'sound');
const asked = (change = {}) => ({
  body: { filename: 'talk.wav', filesize: BYTES.length, contentType: 'audio/wav', ...change },
});

const storedFiles = async ({ deps }: TestApp) =>
  (
    await readdir(join(deps.config.dataDir, 'media'), { recursive: true, withFileTypes: true }).catch(
      () => [],
    )
  )
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name);

/** What is on the disk at this moment; a file may go while this looks at it. */
const storedBytes = async ({ deps }: TestApp) => {
  const files = await readdir(join(deps.config.dataDir, 'media'), {
    recursive: true,
    withFileTypes: true,
  }).catch(() => []);
  const sizes = files
    .filter((entry) => entry.isFile())
    .map((entry) => statSync(join(entry.parentPath, entry.name), { throwIfNoEntry: false })?.size ?? 0);
  return sizes.reduce((sum, size) => sum + size, 0);
};

it('turns an uploaded file into a transcript that is processing', async () => {
  const { person } = await sharedApp();
  const ann = await person();
  const { uploadUrl, uploadId, maxSize } = await ann.call(authorizeUpload, asked());
  expect(maxSize).toBe(MAX_UPLOAD_BYTES);
  expect((await ann.put(uploadUrl, BYTES)).statusCode).toBe(204);
  const { id } = await ann.call(processUpload, { body: { uploadId, uploadUrl, filename: 'talk.wav' } });
  expect(await ann.call(listTranscripts, {})).toMatchObject([
    {
      id,
      status: 'processing',
      title: 'talk',
      originalFilename: 'talk.wav',
      sourceType: 'upload',
      segmentCount: 0,
    },
  ]);
});

it.each([
  [{ contentType: 'text/plain' }, 415, 'unsupported_format'],
  [{ contentType: 'image/png', filename: 'x.mp3' }, 415, 'unsupported_format'],
  [{ contentType: '', filename: 'x.txt' }, 415, 'unsupported_format'],
  [{ contentType: 'text/html', filename: 'page.html' }, 415, 'unsupported_format'],
  [{ contentType: 'text/plain; charset=utf-8', filename: 'x.ogg' }, 415, 'unsupported_format'],
  [{ contentType: 'application/pdf', filename: 'x.mp4' }, 415, 'unsupported_format'],
  [{ contentType: 'application/x-download', filename: 'x.zip' }, 415, 'unsupported_format'],
  [{ contentType: 'audio/x-mpegurl', filename: 'x.m3u' }, 415, 'unsupported_format'],
  [{ contentType: 'audio/midi', filename: 'x.mid' }, 415, 'unsupported_format'],
  [{ contentType: 'application/pdf', filename: 'x.mkv' }, 415, 'unsupported_format'],
  [{ contentType: '', filename: 'program.ts' }, 415, 'unsupported_format'],
  [{ contentType: 'application/octet-stream', filename: 'noending' }, 415, 'unsupported_format'],
  [{ filesize: MAX_UPLOAD_BYTES + 1 }, 413, 'file_too_large'],
  [{ filesize: 0 }, 400, 'file_empty'],
  [{ filesize: -1 }, 400, 'invalid_input'],
  [{ filesize: 1.5 }, 400, 'invalid_input'],
  [{ filesize: '5000' }, 400, 'invalid_input'],
  [{ filename: '' }, 400, 'invalid_input'],
])('refuses to authorize the upload of a file with %j', async (change, status, code) => {
  const { person } = await sharedApp();
  await expect((await person()).call(authorizeUpload, asked(change) as never)).rejects.toMatchObject({
    status,
    code,
  });
});

it.each([
  { filesize: MAX_UPLOAD_BYTES },
  { contentType: 'video/mp4', filename: 'a.mp4' },
  { contentType: 'video/quicktime', filename: 'a.mov' },
  { contentType: 'video/x-msvideo', filename: 'a.avi' },
  { contentType: 'audio/mpeg', filename: 'a.mp3' },
  { contentType: 'audio/x-m4a', filename: 'a.m4a' },
  { contentType: 'audio/aac', filename: 'a.aac' },
  { contentType: 'audio/flac', filename: 'a.flac' },
  { contentType: 'audio/ogg; codecs=opus', filename: 'a.ogg' },
  { contentType: '', filename: 'A.MP3' },
  { contentType: 'audio/vnd.dlna.adts', filename: 'a.aac' },
  { contentType: 'audio/mp4a-latm', filename: 'a.m4a' },
  { contentType: 'VIDEO/OGG', filename: 'a.OGG' },
  { contentType: 'application/ogg', filename: 'a.oga' },
  { contentType: 'audio/opus', filename: 'a.opus' },
  { contentType: '', filename: 'a.opus' },
  { contentType: 'audio/x-mp3', filename: 'a.mp3' },
  { contentType: 'audio/x-whatever-a-system-calls-it', filename: 'a.wav' },
  { contentType: 'video/mp4', filename: 'a.mp3' },
  { contentType: 'binary/octet-stream', filename: 'a.flac' },
  { contentType: 'Application/Octet-Stream; charset=binary', filename: 'a.mov' },
  { contentType: 'application/x-download', filename: 'a.avi' },
  { contentType: 'unknown', filename: 'a.mp4' },
  { contentType: 'video/x-matroska', filename: 'film.mkv' },
  { contentType: 'video/x-m4v', filename: 'a.m4v' },
  { contentType: '', filename: 'a.webm' },
  { contentType: 'application/octet-stream', filename: 'MEMO.AMR' },
  { contentType: 'application/mxf', filename: 'tape' },
  { contentType: 'audio/x-of-tomorrow', filename: 'noending' },
])('authorizes the upload of a file with %j', async (change) => {
  const { person } = await sharedApp();
  await expect((await person()).call(authorizeUpload, asked(change))).resolves.toHaveProperty('uploadUrl');
});

it.each([
  ['../../etc/passwd.wav', 'passwd.wav', 'passwd'],
  ['<img src=x onerror=alert(1)>.wav', '<img src=x onerror=alert(1)>.wav', '<img src=x onerror=alert(1)>'],
  [`${'ü'.repeat(300)}.wav`, `${'ü'.repeat(251)}.wav`, 'ü'.repeat(200)],
  ['🎙️ été.wav', '🎙️ été.wav', '🎙️ été'],
  ['.wav', '.wav', 'Untitled recording'],
])('keeps the name %j as text', async (filename, originalFilename, title) => {
  const { person } = await sharedApp();
  const ann = await person();
  await ann.upload(BYTES, { filename });
  expect(await ann.call(listTranscripts, {})).toMatchObject([{ originalFilename, title }]);
});

it('answers the same transcript when processed twice, also at the same instant', async () => {
  const app = await sharedApp();
  const ann = await app.person();
  const { uploadUrl, uploadId } = await ann.call(authorizeUpload, asked());
  await ann.put(uploadUrl, BYTES);
  const calls = Array.from({ length: 4 }, () => ann.call(processUpload, { body: { uploadId } }));
  const ids = new Set((await Promise.all(calls)).map(({ id }) => id));
  expect(ids.size).toBe(1);
  const jobs =
    "select count(*)::int as n from pgboss.job where name = 'transcribe' and data->>'transcriptId' = $1";
  expect(await app.sql(jobs, [String([...ids][0])])).toEqual([{ n: 1 }]);
});

it("does not process another person's upload, one that has not arrived, or one that does not exist", async () => {
  const { person } = await sharedApp();
  const ann = await person('Ann');
  const bob = await person('Bob');
  const { uploadUrl, uploadId } = await ann.call(authorizeUpload, asked());
  await expect(ann.call(processUpload, { body: { uploadId } })).rejects.toMatchObject({
    status: 409,
    code: 'upload_incomplete',
  });
  await ann.put(uploadUrl, BYTES);
  await expect(bob.call(processUpload, { body: { uploadId } })).rejects.toMatchObject({
    status: 404,
    code: 'upload_not_found',
  });
  const unknown = 'A'.repeat(22) as typeof uploadId;
  await expect(ann.call(processUpload, { body: { uploadId: unknown } })).rejects.toMatchObject({
    status: 404,
  });
});

it('takes no bytes at an address that was changed, that is for another upload, or too old', async () => {
  const app = await testApp();
  const ann = await app.person();
  const { uploadUrl } = await ann.call(authorizeUpload, asked());
  const other = await ann.call(authorizeUpload, asked());
  const mixed = new URL(uploadUrl);
  mixed.pathname = new URL(other.uploadUrl).pathname;
  const late = new URL(uploadUrl);
  late.searchParams.set('expires', '1000');
  const later = new URL(uploadUrl);
  later.searchParams.set('expires', String(Number(later.searchParams.get('expires')) + 1));
  const bare = new URL(uploadUrl);
  bare.search = '';
  for (const url of [mixed, late, later, bare]) {
    const response = await ann.put(String(url), BYTES);
    expect(response.statusCode).toBe(403);
    expect(response.json()).toMatchObject({ code: 'upload_link_expired' });
  }
  expect(await storedFiles(app)).toEqual([]);
});

it('keeps nothing of an empty or a short body, and takes the whole one afterwards', async () => {
  const app = await testApp();
  const ann = await app.person();
  const { uploadUrl, uploadId } = await ann.call(authorizeUpload, asked());
  expect((await ann.put(uploadUrl, Buffer.alloc(0))).json()).toMatchObject({ code: 'file_empty' });
  expect((await ann.put(uploadUrl, BYTES.subarray(1))).json()).toMatchObject({ code: 'upload_incomplete' });
  expect(await storedFiles(app)).toEqual([]);
  expect((await ann.put(uploadUrl, BYTES)).statusCode).toBe(204);
  await expect(ann.call(processUpload, { body: { uploadId } })).resolves.toHaveProperty('id');
});

it('lets the last of several uploads count, keeps one file, and none after processing', async () => {
  const app = await testApp({ workers: true });
  const ann = await app.person();
  const { uploadUrl, uploadId } = await ann.call(authorizeUpload, asked());
  const answers = await Promise.all([
    ann.put(uploadUrl, BYTES),
    ann.put(uploadUrl, BYTES),
    ann.put(uploadUrl, BYTES),
  ]);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([204, 204, 204]);
  await expect.poll(() => storedFiles(app)).toHaveLength(1);
  await ann.call(processUpload, { body: { uploadId } });
  const late = await ann.put(uploadUrl, BYTES);
  expect(late.json()).toMatchObject({ code: 'upload_already_processed' });
  expect(await storedFiles(app)).toHaveLength(1);
});

it('keeps nothing that is larger than it was said to be', async () => {
  const app = await testApp();
  const ann = await app.person();
  const { uploadUrl, uploadId } = await ann.call(authorizeUpload, asked());
  const longer = await ann.put(uploadUrl, Buffer.concat([BYTES, Buffer.alloc(1)]));
  expect(longer.json()).toMatchObject({ code: 'file_too_large' });
  expect(await storedFiles(app)).toEqual([]);
  expect((await ann.put(uploadUrl, BYTES)).statusCode).toBe(204);
  await expect(ann.call(processUpload, { body: { uploadId } })).resolves.toHaveProperty('id');
});

it('never stores more of an upload than its size, however often and in whatever way it is sent', async () => {
  const app = await testApp();
  const ann = await app.person();
  const { uploadUrl, uploadId } = await ann.call(authorizeUpload, asked({ filesize: LARGE.length }));
  const { parts } = await ann.call(listUploadParts, { params: { id: uploadId } });
  const sizes: number[] = [];
  const look = async () => void sizes.push(await storedBytes(app));
  const sendWhole = () => ann.put(uploadUrl, LARGE);
  const sendParts = () => parts.map(({ number, url }) => ann.put(url ?? '', partOf(number)));
  for (const send of [
    () => [sendWhole(), sendWhole(), sendWhole()],
    () => [sendWhole()],
    sendParts,
    () => [...sendParts(), sendWhole(), ...sendParts()],
  ]) {
    let isSent = false;
    const sent = Promise.all(send()).finally(() => {
      isSent = true;
    });
    while (!isSent) {
      await look();
      await setImmediate();
    }
    expect((await sent).map(({ statusCode }) => statusCode)).not.toContain(500);
    await look();
  }
  expect(Math.max(...sizes)).toBeLessThanOrEqual(LARGE.length);
  await ann.call(processUpload, { body: { uploadId } });
  const [key] = await app.sql('select storage_key from media');
  expect((await buffer(await app.deps.store.read(String(key?.storage_key)))).equals(LARGE)).toBe(true);
});

it('refuses a declared size over the limit before any byte', async () => {
  const app = await sharedApp();
  const ann = await app.person();
  const { uploadUrl } = await ann.call(authorizeUpload, asked());
  const { pathname, search } = new URL(uploadUrl);
  const headers = { 'content-length': String(MAX_UPLOAD_BYTES + 1) };
  const answer = await rawRequest(app, `PUT ${pathname}${search} HTTP/1.1`, headers, BYTES);
  expect(answer).toMatch(/^HTTP\/1.1 413 /);
  expect(answer).toContain('File size exceeds 500MB limit.');
});

it('keeps nothing of a body that breaks off half way, and the same address works again', async () => {
  const app = await testApp();
  const ann = await app.person();
  const { uploadUrl, uploadId } = await ann.call(authorizeUpload, asked());
  const { port } = new URL(await app.listen());
  const { pathname, search } = new URL(uploadUrl);
  const socket = connect(Number(port), '127.0.0.1');
  await once(socket, 'connect');
  socket.write(`PUT ${pathname}${search} HTTP/1.1\r\nhost: x\r\ncontent-length: ${BYTES.length}\r\n\r\n`);
  socket.write(BYTES.subarray(0, 2000));
  await expect.poll(() => storedFiles(app)).toHaveLength(1);
  socket.destroy();
  await expect.poll(() => storedFiles(app)).toEqual([]);
  expect((await ann.put(uploadUrl, BYTES)).statusCode).toBe(204);
  await expect(ann.call(processUpload, { body: { uploadId } })).resolves.toHaveProperty('id');
});

it('bears connections that are lost while they wait for another', async () => {
  const app = await testApp();
  const ann = await app.person();
  const { uploadUrl, uploadId } = await ann.call(authorizeUpload, asked());
  const { port } = new URL(await app.listen());
  const { pathname, search } = new URL(uploadUrl);
  const begin = async () => {
    const socket = connect(Number(port), '127.0.0.1');
    await once(socket, 'connect');
    socket.write(`PUT ${pathname}${search} HTTP/1.1\r\nhost: x\r\ncontent-length: ${BYTES.length}\r\n\r\n`);
    socket.write(BYTES.subarray(0, 2000));
    return socket;
  };
  const first = await begin();
  await expect.poll(() => storedFiles(app)).toHaveLength(1);
  const waiting = await Promise.all([begin(), begin(), begin()]);
  // An answer to a later request: what was sent before it has arrived.
  await ann.call(listUploadParts, { params: { id: uploadId } });
  for (const socket of [...waiting, first]) socket.destroy();
  await expect.poll(() => storedFiles(app)).toEqual([]);
  expect((await ann.put(uploadUrl, BYTES)).statusCode).toBe(204);
  await expect(ann.call(processUpload, { body: { uploadId } })).resolves.toHaveProperty('id');
});

it('keeps a file that may have been written down when the database was lost', async () => {
  const app = await testApp();
  const ann = await app.person();
  const { uploadUrl, uploadId } = await ann.call(authorizeUpload, asked());
  loseNextCommit(app.deps);
  expect((await ann.put(uploadUrl, BYTES)).statusCode).toBe(503);
  expect(await storedFiles(app)).toHaveLength(1);
  await expect(ann.call(processUpload, { body: { uploadId } })).resolves.toHaveProperty('id');
});

it('sweeps uploads that were never processed and files without an owner, and nothing else', async () => {
  const app = await testApp();
  const ann = await app.person();
  const abandoned = await ann.call(authorizeUpload, asked());
  await ann.put(abandoned.uploadUrl, BYTES);
  await ann.upload(BYTES);
  await app.deps.store.put('uploads/stray', Readable.from([BYTES]), { maxBytes: 10_000 });
  expect(await storedFiles(app)).toHaveLength(3);
  await sweep(app.deps, 60_000, new AbortController().signal);
  expect(await storedFiles(app)).toHaveLength(3);
  await sweep(app.deps, -1000, new AbortController().signal);
  expect(await storedFiles(app)).toHaveLength(1);
  await expect(ann.call(processUpload, { body: { uploadId: abandoned.uploadId } })).rejects.toMatchObject({
    code: 'upload_not_found',
  });
});

it('sweeps on one node at a time', async () => {
  const { deps } = await sharedApp();
  const [begun, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let sweeps = 0;
  const store = {
    ...deps.store,
    sweep: async () => {
      sweeps += 1;
      begun.resolve();
      await released.promise;
    },
  };
  const nodes = [sweepHandler({ ...deps, store }), sweepHandler({ ...deps, store })];
  const run = { id: 'a', payload: {}, signal: new AbortController().signal };
  const first = nodes[0]?.(run);
  await begun.promise;
  await nodes[1]?.(run);
  expect(sweeps).toBe(1);
  released.resolve();
  await first;
  await nodes[1]?.(run);
  expect(sweeps).toBe(2);
});

const LARGE = Buffer.alloc(2 * UPLOAD_PART_BYTES + 1000, 'recording ');
const partOf = (number: number) =>
  LARGE.subarray((number - 1) * UPLOAD_PART_BYTES, number * UPLOAD_PART_BYTES);

it('takes a large file in parts, in any order, asks only for those that are missing, and joins them once', async () => {
  const app = await testApp();
  const ann = await app.person();
  expect((await ann.call(authorizeUpload, asked())).partSize).toBeNull();
  const { uploadId, partSize } = await ann.call(authorizeUpload, asked({ filesize: LARGE.length }));
  expect(partSize).toBe(UPLOAD_PART_BYTES);
  const list = async () => (await ann.call(listUploadParts, { params: { id: uploadId } })).parts;
  const parts = await list();
  expect(parts.map(({ number, sizeBytes }) => [number, sizeBytes])).toEqual([
    [1, UPLOAD_PART_BYTES],
    [2, UPLOAD_PART_BYTES],
    [3, 1000],
  ]);
  for (const number of [3, 1]) {
    expect((await ann.put(parts[number - 1]?.url ?? '', partOf(number))).statusCode).toBe(204);
  }
  const process = () => ann.call(processUpload, { body: { uploadId } });
  await expect(process()).rejects.toMatchObject({ code: 'upload_incomplete' });
  const left = (await list()).flatMap(({ number, url }) => (url ? [{ number, url }] : []));
  expect(left.map(({ number }) => number)).toEqual([2]);
  await ann.put(left[0]?.url ?? '', partOf(2));
  const ids = new Set((await Promise.all([process(), process(), process()])).map(({ id }) => id));
  expect([...ids, (await process()).id]).toEqual([...ids, ...ids]);
  expect(await storedFiles(app)).toEqual([uploadId]);
  const stored = await buffer(await app.deps.store.read(`uploads/${uploadId}`));
  expect(stored.equals(LARGE)).toBe(true);
  expect((await ann.put(parts[0]?.url ?? '', partOf(1))).json()).toMatchObject({
    code: 'upload_already_processed',
  });
  await expect(list()).rejects.toMatchObject({ code: 'upload_already_processed' });
});

it('takes no part at an address of another part, of the whole file, or in another size, and tells nobody else of them', async () => {
  const app = await sharedApp();
  const [ann, bob] = [await app.person('Ann'), await app.person('Bob')];
  const { uploadId, uploadUrl } = await ann.call(authorizeUpload, asked({ filesize: LARGE.length }));
  await expect(bob.call(listUploadParts, { params: { id: uploadId } })).rejects.toMatchObject({
    status: 404,
  });
  const { parts } = await ann.call(listUploadParts, { params: { id: uploadId } });
  const [first = '', second = ''] = parts.map(({ url }) => url ?? '');
  const { search } = new URL(second);
  for (const url of [
    first.replace(/\?.*/, search),
    uploadUrl.replace('content', 'parts/1'),
    first.replace('/1?', '/9?'),
  ]) {
    expect((await ann.put(url, partOf(1))).json()).toMatchObject({ code: 'upload_link_expired' });
  }
  expect((await ann.put(first, partOf(1).subarray(1))).json()).toMatchObject({ code: 'upload_incomplete' });
  // The end of what was signed cannot be read as another end: nothing is made of a part's address that holds for ever.
  const { searchParams } = new URL(first);
  searchParams.set('expires', `part 1 ${searchParams.get('expires')}`);
  expect((await ann.put(uploadUrl.replace(/\?.*/, `?${searchParams}`), LARGE)).json()).toMatchObject({
    code: 'upload_link_expired',
  });
  const tooLong = Buffer.alloc(UPLOAD_PART_BYTES + 1);
  expect((await ann.put(first, tooLong)).json()).toMatchObject({ code: 'file_too_large' });
  const again = await ann.call(listUploadParts, { params: { id: uploadId } });
  expect(again.parts.map(({ url }) => url === null)).toEqual([false, false, false]);
});

async function rawRequest(
  app: TestApp,
  line: string,
  headers: Record<string, string>,
  body: Buffer,
): Promise<string> {
  const { port } = new URL(await app.listen());
  const socket = connect(Number(port), '127.0.0.1');
  await once(socket, 'connect');
  const head = Object.entries({ host: 'x', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`${line}\r\n${head.join('')}\r\n`);
  socket.write(body);
  let answer = '';
  socket.setEncoding('utf8').on('data', (text: string) => {
    answer += text;
  });
  await once(socket, 'close');
  return answer;
}

it('takes files up to the limit that the operator has set, and names that limit', async () => {
  const { person } = await testApp({ env: { MAX_UPLOAD_MB: '1' } });
  const ann = await person();
  const maxBytes = 1024 * 1024;
  expect(await ann.call(getUploadLimits, {})).toEqual({ maxBytes });
  const { uploadUrl, maxSize } = await ann.call(authorizeUpload, asked({ filesize: maxBytes }));
  expect(maxSize).toBe(maxBytes);
  const refusal = { status: 413, code: 'file_too_large', message: 'File size exceeds 1MB limit.' };
  await expect(ann.call(authorizeUpload, asked({ filesize: maxBytes + 1 }))).rejects.toMatchObject(refusal);
  const tooMuch = await ann.put(uploadUrl, Buffer.alloc(maxBytes + 1));
  expect(tooMuch.json()).toMatchObject({ message: refusal.message });
});

/** A store with so many bytes of room. */
async function appWithRoom(freeBytes: number): Promise<TestApp> {
  const app = await testApp({ env: { MAX_UPLOAD_MB: '20480' } });
  app.deps.store.freeBytes = async () => freeBytes;
  return app;
}

it('sends a file of 20 GB in few parts, whose addresses are valid for as long as the upload is kept', async () => {
  const filesize = 20 * 1024 ** 3;
  const { deps, person } = await appWithRoom(filesize);
  const ann = await person();
  const { uploadId, partSize } = await ann.call(authorizeUpload, asked({ filesize }));
  const listed = await ann.call(listUploadParts, { params: { id: uploadId } });
  expect(listed.partSize).toBe(partSize);
  expect(listed.parts.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)).toBe(filesize);
  expect(listed.parts).toHaveLength(Math.ceil(filesize / (partSize ?? 1)));
  expect(listed.parts.length).toBeLessThanOrEqual(MAX_UPLOAD_PARTS);
  const [first] = listed.parts;
  const expires = Number(new URL(first?.url ?? '').searchParams.get('expires'));
  expect(expires - deps.clock.now()).toBeGreaterThan(23 * 60 * 60_000);
  expect((await ann.put(first?.url ?? '', Buffer.alloc(partSize ?? 0))).statusCode).toBe(204);
  const then = await ann.call(listUploadParts, { params: { id: uploadId } });
  expect(then.parts[0]).toMatchObject({ number: 1, url: null });
});

it('refuses a file for which the disk has no room before anything is sent', async () => {
  const { person } = await appWithRoom(BYTES.length - 1);
  const ann = await person();
  await expect(ann.call(authorizeUpload, asked())).rejects.toMatchObject({
    status: 507,
    code: 'storage_full',
    message: expect.stringContaining('too little storage space for a file of this size'),
  });
});
