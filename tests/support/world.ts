import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { onTestFinished } from 'vitest';
import { type ProjectId, ShareId, type TranscriptId } from '#contract/ids.ts';
import { createProject } from '#contract/projects.ts';
import { getTranscript } from '#contract/transcripts.ts';
import type { Sent } from './access-matrix.ts';
import { startAnthropicDouble } from './anthropic-double.ts';
import { type TestApp, type TestAppOptions, testApp } from './app.ts';
import { startLoopback } from './loopback.ts';
import type { Person } from './person.ts';
import { rssFeed, startPodcastDouble } from './podcast-double.ts';
import { seedTranscript } from './projects.ts';
import { rewrite } from './talk.ts';
import { startVideoDouble } from './video-double.ts';

/** A project with a member of each role, a transcript, an article and an invitation; created anew after a call has changed it. */
export interface World {
  test: TestApp;
  people: Record<'owner' | 'editor' | 'viewer' | 'stranger', Person>;
  project: ProjectId;
  transcript: TranscriptId;
  segment: { id: number; revision: number };
  shareId: ShareId;
  /** The ids of everything that appears in paths. */
  ids: Record<string, string | number>;
  outside: { podcast: string; episode: string; video: string; page: string };
}

/** Starts a listening application with the people of a world and doubles of all outside services. */
export async function withWorlds({ env, ...options }: TestAppOptions = {}) {
  const [claude, podcasts, videos, pages] = await Promise.all([
    startAnthropicDouble(),
    startPodcastDouble(),
    startVideoDouble(),
    startLoopback((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(PAGE);
    }),
  ]);
  onTestFinished(async () => {
    await Promise.all([claude, podcasts, videos, pages].map((double) => double.close()));
  });
  const test = await testApp({
    ...options,
    env: {
      ...podcasts.env,
      ...videos.env,
      ANTHROPIC_BASE_URL: claude.url,
      OUTBOUND_ALLOW: [podcasts, videos, pages].map(({ url }) => new URL(url).host).join(','),
      ...env,
    },
  });
  await test.listen();
  const outside = {
    podcast: podcasts.list({ title: 'Deep Talk', feed: rssFeed([]) }),
    episode: `${podcasts.url}/episode.mp3`,
    video: videos.add({ id: 'abcdefghij1', title: 'The mill' }),
    page: `${pages.url}/article`,
  };
  const people = {
    owner: await test.person('Ann'),
    editor: await test.person('Eve'),
    viewer: await test.person('Vic'),
    stranger: await test.person('Sam'),
  };
  const file = smallPdf('A paper.');
  await test.deps.store.put('matrix/file', Readable.from([file]), { maxBytes: file.length });
  return {
    test,
    people,
    /** Creates a world of these people, or of others in their places. */
    world: (others: Partial<World['people']> = {}) =>
      makeWorld({ test, people: { ...people, ...others }, outside }, file.length),
  };
}

