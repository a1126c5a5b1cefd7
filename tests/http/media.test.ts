import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { getMediaCdnUrl, getMediaToken } from '#contract/media.ts';
import { assignTranscripts } from '#contract/projects.ts';
import { deleteTranscript, getTranscript, transcribeAgain } from '#contract/transcripts.ts';
import { sharedApp, type TestApp } from '#tests/support/app.ts';
import { levelsOf } from '#tests/support/media-bench.ts';
import { composed } from '#tests/support/odd-recordings.ts';
import type { Person } from '#tests/support/person.ts';
import { withOwnProject } from '#tests/support/projects.ts';
import { encoded, silentVideo, wavRecording } from '#tests/support/recordings.ts';
import { temporaryFolder } from '#tests/support/server.ts';

const recording = await wavRecording(3000);

async function played(
  file: Buffer,
  upload: Parameters<Awaited<ReturnType<TestApp['person']>>['upload']>[1] = {},
) {
  const test = await sharedApp({ workers: true });
  const ann = await test.person();
  const id = await ann.upload(file, upload);
  const transcript = await ann.settled(id);
  const { token } = await ann.call(getMediaToken, { params: { id } });
  const get = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
    test.app.inject({ method, url, headers });
  return { ...test, ann, id, transcript, token, get, url: `${transcript.mediaUrl}?token=${token}` };
}

it('streams the recording, whole and in parts, at both addresses', async () => {
  const { get, url } = await played(recording);
  const whole = await get(url);
  expect(whole.statusCode).toBe(200);
  expect(whole.rawPayload.equals(recording)).toBe(true);
  expect(whole.headers).toMatchObject({ 'content-type': 'audio/wav', 'accept-ranges': 'bytes' });
  const part = await get(`/api${url}`, { range: 'bytes=100-199' });
  expect(part.statusCode).toBe(206);
  expect(part.headers['content-range']).toBe(`bytes 100-199/${recording.length}`);
  expect(part.rawPayload.equals(recording.subarray(100, 200))).toBe(true);
  const head = await get(url, {}, 'HEAD');
  expect(head.headers['content-length']).toBe(String(recording.length));
  expect(head.rawPayload).toHaveLength(0);
  const past = await get(url, { range: `bytes=${recording.length}-` });
  expect(past.statusCode).toBe(416);
  expect(past.headers['content-range']).toBe(`bytes */${recording.length}`);
});

it('spares what the browser has, and gives the whole to one that has another version', async () => {
  const { get, url } = await played(recording);
  const etag = String((await get(url)).headers.etag);
  expect((await get(url, { 'if-none-match': etag })).statusCode).toBe(304);
  expect((await get(url, { range: 'bytes=0-9', 'if-range': etag })).statusCode).toBe(206);
  expect((await get(url, { range: 'bytes=0-9', 'if-range': '"other"' })).statusCode).toBe(200);
});

it('refuses a token that is missing, changed, too old or for another recording', async () => {
  const { ann, get, transcript, token, id, person } = await played(recording);
  const bob = await person('Bob');
  const other = await bob.upload(recording);
  await bob.settled(other);
  const { token: foreign } = await bob.call(getMediaToken, { params: { id: other } });
  const [expires, signature, holder] = token.split('.');
  const bad = [
    '',
    foreign,
    `${token}x`,
    `${token}.x`,
    `${token}.`,
    `0${expires}.${signature}.${holder}`,
    ` ${token}`,
    `${expires}.${signature}=.${holder}`,
    `${Number(expires) + 1}.${signature}`,
    `1000.${signature}`,
    'x',
    '.',
  ];
  for (const each of bad) {
    const response = await get(`${transcript.mediaUrl}?token=${encodeURIComponent(each)}`);
    expect(response.statusCode, each).toBe(403);
    expect(response.json()).toEqual({ message: 'Media authentication failed', code: 'media_forbidden' });
  }
  expect((await get(`/media/${other}/recording.wav?token=${token}`)).statusCode).toBe(403);
  expect((await get(`/media/${id}/recording.wav?token=${token}&token=${token}`)).statusCode).toBe(403);
  await expect(bob.call(getMediaToken, { params: { id } })).rejects.toMatchObject({ status: 404 });
  await ann.call(deleteTranscript, { params: { id } });
  expect((await get(`${transcript.mediaUrl}?token=${token}`)).statusCode).toBe(404);
});

