import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { getApiKeys, saveApiKeys } from '#contract/api-keys.ts';
import { getCurrentUser } from '#contract/auth.ts';
import { editTranscript } from '#contract/edits.ts';
import { TranscriptId } from '#contract/ids.ts';
import { getMediaToken } from '#contract/media.ts';
import { assignTranscripts, createProject } from '#contract/projects.ts';
import { searchNotes, searchTranscripts } from '#contract/search.ts';
import { getTranscript, getWaveform, restoreVersion } from '#contract/transcripts.ts';
import { normalizeText } from '#domain/normalize-text.ts';
import { BadArchive, verifyArchive } from '#server/backup/archive.ts';
import { backup } from '#server/backup/backup.ts';
import { restore } from '#server/backup/restore.ts';
import { listMigrations, migrate } from '#server/db/migrate.ts';
import { createCipher } from '#server/secret.ts';
import { openDiskStore } from '#server/storage/disk.ts';
import { StoreError } from '#server/storage/store.ts';
import { testApp } from '#tests/support/app.ts';
import { membersOf, withMember, writeMembers } from '#tests/support/backup-archives.ts';
import { connectionTo, createDatabase, dropDatabase } from '#tests/support/databases.ts';

const SECRET = 'the secret of an installation of long ago';
const TOKEN = 'a-session-that-was-open-when-the-backup-was-made';
const RECORDING = Buffer.from('RIFF....WAVE');
const KEY = 'sk-ant-of-long-ago-0123456789';
const NOWHERE = 'http://127.0.0.1:9';
const quiet = { progress: () => undefined, signal: new AbortController().signal };

/** What a finished transcript of two segments was in the tables of the first versions; `place` is how they were numbered then. */
const seeded = (place: string) => `
  insert into users (email, first_name) values ('ann@example.test', 'Ann');
  insert into sessions (token_hash, user_id, expires_at)
    values ('${createHash('sha256').update(TOKEN).digest('hex')}', 1, now() + interval '1 day');
  insert into transcripts (user_id, title, folded_title, status, source_type, duration_ms, word_count, segment_count)
    values (1, 'Größe', 'grosse', 'completed', 'upload', 4000, 4, 2);
  insert into media (transcript_id, storage_key, size_bytes, mime_type, kind, rendition)
    values (1, 'uploads/old', ${RECORDING.length}, 'audio/wav', 'audio', 'not-needed');
  insert into segments (transcript_id, ${place}, user_id, speaker, start_ms, end_ms, text, folded, words, timing) values
    (1, 1, 1, 'Speaker 1', 2000, 4000, 'Thank you.', 'thank you.', '[]', 'measured'),
    (1, 0, 1, 'Speaker 1', 0, 2000, 'Hello everyone.', 'hello everyone.', '[]', 'measured');`;

const encrypted = createCipher(SECRET).encrypt('api-key:1:anthropic', KEY);
const WITH_KEY = `insert into api_keys (user_id, provider, sealed) values (1, 'anthropic', '${encrypted}');`;

/** What else there was before columns got the names of the field, with values that are not the columns' defaults. */
const WITH_OLD_NAMES = `
  update transcripts set doubtful = true, suggest_speakers = false, version = 2, made_at = now();
  update media set rendition = 'made', playable_key = 'uploads/old', peaks = '[10, 90]', peak_bucket_ms = 2000;
  insert into identities (issuer, subject, user_id, told) values ('https://id.test', 'ann', 1, '{"firstName": "Ann"}');
  insert into versions (transcript_id, version, made_at, segments, speaker_names, facts) values (1, 1, now(), '[]', '{}',
    '{"doubtful": true, "wordCount": 0, "segmentCount": 0, "speakersSuggested": false, "showSpeakers": true}');`;

/** The text as it was normalized before quotation marks, dashes, spaces and letters that keyboards lack counted as what people type. */
const formerly = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[\p{Script=Inherited}[\p{M}&&\p{Script=Hebrew}]]+/gv, '')
    .toLowerCase()
    .replaceAll('ς', 'σ');

/** All characters of the basic plane, each between spaces, which a database can keep. */
const EVERY_CHARACTER = Array.from({ length: 0xfffd }, (_, code) => String.fromCharCode(code + 1))
  .filter((character) => character.isWellFormed())
  .join(' ');

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;
const both = (text: string) => `${quoted(text)}, ${quoted(formerly(text))}`;

