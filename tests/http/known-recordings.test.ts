import { createHash, randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { KNOWN_RECORDINGS_SENT, UPLOAD_PART_BYTES } from '#contract/limits.ts';
import { assignTranscripts, removeCollaborator } from '#contract/projects.ts';
import { deleteTranscript, listTranscripts } from '#contract/transcripts.ts';
import { authorizeUpload, findKnownRecordings, listUploadParts, processUpload } from '#contract/uploads.ts';
import { sharedApp } from '#tests/support/app.ts';
import { programOf } from '#tests/support/assistant.ts';
import type { Person } from '#tests/support/person.ts';
import { withProject } from '#tests/support/projects.ts';
import { wavRecording } from '#tests/support/recordings.ts';

const NOTHING = { mayBeKnown: false, transcripts: [], totalCount: 0 };
/** A file that no other test has. */
const newFile = (sizeBytes = 5000) => randomBytes(sizeBytes);
const hashOf = (file: Buffer) => createHash('sha256').update(file).digest('hex');
const bySize = (person: Person, { length }: Buffer) =>
  person.call(findKnownRecordings, { body: { sizeBytes: length } });
const find = (person: Person, file: Buffer) =>
  person.call(findKnownRecordings, { body: { sizeBytes: file.length, sha256: hashOf(file) } });

it('finds an upload again as soon as it is processed: perhaps by its size, surely by its hash', async () => {
  const { person } = await sharedApp();
  const ann = await person();
  const file = newFile();
  expect(await bySize(ann, file)).toEqual(NOTHING);
  expect(await find(ann, file)).toEqual(NOTHING);
  const id = await ann.upload(file, { filename: 'Council.wav' });
  expect(await bySize(ann, file)).toEqual({ ...NOTHING, mayBeKnown: true });
  expect(await bySize(ann, newFile(5001))).toEqual(NOTHING);
  expect(await find(ann, file)).toEqual({
    mayBeKnown: true,
    totalCount: 1,
    transcripts: [
      {
        id,
        title: 'Council',
        status: 'processing',
        isOwn: true,
        projectId: null,
        projectName: null,
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      },
    ],
  });
  // The same size, and another content.
  expect(await find(ann, newFile())).toEqual(NOTHING);
});

it('lists the newest first and counts them all', async () => {
  const { person } = await sharedApp();
  const ann = await person();
  const file = newFile(3000);
  const ids = [];
  for (let left = KNOWN_RECORDINGS_SENT + 2; left > 0; left -= 1) ids.unshift(await ann.upload(file));
  const { transcripts, totalCount } = await find(ann, file);
  expect(totalCount).toBe(KNOWN_RECORDINGS_SENT + 2);
  expect(transcripts.map(({ id }) => id)).toEqual(ids.slice(0, KNOWN_RECORDINGS_SENT));
});

it('tells members of a file in their project, and nobody of a stranger’s', async () => {
  const { ann, eve, vic, sam, id: projectId, params } = await withProject();
  const file = newFile(4000);
  const id = await ann.upload(file);
  for (const other of [eve, vic, sam]) {
    expect(await bySize(other, file)).toEqual(NOTHING);
    expect(await find(other, file)).toEqual(NOTHING);
  }
  await ann.call(assignTranscripts, { body: { transcriptIds: [id], projectId } });
  for (const member of [eve, vic]) {
    expect((await bySize(member, file)).mayBeKnown).toBe(true);
    expect((await find(member, file)).transcripts).toMatchObject([
      { id, isOwn: false, projectId, projectName: 'Field notes' },
    ]);
  }
  expect(await bySize(sam, file)).toEqual(NOTHING);
  expect(await find(sam, file)).toEqual(NOTHING);

  // What a stranger has never changes the answer about one's own.
  const samsId = await sam.upload(file);
  expect((await find(sam, file)).transcripts.map((each) => each.id)).toEqual([samsId]);
  expect((await find(ann, file)).totalCount).toBe(1);

  await ann.call(removeCollaborator, { params: { ...params, userId: vic.user?.id ?? 0 } });
  expect(await bySize(vic, file)).toEqual(NOTHING);
  expect(await find(vic, file)).toEqual(NOTHING);
});

it('answers a token that may upload, of what is in its reach', async () => {
  const { ann, id: projectId } = await withProject();
  const [inside, outside] = [newFile(2000), newFile(2001)];
  const id = await ann.upload(inside);
  await ann.upload(outside);
  await ann.call(assignTranscripts, { body: { transcriptIds: [id], projectId } });
  const uploader = await programOf(ann, { scopes: ['transcribe'] });
  expect((await find(uploader, outside)).totalCount).toBe(1);
  const writer = await programOf(ann, { scopes: ['read', 'write'] });
  await expect(find(writer, inside)).rejects.toMatchObject({ status: 403, code: 'token_needs_transcribe' });
  const ofProject = await programOf(ann, { scopes: ['transcribe'], projectId });
  expect((await find(ofProject, inside)).transcripts).toMatchObject([{ id }]);
  expect(await bySize(ofProject, outside)).toEqual(NOTHING);
  expect(await find(ofProject, outside)).toEqual(NOTHING);
});

it('knows a file that came in parts once it is read, says that it failed, and forgets what was deleted', async () => {
  const { person } = await sharedApp({ workers: true });
  const ann = await person();
  const talk = await wavRecording(600_000);
  const noise = newFile(2 * UPLOAD_PART_BYTES + 7);
  for (const [file, status] of [
    [talk, 'completed'],
    [noise, 'failed'],
  ] as const) {
    const body = { filename: 'talk.wav', filesize: file.length, contentType: 'audio/wav' };
    const { uploadId, partSize } = await ann.call(authorizeUpload, { body });
    expect(partSize).toBe(UPLOAD_PART_BYTES);
    const { parts } = await ann.call(listUploadParts, { params: { id: uploadId } });
    for (const { number, url } of parts) {
      const part = file.subarray((number - 1) * UPLOAD_PART_BYTES, number * UPLOAD_PART_BYTES);
      expect((await ann.put(url ?? '', part)).statusCode).toBe(204);
    }
    const { id } = await ann.call(processUpload, { body: { uploadId } });
    await ann.settled(id);
    expect((await find(ann, file)).transcripts).toMatchObject([{ id, status }]);
    await ann.call(deleteTranscript, { params: { id } });
    expect(await bySize(ann, file)).toEqual(NOTHING);
    expect(await find(ann, file)).toEqual(NOTHING);
  }
});

it('knows only the file as it is, whatever its name', async () => {
  const { person } = await sharedApp();
  const ann = await person();
  const file = newFile(2500);
  const longer = Buffer.concat([file, Buffer.from('.')]);
  await ann.upload(file, { filename: 'talk.wav' });
  expect((await find(ann, file)).totalCount).toBe(1);
  // The same name, other bytes.
  expect(await find(ann, longer)).toEqual(NOTHING);
  // The hash of a file with the size of another.
  const mixed = { sizeBytes: longer.length, sha256: hashOf(file) };
  expect(await ann.call(findKnownRecordings, { body: mixed })).toEqual(NOTHING);
});

it.each([
  { sizeBytes: 0 },
  { sizeBytes: -5 },
  { sizeBytes: 1.5 },
  { sizeBytes: '5000' },
  { sizeBytes: Number.MAX_SAFE_INTEGER + 1 },
  { sha256: 'a'.repeat(64) },
  { sizeBytes: 5, sha256: 'a'.repeat(63) },
  { sizeBytes: 5, sha256: 'A'.repeat(64) },
  { sizeBytes: 5, sha256: "' or true --" },
])('refuses %j', async (body) => {
  const { person } = await sharedApp();
  const ann = await person();
  await expect(ann.call(findKnownRecordings, { body: body as never })).rejects.toMatchObject({
    status: 400,
    code: 'invalid_input',
  });
});

it('answers two hundred questions at once while another person reads a list', async () => {
  const { person } = await sharedApp();
  const [ann, bob] = [await person('Ann'), await person('Bob')];
  const file = newFile(1000);
  await ann.upload(file);
  const first = Promise.all(Array.from({ length: 200 }, (_, turn) => (turn % 2 ? bySize : find)(ann, file)));
  expect(await bob.call(listTranscripts, { query: {} })).toEqual([]);
  for (const answer of await first) expect(answer).toMatchObject({ mayBeKnown: true });
});
