import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { ERRORS, type ErrorCode } from '#contract/errors.ts';
import type { TranscriptId } from '#contract/ids.ts';
import {
  createFromImport,
  importOntoTranscript,
  PREVIEW_IMPORT_PATH,
  TranscriptPreview,
} from '#contract/imports.ts';
import { MAX_IMPORT_BYTES } from '#contract/limits.ts';
import { createProject } from '#contract/projects.ts';
import {
  getTranscript,
  getWords,
  listVersions,
  restoreVersion,
  type Transcript,
} from '#contract/transcripts.ts';
import { exportJson } from '#domain/exports/json.ts';
import { sharedApp, testApp } from '#tests/support/app.ts';
import { programOf } from '#tests/support/assistant.ts';
import { keepTranscript, sendTranscript } from '#tests/support/imports.ts';
import type { Person } from '#tests/support/person.ts';
import { wavRecording } from '#tests/support/recordings.ts';
import { storedKeys } from '#tests/support/stored-keys.ts';
import { withTalk } from '#tests/support/talk.ts';

const SRT =
  '1\n00:00:01,000 --> 00:00:02,500\nAnn: Good morning.\n\n2\n00:00:03,000 --> 00:00:04,000\nBen: Yes.\n';

const send = (person: Person, payload: string | Buffer, contentType = 'application/octet-stream') =>
  person.app.inject({
    method: 'POST',
    url: `${PREVIEW_IMPORT_PATH}?filename=talk.srt`,
    headers: { ...person.credentials, 'content-type': contentType },
    payload,
  });

async function refusal(...sent: Parameters<typeof send>): Promise<{ code: ErrorCode; message: string }> {
  const response = await send(...sent);
  const { code, message } = response.json<{ code: ErrorCode; message: string }>();
  expect(response.statusCode).toBe(ERRORS[code].status);
  return { code, message };
}

it.each([
  'application/octet-stream',
  'application/json',
  'text/plain; charset=utf-16',
  'multipart/form-data',
])('says what is in a file that is sent as %s', async (contentType) => {
  const { person } = await sharedApp();
  const response = await send(await person(), SRT, contentType);
  expect(response.statusCode, response.body).toBe(200);
  expect(response.headers['content-type']).toContain('application/json');
  expect(TranscriptPreview.strict().parse(response.json())).toEqual({
    format: 'srt',
    encoding: 'utf-8',
    segments: [
      { start: 1, end: 2.5, speaker: 'Ann', text: 'Good morning.' },
      { start: 3, end: 4, speaker: 'Ben', text: 'Yes.' },
    ],
    warnings: [],
  });
});

it('refuses what is no transcript by the name of what it is', async () => {
  const { person } = await sharedApp();
  const ann = await person();
  expect(await refusal(ann, '%PDF-1.7')).toMatchObject({
    code: 'import_not_text',
    message: expect.stringContaining('This file is a PDF'),
  });
  const otter = await refusal(ann, '{"speech": {}, "status": "OK"}');
  expect(otter).toMatchObject({
    code: 'import_unknown_json',
    message: expect.stringContaining('Its top keys: speech, status.'),
  });
  expect(await refusal(ann, '')).toMatchObject({ code: 'import_empty' });
});

it('refuses a file of more than 32 MB, also one whose length is not declared, and stores nothing', async () => {
  const test = await testApp();
  const ann = await test.person();
  const large = Buffer.alloc(MAX_IMPORT_BYTES + 1, 'a');
  expect(await refusal(ann, large)).toMatchObject({ code: 'import_too_large' });
  const address = await test.app.listen({ port: 0, host: '127.0.0.1' });
  const undeclared = request(`${address}${PREVIEW_IMPORT_PATH}`, {
    method: 'POST',
    headers: ann.credentials,
  });
  const answered = once(undeclared, 'response');
  // Not whole: it is refused before its end has come.
  undeclared.on('error', () => undefined).write(large);
  const [response] = (await answered) as [IncomingMessage];
  expect([response.statusCode, JSON.parse(await text(response))]).toMatchObject([
    413,
    { code: 'import_too_large' },
  ]);
  undeclared.destroy();
  expect((await send(ann, SRT)).statusCode).toBe(200);
  expect(await storedKeys(test)).toEqual([]);
});

it('takes at most thirty files a minute of one person', async () => {
  const { person } = await sharedApp();
  const ann = await person();
  const statuses: number[] = [];
  for (let sent = 0; sent < 31; sent += 1) statuses.push((await send(ann, SRT)).statusCode);
  expect(statuses.filter((status) => status === 200)).toHaveLength(30);
  expect(statuses.at(-1)).toBe(429);
  expect((await send(await person(), SRT)).statusCode).toBe(200);
});