const WITH_EVERY_CHARACTER = `
  insert into users (email, first_name) values ('ann@example.test', 'Ann');
  insert into sessions (token_hash, user_id, expires_at)
    values ('${createHash('sha256').update(TOKEN).digest('hex')}', 1, now() + interval '1 day');
  insert into projects (name, color) values ('Old', '#3b82f6');
  insert into transcripts (user_id, title, normalized_title, status, source_type, duration_ms, word_count, segment_count)
    values (1, ${both('Mother’s Day')}, 'completed', 'upload', 4000, 4, 1);
  insert into segments (transcript_id, position, user_id, speaker, start_ms, end_ms, text, normalized, words, timing)
    values (1, 1, 1, 'Speaker 1', 0, 2000, ${both(EVERY_CHARACTER)}, '[]', 'measured');
  insert into notes (transcript_id, user_id, kind, text, normalized, quote, parts, start_ms, end_ms, version)
    values (1, 1, 'comment', ${both('pages 10–12')}, '', '[]', 0, 1000, 1);
  insert into note_replies (note_id, user_id, text, normalized) values (1, 1, ${both('Ann’s reply')});
  insert into articles (project_id, user_id, type, title, content, word_count, identity)
    values (1, 1, 'web', 'A', ${quoted('die Straße')}, 2, 'a');
  insert into article_passages (article_id, position, project_id, start, "end", normalized)
    values (1, 0, 1, 0, 10, ${quoted(formerly('die Straße'))});`;

const NORMALIZED = [
  ['transcripts', 'normalized_title', 'title'],
  ['segments', 'normalized', 'text'],
  ['notes', 'normalized', 'text'],
  ['note_replies', 'normalized', 'text'],
  ['article_passages', 'normalized', '(select content from articles where id = article_id)'],
] as const;

/** An installation as it was after so many migrations, with one recording. */
async function oldInstallation({ migrations, seed }: { migrations: number; seed: string }) {
  const last = listMigrations()[migrations - 1]?.createdAt ?? 0;
  const folder = await mkdtemp(join(tmpdir(), 'tapescript-restore-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const old = await createDatabase();
  onTestFinished(() => dropDatabase(old));
  await migrate(connectionTo(old), { upTo: last, isLoading: true });
  const client = new pg.Client(connectionTo(old));
  await client.connect();
  await client.query(seed);
  await client.end();
  const store = openDiskStore(join(folder, 'old'));
  await store.put('uploads/old', Readable.from([RECORDING]), { maxBytes: 100 });
  return { folder, connection: connectionTo(old), store };
}

/** A backup of an old installation, restored by what is here now. */
async function restored({ migrations, seed, secret }: { migrations: number; seed: string; secret?: string }) {
  const { folder, connection, store } = await oldInstallation({ migrations, seed });
  const path = join(folder, 'tapes.tar');
  await backup(path, { connection, store, secret, ...quiet });
  const database = await createDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'tapescript-restored-'));
  const to = { connection: connectionTo(database), store: openDiskStore(join(dataDir, 'media')), dataDir };
  const { manifest } = await restore(path, { ...to, replace: false, ...quiet });
  expect(manifest).toMatchObject({ hasSecret: secret !== undefined, missingFiles: [] });
  expect(manifest.migrations).toHaveLength(migrations);
  const test = await testApp({ installation: { database, dataDir }, env: { ANTHROPIC_BASE_URL: NOWHERE } });
  const ann = test.visitor();
  ann.cookie = `tapescript_session=${TOKEN}`;
  return { ...test, ann };
}

it('names a recording that is not in the store, and makes no backup while the store does not answer', async () => {
  const { folder, connection, store } = await oldInstallation({ migrations: 6, seed: seeded('position') });
  const path = join(folder, 'tapes.tar');
  const options = { connection, secret: undefined, ...quiet };
  const silent = { ...store, read: () => Promise.reject(new StoreError('The store does not answer.')) };
  await expect(backup(path, { ...options, store: silent })).rejects.toThrow('The store does not answer.');
  expect(await readdir(folder)).toEqual(['old']);
  // The first one goes after it was asked for its size.
  for (const from of [{ ...store, read: () => store.read('gone') }, store]) {
    const { missingFiles } = await backup(path, { ...options, store: from });
    expect(missingFiles).toEqual(['uploads/old']);
    expect((await verifyArchive(path, () => undefined)).missingFiles).toEqual(missingFiles);
    await store.remove('uploads/old');
  }
});

it('replaces nothing by a backup with a member that it does not name', async () => {
  const { folder, connection, store } = await oldInstallation({ migrations: 6, seed: seeded('position') });
  const path = join(folder, 'tapes.tar');
  await backup(path, { connection, store, secret: undefined, ...quiet });
  const planted = { name: 'secret', bytes: Buffer.from('a secret that somebody else knows as well') };
  await writeMembers(path, withMember(await membersOf(path), planted, { isNamed: false }));
  await expect(
    restore(path, { connection, store, dataDir: folder, replace: true, ...quiet }),
  ).rejects.toBeInstanceOf(BadArchive);
  expect(await readdir(folder)).not.toContain('secret');
  const client = new pg.Client(connection);
  await client.connect();
  onTestFinished(() => client.end());
  const { rows } = await client.query('select title from transcripts');
  expect(rows).toEqual([{ title: 'Größe' }]);
});

