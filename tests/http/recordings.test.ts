import { randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { RecordingId, type TranscriptId } from '#contract/ids.ts';
import { MAX_PIECE_BYTES } from '#contract/limits.ts';
import { discardRecording, listRecordings, TranscribedRecording } from '#contract/recordings.ts';
import { deleteTranscript, getTranscript, listTranscripts } from '#contract/transcripts.ts';
import { sweep } from '#server/features/upkeep/sweep.job.ts';
import { sharedApp, testApp } from '#tests/support/app.ts';
import { loseNextCommit } from '#tests/support/lost-answer.ts';
import type { Person } from '#tests/support/person.ts';
import { encoded, wavRecording } from '#tests/support/recordings.ts';
import { storedKeys } from '#tests/support/stored-keys.ts';
import { countWaiting } from '#tests/support/waiting.ts';

const webm = await encoded(await wavRecording(6000), 'webm');
const PIECES = 5;
const pieces = Array.from({ length: PIECES }, (_, index) =>
  webm.subarray(Math.floor((webm.length * index) / PIECES), Math.floor((webm.length * (index + 1)) / PIECES)),
);

const newId = () => RecordingId.parse(randomBytes(16).toString('base64url'));

const putPiece = (person: Person, id: string, position: number | string, payload: Buffer | string) =>
  person.app.inject({
    method: 'PUT',
    url: `/api/recordings/${id}/pieces/${position}`,
    headers: { cookie: person.cookie, 'content-type': 'application/octet-stream' },
    payload,
  });

/** A multipart form as browsers write it: the fields, then the file. */
function post(
  person: Person,
  {
    fields = {},
    name = 'video',
    filename = 'recording-1.webm',
    type = 'audio/webm',
    file = webm as Buffer,
  } = {},
) {
  const boundary = '----form';
  const parts = Object.entries(fields).map(
    ([field, value]) =>
      `--${boundary}\r\ncontent-disposition: form-data; name="${field}"\r\n\r\n${String(value)}\r\n`,
  );
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="${name}"; filename="${filename}"\r\ncontent-type: ${type}\r\n\r\n`;
  return person.app.inject({
    method: 'POST',
    url: '/api/transcribe/upload',
    headers: { cookie: person.cookie, 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat([
      Buffer.from(parts.join('') + head),
      file,
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]),
  });
}

const idOf = (response: { json(): unknown }): TranscriptId =>
  TranscribedRecording.parse(response.json()).transcriptId;

describe('a recording of very many pieces', () => {
  it('is refused more than 20,000, and told as what it is up to its first gap', async () => {
    const { person, sql } = await sharedApp();
    const ann = await person();
    const id = newId();
    expect((await putPiece(ann, id, 0, 'x')).statusCode).toBe(204);
    await sql(
      `insert into recording_pieces (recording_id, position, storage_key, size_bytes)
        select $1, n, 'made ' || n, 1 from generate_series(1, 19999) as n where n <> 19000`,
      [id],
    );
    const refused = await putPiece(ann, id, 20_000, 'x');
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'too_many_pieces']);
    expect((await putPiece(ann, id, 19_999, 'xx')).statusCode).toBe(204);
    expect(await ann.call(listRecordings, {})).toMatchObject({
      recordings: [{ id, pieces: 19_000, sizeBytes: 19_000 }],
    });
  });
});

describe('a recording sent at once', () => {
  it('becomes a transcript with its title and its name', async () => {
    const { person } = await sharedApp({ workers: true });
    const ann = await person();
    const id = idOf(await post(ann, { fields: { title: '  Monday ' } }));
    const done = await ann.settled(id);
    expect(done).toMatchObject({
      status: 'completed',
      sourceType: 'recording',
      title: 'Monday',
      originalFilename: 'recording-1.webm',
    });
    expect(done.duration).toBeCloseTo(6, 0);
  });

  it('gets a name of its own whatever it is called, and its type is judged', async () => {
    const { person } = await sharedApp();
    const ann = await person();
    const id = idOf(await post(ann, { filename: '../../etc/passwd', type: 'audio/mp4; codecs=opus' }));
    const { originalFilename } = await ann.call(getTranscript, { params: { id } });
    expect(originalFilename).toMatch(/^recording-[\dTZ-]+\.webm$/);
    for (const type of ['text/html', 'image/png', 'application/pdf']) {
      const refused = await post(ann, { type });
      expect([refused.statusCode, refused.json().code]).toEqual([415, 'unsupported_format']);
    }
  });

  it.each([
    [{ name: 'audio' }, 400, 'video_field_missing'],
    [{ file: Buffer.alloc(0) }, 400, 'file_empty'],
    [{ fields: { recordingId: 'x' } }, 400, 'invalid_input'],
    [{ fields: { from: -1 } }, 400, 'invalid_input'],
    [{ fields: { title: 'x'.repeat(201) } }, 400, 'invalid_input'],
    [{ fields: { from: 3, recordingId: 'AAAAAAAAAAAAAAAAAAAAAA' } }, 409, 'recording_incomplete'],
  ])('is refused when it is not one: %j', async (form, status, code) => {
    const test = await testApp();
    const response = await post(await test.person(), form);
    expect([response.statusCode, response.json().code]).toEqual([status, code]);
    expect(await storedKeys(test)).toEqual([]);
  });

  it('is refused without a form, and of strangers', async () => {
    const { person, visitor } = await sharedApp();
    const ann = await person();
    const url = '/api/transcribe/upload';
    const json = await ann.app.inject({ method: 'POST', url, headers: { cookie: ann.cookie }, payload: {} });
    expect([json.statusCode, json.json().code]).toEqual([400, 'video_field_missing']);
    const cut = await ann.app.inject({
      method: 'POST',
      url,
      headers: { cookie: ann.cookie, 'content-type': 'multipart/form-data; boundary=x' },
      payload: '--x\r\ncontent-disposition: form-data; name="video"; filename="a"\r\n\r\nhalf',
    });
    expect(cut.statusCode).toBeGreaterThanOrEqual(400);
    expect(cut.statusCode).toBeLessThan(500);
    expect((await post(visitor())).statusCode).toBe(401);
    expect((await putPiece(visitor(), newId(), 0, 'x')).statusCode).toBe(401);
    expect(await ann.call(listTranscripts, {})).toEqual([]);
  });
});

describe('a recording sent in pieces', () => {
  it('is put together in order, whatever order they came in, and becomes one transcript', async () => {
    const test = await testApp({ workers: true });
    const ann = await test.person();
    const id = newId();
    for (const position of [0, 2, 1]) {
      expect((await putPiece(ann, id, position, pieces[position] ?? '')).statusCode).toBe(204);
    }
    const { recordings } = await ann.call(listRecordings, {});
    expect(recordings).toMatchObject([{ id, pieces: 3 }]);
    const rest = Buffer.concat(pieces.slice(3));
    const form = { fields: { recordingId: id, from: 3 }, file: rest };
    const [first, second] = [idOf(await post(ann, form)), idOf(await post(ann, form))];
    expect(second).toBe(first);
    expect((await ann.settled(first)).duration).toBeCloseTo(6, 0);
    expect(await ann.call(listRecordings, {})).toEqual({ recordings: [] });
    const late = await putPiece(ann, id, 4, 'late');
    expect([late.statusCode, late.json().code]).toEqual([409, 'recording_finished']);
    await expect.poll(() => storedKeys(test)).not.toContainEqual(expect.stringMatching(/^recordings\//));
  });

  it('may send the same piece again: the last one counts', async () => {
    const { person } = await sharedApp({ workers: true });
    const ann = await person();
    const id = newId();
    await putPiece(ann, id, 0, 'not the beginning of anything');
    await putPiece(ann, id, 0, pieces[0] ?? '');
    const form = { fields: { recordingId: id, from: 1 }, file: Buffer.concat(pieces.slice(1)) };
    expect(await ann.settled(idOf(await post(ann, form)))).toMatchObject({ status: 'completed' });
  });

  it('that has a gap says so, and is taken whole instead', async () => {
    const { person } = await sharedApp({ workers: true });
    const ann = await person();
    const id = newId();
    for (const position of [0, 2]) await putPiece(ann, id, position, pieces[position] ?? '');
    expect((await ann.call(listRecordings, {})).recordings).toMatchObject([{ pieces: 1 }]);
    const form = { recordingId: id, from: 3 };
    const refused = await post(ann, { fields: form, file: Buffer.concat(pieces.slice(3)) });
    expect(refused.json().code).toBe('recording_incomplete');
    const whole = await post(ann, { fields: { ...form, from: 0 } });
    expect(await ann.settled(idOf(whole))).toMatchObject({ status: 'completed' });
  });

  it('can be transcribed from the pieces alone when the rest was lost', async () => {
    const { person } = await sharedApp({ workers: true });
    const ann = await person();
    const id = newId();
    for (const position of [0, 1, 2]) await putPiece(ann, id, position, pieces[position] ?? '');
    const form = { fields: { recordingId: id, from: 3 }, file: Buffer.alloc(0) };
    const done = await ann.settled(idOf(await post(ann, form)));
    expect(done.status).toBe('completed');
    expect(done.duration).toBeGreaterThan(2);
    expect(done.duration).toBeLessThan(6);
  });

  it('is nobody else’s', async () => {
    const { person } = await sharedApp();
    const [ann, bob] = [await person('Ann'), await person('Bob')];
    const id = newId();
    await putPiece(ann, id, 0, pieces[0] ?? '');
    expect((await putPiece(bob, id, 1, 'x')).json().code).toBe('recording_not_found');
    expect((await post(bob, { fields: { recordingId: id, from: 1 } })).json().code).toBe(
      'recording_not_found',
    );
    await bob.call(discardRecording, { params: { id } });
    expect(await bob.call(listRecordings, {})).toEqual({ recordings: [] });
    expect((await ann.call(listRecordings, {})).recordings).toHaveLength(1);
  });

  it.each([
    ['x', 0, 404],
    ['AAAAAAAAAAAAAAAAAAAAAA', -1, 404],
    ['AAAAAAAAAAAAAAAAAAAAAA', 'x', 404],
    ['AAAAAAAAAAAAAAAAAAAAAA', 1e9, 404],
  ])('takes no piece %s/%s', async (id, position, status) => {
    const { person } = await sharedApp();
    expect((await putPiece(await person(), id, position, 'x')).statusCode).toBe(status);
  });

  it('takes no empty and no huge piece', async () => {
    const test = await testApp();
    const ann = await test.person();
    expect((await putPiece(ann, newId(), 0, '')).json().code).toBe('file_empty');
    expect((await putPiece(ann, newId(), 0, Buffer.alloc(MAX_PIECE_BYTES + 1))).statusCode).toBe(413);
    expect(await storedKeys(test)).toEqual([]);
  });

  it('is thrown away with its files, and kept by the sweep until then', async () => {
    const test = await testApp({ workers: true });
    const ann = await test.person();
    const id = newId();
    await putPiece(ann, id, 0, pieces[0] ?? '');
    await sweep(test.deps, -1000, new AbortController().signal);
    expect(await storedKeys(test)).toHaveLength(1);
    await ann.call(discardRecording, { params: { id } });
    expect(await ann.call(listRecordings, {})).toEqual({ recordings: [] });
    await expect.poll(() => storedKeys(test)).toEqual([]);
  });

  it('is left alone by who discards it while it becomes a transcript', async () => {
    const test = await testApp();
    const ann = await test.person();
    const id = newId();
    await putPiece(ann, id, 0, pieces[0] ?? '');
    const transcript = await ann.upload(webm);
    const { discarded } = await test.deps.db.transaction(async (tx) => {
      await tx.execute(sql`update recordings set transcript_id = ${transcript} where id = ${id}`);
      const discarded = ann.call(discardRecording, { params: { id } });
      await expect.poll(() => countWaiting(test)).toBe(1);
      return { discarded };
    });
    await discarded;
    expect(await test.sql('select transcript_id from recordings')).toEqual([{ transcript_id: transcript }]);
    expect(await test.sql('select count(*)::int as pieces from recording_pieces')).toEqual([{ pieces: 1 }]);
  });

  it('goes with its transcript', async () => {
    const test = await sharedApp();
    const ann = await test.person();
    const id = newId();
    await putPiece(ann, id, 0, pieces[0] ?? '');
    const transcript = idOf(await post(ann, { fields: { recordingId: id, from: 0 } }));
    await ann.call(deleteTranscript, { params: { id: transcript } });
    expect(await test.sql('select id from recordings where id = $1', [id])).toEqual([]);
  });
});

it('keeps what may have been written down when the database was lost, and loses nothing when it is sent again', async () => {
  const app = await testApp({ workers: true });
  const ann = await app.person();
  const id = newId();
  for (const [position, piece] of pieces.entries()) {
    if (position === 1) loseNextCommit(app.deps);
    expect((await putPiece(ann, id, position, piece)).statusCode).toBe(position === 1 ? 503 : 204);
  }
  const form = { fields: { recordingId: id, from: PIECES - 1 }, file: pieces[PIECES - 1] ?? Buffer.alloc(0) };
  loseNextCommit(app.deps);
  expect((await post(ann, form)).statusCode).toBe(503);
  const transcript = await ann.settled(idOf(await post(ann, form)));
  expect(transcript).toMatchObject({ status: 'completed', errorCode: null });
  expect(transcript.duration).toBeCloseTo(6, 0);
});