it('makes a text that was made elsewhere a transcript without a recording, once', async () => {
  const { person } = await sharedApp();
  const ann = await person();
  const kept = await keepTranscript(ann, SRT);
  expect(kept).toMatchObject({
    filename: 'talk.srt',
    format: 'srt',
    encoding: 'utf-8',
    title: 'talk',
    segmentCount: 2,
    wordCount: 3,
    speakers: ['Ann', 'Ben'],
    hasTimes: true,
    duration: 4,
    warnings: [],
    beginning: [
      { speaker: 'Ann', start: 1, text: 'Good morning.' },
      { speaker: 'Ben', start: 3, text: 'Yes.' },
    ],
  });
  const params = { id: kept.id };
  const body = { title: 'Our talk', language: 'de' };
  const { id } = await ann.call(createFromImport, { params, body });
  expect(await ann.call(createFromImport, { params, body })).toEqual({ id });
  expect(await ann.call(getTranscript, { params: { id } })).toMatchObject({
    status: 'completed',
    title: 'Our talk',
    language: 'de',
    languageBy: 'choice',
    duration: 4,
    mediaUrl: null,
    engine: null,
    imported: { format: 'srt', filename: 'talk.srt', notes: [], unplacedWords: 0 },
    speakerNames: { 'Speaker 1': 'Ann', 'Speaker 2': 'Ben' },
    speakersSuggested: false,
    transcript: 'Good morning.\n\nYes.',
  });
  const { segments } = await ann.call(getWords, { params: { id } });
  expect(segments[1]?.words).toEqual([['Yes.', 3, 4, null]]);
  const bob = await person();
  await expect(bob.call(createFromImport, { params, body: {} })).rejects.toMatchObject({
    code: 'import_not_found',
  });
});

it('makes the same transcript again of what was exported here, with the times of all words', async () => {
  const { ann, params } = await withTalk();
  const talk = await ann.call(getTranscript, { params });
  const words = (await ann.call(getWords, { params })).segments;
  const wordsById = new Map(words.map((each) => [each.id, each]));
  const exported = exportJson(talk, wordsById);
  const kept = await keepTranscript(ann, exported, 'talk.json');
  const { id } = await ann.call(createFromImport, { params: { id: kept.id }, body: {} });
  const again = await ann.call(getTranscript, { params: { id } });
  const facts = ({ title, language, duration, transcript }: Transcript) => ({
    title,
    language,
    duration,
    transcript,
  });
  expect(facts(again)).toEqual({ ...facts(talk), duration: expect.any(Number) });
  const { segments } = await ann.call(getWords, { params: { id } });
  expect(segments.map((each) => each.words)).toEqual(words.map((each) => each.words));
});

it('takes texts of a token only if it may transcribe, and puts them into its project', async () => {
  const { person } = await sharedApp();
  const ann = await person();
  const reader = await programOf(ann, { scopes: ['read', 'write'] });
  expect((await sendTranscript(reader, SRT)).json()).toMatchObject({ code: 'token_needs_transcribe' });
  const { id: projectId } = await ann.call(createProject, { body: { name: 'Interviews' } });
  const program = await programOf(ann, { scopes: ['transcribe'], projectId });
  const kept = await keepTranscript(program, SRT);
  const { id } = await program.call(createFromImport, { params: { id: kept.id }, body: {} });
  expect(await ann.call(getTranscript, { params: { id } })).toMatchObject({ projectId, status: 'completed' });
});

it('keeps two hundred texts of a person that wait, and says so before it takes more', async () => {
  const { person, sql } = await sharedApp();
  const ann = await person();
  const { id } = await keepTranscript(ann, SRT);
  await sql(
    `insert into imports (id, user_id, filename, content)
      select 'waiting-' || $1::text || '-' || number, user_id, filename, content from imports, generate_series(2, 200) as number where id = $1`,
    [id],
  );
  expect((await sendTranscript(ann, SRT)).json()).toMatchObject({ code: 'too_many_imports' });
  await ann.call(createFromImport, { params: { id }, body: {} });
  await keepTranscript(ann, SRT);
});