it('says that the server streams the recording itself, without another address', async () => {
  const { ann, id } = await played(recording);
  expect(await ann.call(getMediaCdnUrl, { params: { id } })).toEqual({
    cdnUrl: null,
    expiresIn: 0,
    useLocalStreaming: true,
    message: expect.stringMatching(/\w/),
  });
});

it("hands the store's own address out to a recording's owner, and to nobody else who may play it", async () => {
  const { ann, eve, vic, sam, id, deps } = await withOwnProject({ workers: true });
  const hers = await eve.upload(recording);
  await eve.settled(hers);
  await eve.call(assignTranscripts, { body: { transcriptIds: [hers], projectId: id } });
  const addresses = { get: async (key: string) => `https://store.example.test/${key}?signed` };
  Object.assign(deps.store, { addresses });
  const ask = (person: Person) => person.call(getMediaCdnUrl, { params: { id: hers } });
  expect((await ask(eve)).cdnUrl).toMatch(/^https:\/\/store\.example\.test\/uploads/);
  // Such an address cannot be taken back, a membership can.
  for (const member of [ann, vic])
    expect(await ask(member)).toMatchObject({ cdnUrl: null, useLocalStreaming: true });
  await expect(ask(sam)).rejects.toMatchObject({ status: 404 });
  expect(JSON.stringify(await ann.call(getTranscript, { params: { id: hers } }))).not.toContain(
    'store.example',
  );
});

it('serves by content, whatever the file is called', async () => {
  const { transcript, get, url } = await played(await encoded(recording, 'mp3'), {
    filename: 'page.html.mp4',
    contentType: 'video/mp4',
  });
  expect(transcript.mediaUrl).toMatch(/\.mp3$/);
  const { headers } = await get(url);
  expect(headers).toMatchObject({ 'content-type': 'audio/mpeg', 'x-content-type-options': 'nosniff' });
  expect(headers['content-security-policy']).toContain('sandbox');
});

it.each([
  ['avi', 'video/x-msvideo'],
  ['mov', 'video/quicktime'],
] as const)('makes a copy of %s that browsers play', async (format, contentType) => {
  const { ann, id, get, token } = await played(await encoded(recording, format), {
    filename: `a.${format}`,
    contentType,
  });
  await expect
    .poll(async () => (await ann.settled(id)).mediaUrl, { timeout: 20_000 })
    .toBe(`/media/${id}/recording.mp4`);
  const copy = await get(`/media/${id}/recording.mp4?token=${token}`);
  expect(copy.headers['content-type']).toBe('video/mp4');
  expect(copy.rawPayload.toString('latin1', 4, 8)).toBe('ftyp');
});

it('serves a recording whose sound begins late with the silence written out, at the times of its text', async () => {
  const sound = { bytes: await encoded(recording, 'm4a'), at: (seconds: number) => seconds + 2 };
  const late = await composed('mp4', [{ bytes: await silentVideo(6000) }, sound]);
  const file = { filename: 'late.mp4', contentType: 'video/mp4' };
  const { ann, id, token, get, deps } = await played(late, file);
  const now = () => ann.call(getTranscript, { params: { id } });
  await expect.poll(now).toMatchObject({ mediaPreparing: false, mediaUrl: expect.stringContaining('.mp4') });
  await ann.call(transcribeAgain, { params: { id }, body: {} });
  await expect.poll(now).toMatchObject({ version: 2, mediaPreparing: false });
  const { duration, mediaUrl } = await now();
  expect(Math.abs((duration ?? 0) - 5)).toBeLessThan(0.1);
  const folder = await temporaryFolder();
  const [path, pcm] = [join(folder, 'served.mp4'), join(folder, 'sound.f32')];
  await writeFile(path, (await get(`${mediaUrl}?token=${token}`)).rawPayload);
  const { signal } = new AbortController();
  const { sound: track } = await deps.mediaTool.probe(path, { signal });
  if (!track) throw new Error('The copy has no sound.');
  expect(await deps.mediaTool.decode(path, pcm, track, { signal })).toMatchObject({ clock: 'steady' });
  const levels = await levelsOf(pcm);
  expect(Math.max(...levels.slice(0, 19))).toBeLessThan(0.02);
  expect(levels[22]).toBeGreaterThan(0.3);
});
