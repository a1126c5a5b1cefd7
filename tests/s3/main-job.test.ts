import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { ListMultipartUploadsCommand, ListObjectsV2Command } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { UPLOAD_PART_BYTES } from '#contract/limits.ts';
import { getMediaCdnUrl, getMediaToken } from '#contract/media.ts';
import { listRecordings } from '#contract/recordings.ts';
import { deleteTranscript } from '#contract/transcripts.ts';
import { authorizeUpload, listUploadParts, processUpload } from '#contract/uploads.ts';
import type { S3Settings } from '#server/config.ts';
import { sweep } from '#server/features/upkeep/sweep.job.ts';
import { createS3Client, S3_PATIENCE } from '#server/storage/s3-client.ts';
import { type TestAppOptions, testApp } from '#tests/support/app.ts';
import { encoded, wavRecording } from '#tests/support/recordings.ts';
import { hasSwift, type SwiftServer, startSwift } from '#tests/support/swift-server.ts';

const WAV = { contentType: 'audio/wav' };

describe.skipIf(!hasSwift())('the application on S3', () => {
  let swift: SwiftServer;
  beforeAll(async () => {
    swift = await startSwift();
  });
  afterAll(() => swift.close());

  async function appOnS3(options: TestAppOptions = {}) {
    const settings = await swift.bucket();
    const env = { ...settingsAsEnv(settings), ...options.env };
    const test = await testApp({ workers: true, ...options, env });
    return { ...test, settings, inBucket: () => inBucket(settings) };
  }

  it('accepts a large file in parts, plays it from the store and through the server, and leaves nothing behind when it is deleted', async () => {
    const { person, app, deps, inBucket } = await appOnS3();
    const ann = await person();
    const recording = await wavRecording(560_000);
    expect(recording.length).toBeGreaterThan(2 * UPLOAD_PART_BYTES);
    const body = { filename: 'talk.wav', filesize: recording.length, ...WAV };
    const { uploadId, partSize, uploadUrl } = await ann.call(authorizeUpload, { body });
    expect(new URL(uploadUrl).origin).toBe(swift.url);
    expect(partSize).toBe(UPLOAD_PART_BYTES);
    const list = async () => (await ann.call(listUploadParts, { params: { id: uploadId } })).parts;
    for (const { number, url } of await list()) {
      if (number === 2) continue;
      const start = (number - 1) * UPLOAD_PART_BYTES;
      const part = recording.subarray(start, start + UPLOAD_PART_BYTES);
      expect((await put(url ?? '', part)).status).toBe(200);
    }
    await expect(ann.call(processUpload, { body: { uploadId } })).rejects.toMatchObject({
      code: 'upload_incomplete',
    });
    const missing = (await list()).filter(({ url }) => url !== null);
    expect(missing.map(({ number }) => number)).toEqual([2]);
    const second = recording.subarray(UPLOAD_PART_BYTES, 2 * UPLOAD_PART_BYTES);
    expect((await put(missing[0]?.url ?? '', second)).status).toBe(200);
    const process = () => ann.call(processUpload, { body: { uploadId } });
    const [{ id }, again] = await Promise.all([process(), process()]);
    expect([again.id, (await process()).id]).toEqual([id, id]);
    const transcript = await ann.settled(id);
    expect(transcript.status).toBe('completed');

    const { cdnUrl, expiresIn, useLocalStreaming } = await ann.call(getMediaCdnUrl, { params: { id } });
    expect({ expiresIn, useLocalStreaming }).toEqual({ expiresIn: 3600, useLocalStreaming: false });
    const bob = await person('Bob');
    await expect(bob.call(getMediaCdnUrl, { params: { id } })).rejects.toMatchObject({ status: 404 });
    const fromStore = await fetch(cdnUrl ?? '', { headers: { range: 'bytes=9000000-9000099' } });
    expect(fromStore.status).toBe(206);
    expect(fromStore.headers.get('content-type')).toBe('audio/wav');
    const wanted = recording.subarray(9_000_000, 9_000_100);
    expect(Buffer.from(await fromStore.arrayBuffer()).equals(wanted)).toBe(true);
    const { token } = await ann.call(getMediaToken, { params: { id } });
    const fromHere = await app.inject({
      url: `${transcript.mediaUrl}?token=${token}`,
      headers: { range: 'bytes=9000000-9000099' },
    });
    expect(fromHere.statusCode).toBe(206);
    expect(fromHere.rawPayload.equals(wanted)).toBe(true);

    const page = await app.inject({ url: '/api/health' });
    const policy = String(page.headers['content-security-policy']);
    expect(policy).toContain(`connect-src 'self' ${swift.url};`);
    expect(policy).toContain(`media-src 'self' blob: ${swift.url};`);
    expect(await readdir(join(deps.config.dataDir, 'media')).catch(() => [])).toEqual([]);

    await ann.call(deleteTranscript, { params: { id } });
    await expect.poll(() => inBucket()).toEqual([]);
  });

  it('accepts a small file whole, rejects a different size, and makes one transcript of it', async () => {
    const { person, inBucket } = await appOnS3();
    const ann = await person();
    const recording = await wavRecording(3000);
    const body = { filename: 'talk.wav', filesize: recording.length, ...WAV };
    const { uploadId, uploadUrl, partSize } = await ann.call(authorizeUpload, { body });
    expect(partSize).toBeNull();
    await expect(ann.call(processUpload, { body: { uploadId } })).rejects.toMatchObject({
      code: 'upload_incomplete',
    });
    expect((await put(uploadUrl, recording.subarray(1))).status).toBe(403);
    expect((await put(uploadUrl, Buffer.concat([recording, Buffer.alloc(1)]))).status).toBe(403);
    expect((await put(uploadUrl, recording)).status).toBe(200);
    const { id } = await ann.call(processUpload, { body: { uploadId } });
    expect((await ann.call(processUpload, { body: { uploadId } })).id).toBe(id);
    expect((await ann.settled(id)).status).toBe('completed');
    expect(await inBucket()).toEqual([`media/uploads/${uploadId}`]);
  });

  it('stores the pieces of a live recording and the copy of a format that browsers cannot play', async () => {
    const { person, app, inBucket } = await appOnS3();
    const ann = await person();
    const recordingId = randomBytes(16).toString('base64url');
    for (const position of [0, 1]) {
      const piece = await app.inject({
        method: 'PUT',
        url: `/api/recordings/${recordingId}/pieces/${position}`,
        headers: { cookie: ann.cookie, 'content-type': 'audio/webm' },
        payload: randomBytes(50_000),
      });
      expect(piece.statusCode).toBe(204);
    }
    expect((await ann.call(listRecordings, {})).recordings).toMatchObject([
      { pieces: 2, sizeBytes: 100_000 },
    ]);
    expect(await inBucket()).toHaveLength(2);

    const avi = await encoded(await wavRecording(3000), 'avi');
    const body = { filename: 'a.avi', filesize: avi.length, contentType: 'video/x-msvideo' };
    const { uploadId, uploadUrl } = await ann.call(authorizeUpload, { body });
    await put(uploadUrl, avi);
    const { id } = await ann.call(processUpload, { body: { uploadId } });
    await ann.settled(id);
    const cdn = () => ann.call(getMediaCdnUrl, { params: { id } });
    await expect.poll(async () => (await cdn()).cdnUrl).not.toBeNull();
    const copy = await fetch((await cdn()).cdnUrl ?? '');
    expect(copy.headers.get('content-type')).toBe('video/mp4');
    expect((await copy.bytes()).length).toBeGreaterThan(1000);
  });

  it('sweeps unreferenced files, abandoned uploads and their parts, and nothing else', async () => {
    const { person, deps, inBucket, settings } = await appOnS3({ workers: false });
    const ann = await person();
    const recording = await wavRecording(3000);
    const open = async (filesize: number) =>
      ann.call(authorizeUpload, { body: { filename: 'talk.wav', filesize, ...WAV } });
    const kept = await open(recording.length);
    await put(kept.uploadUrl, recording);
    await ann.call(processUpload, { body: { uploadId: kept.uploadId } });
    const abandoned = await open(recording.length);
    await put(abandoned.uploadUrl, recording);
    const begun = await open(20_000_000);
    const { parts } = await ann.call(listUploadParts, { params: { id: begun.uploadId } });
    await put(parts[0]?.url ?? '', Buffer.alloc(UPLOAD_PART_BYTES));
    await deps.store.put('uploads/stray', Readable.from([recording]), { maxBytes: 10_000_000 });
    const { signal } = new AbortController();
    await sweep(deps, 60_000, signal);
    expect(await inBucket()).toHaveLength(3);
    await sweep(deps, -60_000, signal);
    expect(await inBucket()).toEqual([`media/uploads/${kept.uploadId}`]);
    expect(await begunUploads(settings)).toEqual([]);
  });

  it('says in its responses that the storage cannot be reached, without details', async () => {
    const { person } = await appOnS3({ env: { S3_ENDPOINT: 'http://127.0.0.1:9' } });
    const ann = await person();
    const body = { filename: 'talk.wav', filesize: 50_000_000, ...WAV };
    const { uploadId } = await ann.call(authorizeUpload, { body });
    for (const call of [
      () => ann.call(listUploadParts, { params: { id: uploadId } }),
      () => ann.call(processUpload, { body: { uploadId } }),
    ]) {
      const refusal = await call().catch((error: unknown) => error);
      expect(refusal).toMatchObject({ status: 503, code: 'storage_unavailable' });
      expect(JSON.stringify(refusal)).not.toMatch(/127\.0\.0\.1|testing/);
    }
  });
});

function put(url: string, bytes: Buffer): Promise<Response> {
  return fetch(url, { method: 'PUT', body: new Uint8Array(bytes), headers: { 'content-type': 'audio/wav' } });
}

function settingsAsEnv(settings: S3Settings): Record<string, string> {
  return {
    S3_BUCKET: settings.bucket,
    S3_ENDPOINT: settings.endpoint ?? '',
    S3_ACCESS_KEY_ID: settings.accessKeyId,
    S3_SECRET_ACCESS_KEY: settings.secretAccessKey,
  };
}

async function inBucket(settings: S3Settings): Promise<string[]> {
  const command = new ListObjectsV2Command({ Bucket: settings.bucket });
  const { Contents = [] } = await clientOf(settings).send(command);
  return Contents.flatMap(({ Key }) => Key ?? []);
}

async function begunUploads(settings: S3Settings): Promise<unknown[]> {
  const command = new ListMultipartUploadsCommand({ Bucket: settings.bucket });
  return (await clientOf(settings).send(command)).Uploads ?? [];
}

function clientOf(settings: S3Settings) {
  const client = createS3Client(settings, S3_PATIENCE);
  onTestFinished(() => client.destroy());
  return client;
}