async function settledAgain(person: Person, id: TranscriptId) {
  for (;;) {
    const transcript = await person.call(getTranscript, { params: { id } });
    if (transcript.stage === null) return transcript;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

it('puts a text without times onto a recording at the times at which it is heard', async () => {
  const { ann, id, params } = await withTalk();
  const heard = await ann.call(getTranscript, { params });
  const { segments: before } = await ann.call(getWords, { params });
  const said = heard.timestampedTranscript.map(({ text }) => text).join(' ');
  const { id: importId } = await keepTranscript(
    ann,
    `Carl: ${said}\n\nCarl: Nobody has ever uttered these final syllables.\n`,
    'a.txt',
  );
  await ann.call(importOntoTranscript, { params, body: { importId } });
  const after = await settledAgain(ann, id);
  expect(after).toMatchObject({
    version: 2,
    speakerNames: { 'Speaker 1': 'Carl' },
    errorMessage: null,
    imported: { format: 'txt', unplacedWords: 7 },
  });
  const { segments } = await ann.call(getWords, { params });
  const times = (list: typeof segments) => list.flatMap(({ words }) => words.map(([, start]) => start));
  expect(times(segments).slice(0, times(before).length)).toEqual(times(before));

  const { versions } = await ann.call(listVersions, { params });
  expect(versions).toHaveLength(2);
  const restored = await ann.call(restoreVersion, { params: { id, version: 1 } });
  expect(restored).toMatchObject({ imported: null, transcript: heard.transcript });
});

it('puts a text onto the recording that is uploaded with it, at its own times or at those that are heard', async () => {
  const test = await sharedApp({ workers: true });
  const ann = await test.person();
  const recording = await wavRecording(21_000);
  const heard = await ann.settled(await ann.upload(recording));
  const together = async (text: string, importTiming?: 'heard') => {
    const { id: importId } = await keepTranscript(ann, text);
    const id = await ann.upload(recording, { importId, importTiming });
    const again = ann.upload(recording, { importId, importTiming });
    await expect(again).rejects.toMatchObject({ code: 'import_not_found' });
    return ann.settled(id);
  };
  const said = heard.timestampedTranscript.map(({ text }) => text).join(' ');
  const srt = `1\n00:00:08,000 --> 00:00:20,000\n${said}\n`;
  expect(await together(srt)).toMatchObject({
    status: 'completed',
    timestampedTranscript: [{ start: 8 }],
    imported: { format: 'srt', notes: [expect.stringMatching(/seconds later than the recording/)] },
  });
  const foreign = 'zebra quartz vivid lumber pixel onion banjo fjord gleam hymn '.repeat(3);
  expect(await together(`1\n00:00:08,000 --> 00:00:20,000\n${foreign}\n`)).toMatchObject({
    status: 'completed',
    engine: null,
    timestampedTranscript: [{ start: 8, text: foreign.trim() }],
    imported: { notes: [expect.stringContaining('does not seem to fit this recording')] },
  });
  // Too little to be judged by.
  expect(await together('1\n00:00:08,000 --> 00:00:20,000\nZebra quartz.\n')).toMatchObject({
    imported: { notes: [expect.stringContaining('not compared')] },
  });
  expect(await together(srt, 'heard')).toMatchObject({
    timestampedTranscript: [{ start: heard.timestampedTranscript[0]?.start, text: said }],
    imported: { unplacedWords: 0, notes: [] },
  });
});

it('takes the times of a file, and says when text and recording do not belong together', async () => {
  const { ann, id, params } = await withTalk();
  const cue = (from: string, text: string) => `1\n00:00:${from},000 --> 00:00:${from},900\n${text}\n`;
  const late = await keepTranscript(ann, '1\n00:10:00,000 --> 00:10:02,000\nLater than the end.\n');
  await ann.call(importOntoTranscript, { params, body: { importId: late.id } });
  expect(await settledAgain(ann, id)).toMatchObject({
    errorCode: 'import_beyond_end',
    version: 1,
    imported: null,
  });

  const foreign = 'zebra quartz vivid lumber pixel onion banjo fjord gleam hymn '.repeat(4);
  const other = await keepTranscript(ann, foreign, 'x.txt');
  await ann.call(importOntoTranscript, { params, body: { importId: other.id } });
  expect(await settledAgain(ann, id)).toMatchObject({ errorCode: 'import_does_not_fit', version: 1 });

  const good = await keepTranscript(ann, cue('02', 'Two words.'));
  await ann.call(importOntoTranscript, { params, body: { importId: good.id } });
  const after = await settledAgain(ann, id);
  expect(after).toMatchObject({ version: 2, timestampedTranscript: [{ start: 2, end: 2.9 }] });
  const again = ann.call(importOntoTranscript, { params, body: { importId: good.id } });
  await expect(again).rejects.toMatchObject({ code: 'import_not_found' });
});