it.each([
  ['the first', 2, seeded('index')],
  ['a later', 6, seeded('position')],
])(
  'brings back what %s version backed up, and all that came since works with it',
  async (_, migrations, seed) => {
    const { ann, app } = await restored({ migrations, seed, secret: SECRET });
    expect(await ann.call(getCurrentUser, {})).toMatchObject({ firstName: 'Ann' });
    const params = { id: TranscriptId.parse(1) };
    const { timestampedTranscript, mediaUrl, title } = await ann.call(getTranscript, { params });
    expect(title).toBe('Größe');
    expect(timestampedTranscript.map(({ text }) => text)).toEqual(['Hello everyone.', 'Thank you.']);
    const { token } = await ann.call(getMediaToken, { params });
    const played = await app.inject({ url: `${mediaUrl}?token=${token}` });
    expect(played.rawPayload.equals(RECORDING)).toBe(true);
    const [segment] = timestampedTranscript;
    if (!segment) throw new Error('There is no segment.');
    const { id, revision } = segment;
    await ann.call(editTranscript, {
      params,
      body: { kind: 'text', segment: { id, revision }, text: 'Goodbye.' },
    });
    expect(await ann.call(searchTranscripts, { query: { q: 'goodbye' } })).toMatchObject({ totalResults: 1 });
    const project = await ann.call(createProject, { body: { name: 'New' } });
    await ann.call(assignTranscripts, { body: { transcriptIds: [params.id], projectId: project.id } });
  },
);

it('opens saved API keys where the secret came along, and else says that they are lost and takes new ones', async () => {
  const seed = seeded('position') + WITH_KEY;
  const whole = await restored({ migrations: 6, seed, secret: SECRET });
  expect(await whole.ann.call(getApiKeys, {})).toMatchObject({
    hasAnthropic: true,
    anthropicApiKey: expect.stringContaining(KEY.slice(-4)),
    lost: [],
  });
  const { ann, app } = await restored({ migrations: 6, seed });
  expect(await ann.call(getApiKeys, {})).toMatchObject({ hasAnthropic: false, lost: ['anthropic'] });
  expect((await ann.call(saveApiKeys, { body: { anthropicApiKey: KEY } })).lost).toEqual([]);
  // Nothing else hangs on the secret: sessions, texts and recordings are there.
  const params = { id: TranscriptId.parse(1) };
  const { token } = await ann.call(getMediaToken, { params });
  expect((await app.inject({ url: `/media/1/a.wav?token=${token}` })).statusCode).toBe(200);
});

it('keeps what stood in columns that have other names now', async () => {
  const seed = seeded('position') + WITH_KEY + WITH_OLD_NAMES;
  const { ann, app, sql } = await restored({ migrations: 9, seed, secret: SECRET });
  const params = { id: TranscriptId.parse(1) };
  expect((await ann.call(getTranscript, { params })).doubtful).toBe(true);
  expect(await sql('select options from transcripts')).toEqual([
    { options: { suggestSpeakers: false, speakers: null, engine: 'auto', language: null } },
  ]);
  expect(await ann.call(searchTranscripts, { query: { q: 'GROSSE' } })).toMatchObject({ totalResults: 1 });
  expect(await ann.call(searchTranscripts, { query: { q: 'thank' } })).toMatchObject({ totalResults: 1 });
  expect(await ann.call(getWaveform, { params })).toEqual({ start: 0, bucketMs: 2000, peaks: [10, 90] });
  const { token } = await ann.call(getMediaToken, { params });
  const { mediaUrl } = await ann.call(getTranscript, { params });
  expect((await app.inject({ url: `${mediaUrl}?token=${token}` })).headers['content-type']).toBe('audio/mp4');
  expect(await ann.call(getApiKeys, {})).toMatchObject({ hasAnthropic: true, lost: [] });
  expect(await sql('select claims from identities')).toEqual([{ claims: { firstName: 'Ann' } }]);
  await sql('update transcripts set low_confidence = false');
  await ann.call(restoreVersion, { params: { ...params, version: 1 } });
  expect((await ann.call(getTranscript, { params })).doubtful).toBe(true);
  expect(await sql('select facts from versions')).toMatchObject([{ facts: { lowConfidence: false } }]);
});

it('finds in what an earlier version normalized whatever a reader takes for one, and loses nothing', async () => {
  const { ann, sql } = await restored({ migrations: 16, seed: WITH_EVERY_CHARACTER, secret: SECRET });
  expect((await ann.call(searchTranscripts, { query: { q: "mother's day" } })).totalResults).toBe(1);
  for (const q of ["ann's reply", '10-12'])
    expect((await ann.call(searchNotes, { query: { q } })).total).toBe(1);
  for (const [table, column, text] of NORMALIZED) {
    const rows = await sql(`select ${text} as text, ${column} as normalized from ${table}`);
    for (const row of rows) expect(row.normalized).toBe(normalizeText(String(row.text)));
  }
});