async function makeWorld(
  { test, people, outside }: Pick<World, 'test' | 'people' | 'outside'>,
  sizeBytes: number,
): Promise<World> {
  const { owner, editor, viewer } = people;
  const { id: project } = await owner.call(createProject, { body: { name: 'Field notes' } });
  const transcript = await seedTranscript(test, owner, { project });
  await rewrite(owner, transcript, 0, 'Hello all.');
  const [segment] = (await owner.call(getTranscript, { params: { id: transcript } })).timestampedTranscript;
  const shareId = ShareId.parse(randomBytes(16).toString('base64url'));
  const token = randomBytes(16).toString('base64url');
  const [row] = await test.sql(
    `with came as (insert into members (project_id, user_id, role) values ($1, $3, 'editor'), ($1, $4, 'viewer'))
    , recorded as (
      insert into media (transcript_id, storage_key, size_bytes, mime_type, kind, transcode, waveform, waveform_bucket_ms)
      values ($2, 'matrix/file', $5, 'audio/wav', 'audio', 'not-needed', '[1, 2]', 20))
    , older as (
      insert into versions (transcript_id, version, made_at, segments, speaker_names, facts)
      values ($2, 2, now(), '[]', '{}', '{"wordCount": 0, "accuracy": null, "language": null, "lowConfidence": false,
        "speakersSuggested": false, "showSpeakers": true, "segmentCount": 0}'))
    , cut as (
      insert into clips (transcript_id, user_id, start_ms, end_ms, format, captions_hash, status, storage_key, size_bytes)
      values ($2, $8, 0, 500, 'mp3', '', 'ready', 'matrix/file', $5) returning id)
    , shared as (insert into shares (id, transcript_id) values ($6, $2))
    , asked as (
      insert into messages (transcript_id, project_id, user_id, role, content)
      values ($2, null, $8, 'user', 'Who?'), (null, $1, $8, 'user', 'Who?'))
    , noted as (
      insert into notes (transcript_id, user_id, kind, text, normalized, quote, parts, start_ms, end_ms, version)
      values ($2, $4, 'comment', 'Who?', 'who?', 'Hello', '[]', 0, 500, 1) returning id)
    , replied as (
      insert into note_replies (note_id, user_id, text, normalized) select id, $4, 'Ann.', 'ann.' from noted returning id)
    , invited as (
      insert into invitations (project_id, token, role, user_id, expires_at)
      values ($1, $7, 'viewer', $8, now() + interval '7 days') returning id)
    , added as (
      insert into articles (project_id, type, title, content, word_count, identity, storage_key, filename, page_count)
      values ($1, 'pdf', 'Paper', 'A paper.', 2, 'paper', 'matrix/file', 'paper.pdf', 1) returning id)
    select invited.id as "invitationId", added.id as "articleId", cut.id as "clipId",
      (select max(id) from edits where transcript_id = $2) as "editId", noted.id as "noteId", replied.id as "replyId"
      from invited, added, cut, noted, replied`,
    [project, transcript, editor.user?.id, viewer.user?.id, sizeBytes, shareId, token, owner.user?.id],
  );
  if (!segment || !row) throw new Error('The world is not complete.');
  const ids = {
    ...(row as Record<string, number>),
    transcriptId: transcript,
    userId: viewer.user?.id ?? 0,
    version: 2,
    name: 'recording.wav',
    shareId,
    token,
  };
  const { id, revision } = segment;
  return { test, people, outside, project, transcript, shareId, ids, segment: { id, revision } };
}

/** All data of a world in the database, as text. */
export async function stateOf({ test, project, transcript }: World): Promise<string> {
  const ofTranscript = ['segments', 'edits', 'versions', 'summaries', 'shares', 'media', 'notes', 'clips'];
  const ofProject = ['members', 'invitations', 'articles'];
  const all = (table: string, which: string) =>
    `(select jsonb_agg(to_jsonb(r) order by to_jsonb(r)::text) from ${table} as r where ${which})`;
  const parts = [
    all('transcripts', 'r.id = $1'),
    all('projects', 'r.id = $2'),
    all('messages', 'r.transcript_id = $1 or r.project_id = $2'),
    ...ofTranscript.map((table) => all(table, 'r.transcript_id = $1')),
    all('note_replies', 'r.note_id in (select id from notes where transcript_id = $1)'),
    ...ofProject.map((table) => all(table, 'r.project_id = $2')),
  ];
  const [row] = await test.sql(`select jsonb_build_array(${parts.join(', ')})::text as state`, [
    transcript,
    project,
  ]);
  return String(row?.state);
}

/** Encodes a form as browsers do. */
export async function multipart(fields: Record<string, string | File>): Promise<Sent> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  const response = new Response(form);
  return {
    headers: { 'content-type': response.headers.get('content-type') ?? '' },
    body: Buffer.from(await response.arrayBuffer()),
  };
}

/** The host and port of a listening application. */
export function hostOf({ app }: Pick<TestApp, 'app'>): string {
  const address = app.server.address();
  return address && typeof address === 'object' ? `127.0.0.1:${address.port}` : '';
}

const PAGE = `<!doctype html><title>The mill</title><article><h1>The mill</h1>${'<p>The mill stands by the river, and the water turns its wheel all day long, as it has done for three hundred years.</p>'.repeat(12)}</article>`;

/** A page with one line of text. */
export function smallPdf(line: string): Buffer {
  const drawing = `BT /F1 12 Tf 72 720 Td (${line}) Tj ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let text = '%PDF-1.4\n';
  const places = objects.map((object, index) => {
    const place = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(place).padStart(10, '0')} 00000 n \n`;
  });
  const start = text.length;
  text += `xref\n0 6\n0000000000 65535 f \n${places.join('')}trailer\n<< /Size 6 /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
}
