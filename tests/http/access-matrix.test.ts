import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { get } from 'node:http';
import { expect, it } from 'vitest';
import { articleFilePath, UPLOAD_PDF_PATH } from '#contract/articles.ts';
import { changePassword, signIn } from '#contract/auth.ts';
import { clipFilePath } from '#contract/clips.ts';
import { undoEdit } from '#contract/edits.ts';
import { EVENTS_PATH } from '#contract/events.ts';
import { type ProjectId, UploadId } from '#contract/ids.ts';
import { IMPORTS_PATH, PREVIEW_IMPORT_PATH } from '#contract/imports.ts';
import { UPLOAD_PART_BYTES } from '#contract/limits.ts';
import { LIVE_TEXT_PATH } from '#contract/live-text.ts';
import { CONSENT_PATH, MCP_PATH } from '#contract/mcp.ts';
import { getMediaToken } from '#contract/media.ts';
import { METADATA_PATHS, OAUTH_PATHS } from '#contract/oauth-paths.ts';
import { createProject } from '#contract/projects.ts';
import { RECORDING_PIECE_PATH, TRANSCRIBE_RECORDING_PATH } from '#contract/recordings.ts';
import { endpoints } from '#contract/registry.ts';
import { getSharedTranscript } from '#contract/shares.ts';
import { type TokenNeed, TokenScope } from '#contract/token-scopes.ts';
import { createToken, revokeToken } from '#contract/tokens.ts';
import { authorizeUpload, listUploadParts } from '#contract/uploads.ts';
import {
  CALLERS,
  type Caller,
  mountedRoutes,
  nameOf,
  problemsOf,
  type Row,
  type Sent,
  send,
  type Table,
} from '#tests/support/access-matrix.ts';
import { ANTHROPIC_KEY } from '#tests/support/anthropic-double.ts';
import { keepTranscript } from '#tests/support/imports.ts';
import { cookieOf, type Person } from '#tests/support/person.ts';
import { seedTranscript } from '#tests/support/projects.ts';
import { rewrite } from '#tests/support/talk.ts';
import { hostOf, multipart, smallPdf, stateOf, type World, withWorlds } from '#tests/support/world.ts';

// Owner, editor, viewer, stranger, anonymous, visitor.
const ANYONE = [200, 200, 200, 200, 200, 200] as const;
const SIGNED_IN = [200, 200, 200, 200, 401, 401] as const;
const READERS = [200, 200, 200, 404, 401, 401] as const;
const EDITORS = [200, 200, 403, 404, 401, 401] as const;
const OWNER = [200, 403, 403, 404, 401, 401] as const;
/** Of things that nobody else can see. */
const ONLY_OWN = [200, 404, 404, 404, 401, 401] as const;
const LINK_HOLDERS = [200, 200, 200, 200, 404, 200] as const;
/** Of the caller's own things, or of none. */
const APART = { expected: SIGNED_IN, isApart: true } as const;

const WINDOW = randomBytes(16).toString('base64url');

const by = (body: unknown) => ({ sent: () => ({ body }) });
/** Whoever has the link; those who are nobody guess one. */
const byLink: Pick<Row<World>, 'expected' | 'sent'> = {
  expected: LINK_HOLDERS,
  sent: ({ shareId }, { name }) => ({ params: { shareId: name === 'anonymous' ? 'guessed' : shareId } }),
};
const WITH_UID = { sent: () => ({ params: { uid: 'unknown' } }) };
const recorded = { headers: { 'content-type': 'application/octet-stream' }, body: Buffer.from('sound') };
const transcriptFile = {
  query: { filename: 'talk.srt' },
  headers: recorded.headers,
  body: Buffer.from('00:00:01,000 --> 00:00:02,000\nHello.'),
};
const question = { question: 'Who says thank you?' };
const signInAgain: Pick<Row<World>, 'after'> = {
  after: async (_, { person }) => {
    const body = { email: person.email, password: 'correct horse' };
    const answer = await person.app.inject({ method: 'POST', url: signIn.path, payload: body });
    if (person.user) person.cookie = cookieOf(answer.headers['set-cookie']);
  },
};

const TABLE: Table<World> = {
  'GET /api/health': { expected: ANYONE },
  'GET /api/openapi.json': { expected: ANYONE },
  'GET /api/docs': { expected: ANYONE },
  'GET /api/docs/script.js': { expected: ANYONE },
  'GET /api/docs/style.css': { expected: ANYONE },
  // All of them call from this machine; others need the token (tests/http/metrics.test.ts).
  'GET /metrics': { expected: ANYONE },
  'GET /api/login': { expected: [302, 302, 302, 302, 302, 302] },
  'GET /api/logout': { expected: [302, 302, 302, 302, 302, 302], ...signInAgain },
  'POST /api/auth/sign-up': {
    isApart: true,
    expected: [201, 201, 201, 201, 201, 201],
    sent: () => ({
      body: {
        email: `${randomBytes(6).toString('hex')}@example.test`,
        password: 'correct horse',
        firstName: 'Una',
      },
    }),
  },
  'GET /api/auth/sign-up': { expected: ANYONE },
  'POST /api/auth/sign-in': {
    isApart: true,
    expected: ANYONE,
    sent: ({ people }) => ({ body: { email: people.viewer.email, password: 'correct horse' } }),
  },
  'GET /api/auth/user': { elsewhere: 200, expected: SIGNED_IN },
  'GET /api/auth/password': { needs: 'none', expected: SIGNED_IN },
  'PUT /api/auth/password': {
    needs: 'none',
    ...APART,
    ...by({ currentPassword: 'correct horse', newPassword: 'another horse' }),
    after: async (_, { person }) => {
      const body = { currentPassword: 'another horse', newPassword: 'correct horse' };
      if (person.user) await person.call(changePassword, { body });
    },
  },
  'POST /api/auth/sign-out-everywhere': { needs: 'none', ...APART, ...signInAgain },
  [`GET ${EVENTS_PATH}`]: { expected: SIGNED_IN, call: statusOfEvents },
  [`GET ${LIVE_TEXT_PATH}`]: {
    needs: 'transcribe',
    expected: [101, 101, 101, 101, 401, 401],
    call: statusOfLiveText,
  },

  'GET /api/upload/limits': { elsewhere: 200, needs: 'transcribe', ...APART },
  'POST /api/upload/presigned-url': {
    elsewhere: 200,
    needs: 'transcribe',
    ...APART,
    ...by({ filename: 'a.wav', filesize: 5, contentType: 'audio/wav' }),
  },
  // Whoever has the signed address may send the file; others know no more than the upload's id.
  'PUT /api/upload/:id/content': {
    isApart: true,
    expected: [204, 403, 403, 403, 403, 403],
    sent: async ({ people }, { name }) => {
      const address = await openUpload(people.owner);
      const query = name === 'owner' ? Object.fromEntries(address.searchParams) : {};
      return { params: { id: idOf(address) }, query, ...recorded };
    },
  },
  'POST /api/upload/:id/parts': {
    elsewhere: 200,
    needs: 'transcribe',
    isApart: true,
    expected: ONLY_OWN,
    sent: async ({ people }) => ({ params: { id: idOf(await openUpload(people.owner, LARGE_BYTES)) } }),
  },
  'PUT /api/upload/:id/parts/:number': {
    isApart: true,
    expected: [204, 403, 403, 403, 403, 403],
    sent: async ({ people }, { name }) => {
      const id = idOf(await openUpload(people.owner, LARGE_BYTES));
      const { parts } = await people.owner.call(listUploadParts, { params: { id } });
      const last = parts.at(-1);
      const { searchParams } = new URL(last?.url ?? '');
      return {
        params: { id, number: parts.length },
        query: name === 'owner' ? Object.fromEntries(searchParams) : {},
        headers: recorded.headers,
        body: Buffer.alloc(last?.sizeBytes ?? 0),
      };
    },
  },
  // Everyone gets their own answer (known-recordings.test.ts).
  'POST /api/upload/known': {
    elsewhere: 200,
    needs: 'transcribe',
    ...APART,
    ...by({ sizeBytes: 5, sha256: '0'.repeat(64) }),
  },
  'POST /api/upload/process': {
    elsewhere: 200,
    needs: 'transcribe',
    isApart: true,
    expected: ONLY_OWN,
    sent: async ({ people }) => {
      const address = await openUpload(people.owner);
      await people.owner.put(address.href, Buffer.from('sound'));
      return { body: { uploadId: idOf(address) } };
    },
  },
  'GET /api/recordings': { expected: SIGNED_IN },
  // One that is not there, or not one's own, is no error.
  'DELETE /api/recordings/:id': { needs: 'transcribe', ...APART, sent: recordingOfOwner },
  [`PUT ${RECORDING_PIECE_PATH}`]: {
    needs: 'transcribe',
    isApart: true,
    expected: [204, 404, 404, 404, 401, 401],
    sent: async (world) => {
      const { params } = await recordingOfOwner(world);
      return { params: { ...params, position: 1 }, ...recorded };
    },
  },
  [`POST ${TRANSCRIBE_RECORDING_PATH}`]: {
    needs: 'transcribe',
    isApart: true,
    expected: ONLY_OWN,
    sent: async (world) => {
      const { params } = await recordingOfOwner(world);
      const file = new File(['sound'], 'recording.webm', { type: 'audio/webm' });
      return multipart({ recordingId: params.id, from: '1', video: file });
    },
  },
  [`POST ${PREVIEW_IMPORT_PATH}`]: {
    elsewhere: 200,
    needs: 'read',
    expected: SIGNED_IN,
    sent: () => transcriptFile,
  },
  [`POST ${IMPORTS_PATH}`]: {
    elsewhere: 201,
    needs: 'transcribe',
    isApart: true,
    expected: [201, 201, 201, 201, 401, 401],
    sent: () => transcriptFile,
  },
  'POST /api/imports/:id/transcript': {
    elsewhere: 200,
    needs: 'transcribe',
    isApart: true,
    expected: ONLY_OWN,
    sent: async ({ people }) => ({
      params: { id: (await keepTranscript(people.owner, transcriptFile.body)).id },
      body: {},
    }),
  },
  'POST /api/podcasts/search': { elsewhere: 200, needs: 'transcribe', ...APART, ...by({ query: 'deep' }) },
  'GET /api/podcasts/:id/episodes': {
    elsewhere: 200,
    needs: 'transcribe',
    expected: SIGNED_IN,
    sent: ({ outside }) => ({ params: { id: outside.podcast } }),
  },
  'POST /api/transcribe/podcast': {
    elsewhere: 200,
    needs: 'transcribe',
    ...APART,
    sent: ({ outside }) => ({ body: { url: outside.episode, title: 'Episode' } }),
  },
  'POST /api/youtube/search': { elsewhere: 200, needs: 'transcribe', ...APART, ...by({ query: 'mill' }) },
  'POST /api/transcribe/youtube': {
    elsewhere: 200,
    needs: 'transcribe',
    ...APART,
    sent: ({ outside }) => ({ body: { url: outside.video } }),
  },

  'GET /api/transcripts/search': { expected: SIGNED_IN, sent: () => ({ query: { q: 'hello' } }) },
  // In all of the caller's own transcripts, there is nothing to refuse.
  'GET /api/search/similar': {
    expected: READERS,
    sent: ({ transcript }) => ({ query: { q: 'hello', transcriptId: String(transcript) } }),
  },
  'GET /api/search/notes': { expected: SIGNED_IN, sent: () => ({ query: { q: 'hello' } }) },
  'GET /api/transcripts': { expected: SIGNED_IN },
  'GET /api/transcripts/:id': { expected: READERS },
  'PATCH /api/transcripts/:id': { expected: EDITORS, ...by({ title: 'Other' }) },
  // With the project it is its owner's.
  'PUT /api/transcripts/:id': { expected: OWNER, ...by({ projectId: null }) },
  'DELETE /api/transcripts/:id': { expected: OWNER },
  'POST /api/transcripts/:id/cancel': {
    needs: 'transcribe',
    expected: OWNER,
    prepare: ({ test, transcript }) =>
      test.sql("update transcripts set status = 'processing', job_id = gen_random_uuid() where id = $1", [
        transcript,
      ]),
  },
  'POST /api/transcripts/:id/retry': {
    needs: 'transcribe',
    expected: OWNER,
    prepare: ({ test, transcript }) =>
      test.sql("update transcripts set status = 'failed' where id = $1", [transcript]),
  },
  'GET /api/transcripts/:id/words': { expected: READERS },
  'GET /api/transcripts/:id/waveform': { expected: READERS },
  'POST /api/transcripts/:id/clips': { expected: READERS, ...by({ start: 0, end: 1, format: 'mp3' }) },
  'GET /api/transcripts/:id/clips': { expected: READERS },
  'GET /api/transcripts/:id/clips/:clipId': { expected: READERS },
  [`GET ${clipFilePath(':id', ':clipId')}`]: { expected: READERS },
  // Readers delete what they have made themselves, too (tests/http/clips.test.ts).
  'DELETE /api/transcripts/:id/clips/:clipId': { expected: EDITORS },
  'POST /api/transcripts/:id/speaker-search': { expected: EDITORS },
  'GET /api/transcripts/:id/speaker-search': { expected: EDITORS },
  'POST /api/transcripts/:id/speaker-search/apply': { expected: EDITORS, prepare: foundSpeakers },
  'DELETE /api/transcripts/:id/speaker-search': { expected: EDITORS },
  'POST /api/transcripts/:id/transcribe-again': { needs: 'transcribe', expected: OWNER },
  'POST /api/transcripts/:id/import': {
    needs: 'transcribe',
    expected: OWNER,
    sent: async ({ people }) => ({
      body: { importId: (await keepTranscript(people.owner, transcriptFile.body)).id },
    }),
  },
  'GET /api/transcripts/:id/versions': { expected: READERS },
  'POST /api/transcripts/:id/versions/:version/restore': { expected: OWNER },
  'POST /api/transcripts/:id/edits': {
    expected: EDITORS,
    sent: ({ segment }) => ({ body: { kind: 'text', segment, text: 'Other words.' } }),
  },
  'POST /api/transcripts/:id/undo': { expected: EDITORS, prepare: writeAs },
  'POST /api/transcripts/:id/redo': {
    expected: EDITORS,
    prepare: async (world, caller) => {
      await writeAs(world, caller);
      await caller?.person.call(undoEdit, { params: { id: world.transcript } });
    },
  },
  'GET /api/transcripts/:id/history': { expected: READERS },
  'GET /api/transcripts/:id/history/:editId': { expected: READERS },
  'POST /api/transcripts/:id/history/:editId/restore': { expected: EDITORS, ...by({ scope: 'everything' }) },
  'PUT /api/transcripts/:id/presence': { expected: READERS, ...by({ window: WINDOW, segmentId: null }) },
  // A window leaves what its user can no longer read, too.
  'DELETE /api/transcripts/:id/presence': {
    expected: SIGNED_IN,
    sent: () => ({ query: { window: WINDOW } }),
  },
  'GET /api/transcripts/:id/notes': { expected: READERS },
  'POST /api/transcripts/:id/notes': {
    expected: [201, 201, 201, 404, 401, 401],
    sent: ({ segment }) => ({
      body: { kind: 'highlight', color: 'green', parts: [{ segment, start: 0, end: 5 }] },
    }),
  },
  // It is the viewer's.
  'PATCH /api/transcripts/:id/notes/:noteId': {
    expected: [403, 403, 200, 404, 401, 401],
    ...by({ text: 'Whose?' }),
  },
  'DELETE /api/transcripts/:id/notes/:noteId': { expected: [200, 403, 200, 404, 401, 401] },
  'POST /api/transcripts/:id/notes/:noteId/replies': {
    expected: [201, 201, 201, 404, 401, 401],
    ...by({ text: 'Eve.' }),
  },
  'PATCH /api/transcripts/:id/notes/:noteId/replies/:replyId': {
    expected: [403, 403, 200, 404, 401, 401],
    ...by({ text: 'Vic.' }),
  },
  'DELETE /api/transcripts/:id/notes/:noteId/replies/:replyId': {
    expected: [200, 403, 200, 404, 401, 401],
  },
  'POST /api/transcripts/:id/share': { needs: 'share', expected: OWNER, ...by({ expiresInDays: 3 }) },
  'GET /api/transcripts/:id/share': { needs: 'share', expected: OWNER },
  'DELETE /api/transcripts/:id/share': { needs: 'share', expected: OWNER },
  'GET /api/transcripts/:id/summary': { expected: READERS },
  'POST /api/transcripts/:id/summary': { expected: EDITORS },
  'GET /api/transcripts/:id/conversation': { expected: READERS },
  'DELETE /api/transcripts/:id/conversation': { expected: EDITORS },
  'GET /api/transcripts/:id/suggestions': { expected: READERS },
  'POST /api/transcripts/:id/chat': { expected: EDITORS, ...by(question) },
  'POST /api/transcripts/:id/chat/stop': { expected: EDITORS },
  'GET /api/media-token/:id': { expected: READERS },
  'GET /api/media-cdn-url/:id': { expected: READERS },
  'GET /media/:id/:name': { expected: [200, 200, 200, 403, 403, 200], sent: playing },
  'GET /api/media/:id/:name': { expected: [200, 200, 200, 403, 403, 200], sent: playing },

  'GET /api/share/:shareId': byLink,
  'GET /api/share/:shareId/words': byLink,
  'GET /api/share/:shareId/waveform': byLink,
  'GET /api/share/:shareId/suggestions': byLink,
  'POST /api/share/:shareId/chat': {
    isApart: true,
    expected: LINK_HOLDERS,
    sent: async (world, caller) => ({ ...(await byLink.sent?.(world, caller)), body: question }),
  },

  'GET /api/projects': { elsewhere: 200, expected: SIGNED_IN },
  'POST /api/projects': {
    isApart: true,
    expected: [201, 201, 201, 201, 401, 401],
    ...by({ name: 'Another' }),
  },
  'GET /api/projects/:id': { expected: READERS },
  'PATCH /api/projects/:id': { expected: OWNER, ...by({ name: 'Renamed' }) },
  'PUT /api/projects/:id': { expected: OWNER, ...by({ name: 'Renamed' }) },
  'DELETE /api/projects/:id': { expected: OWNER },
  'GET /api/projects/:id/transcripts': { expected: READERS },
  'POST /api/projects/assign': {
    expected: [200, 200, 403, 404, 401, 401],
    sent: async ({ test, people, project }, { name }) => {
      const own = people[name === 'anonymous' || name === 'visitor' ? 'owner' : name];
      return { body: { transcriptIds: [await seedTranscript(test, own)], projectId: project } };
    },
  },
  'DELETE /api/projects/:id/transcripts/:transcriptId': { expected: EDITORS },
  'GET /api/projects/:id/collaborators': { expected: READERS },
  'PUT /api/projects/:id/collaborators/:userId': {
    needs: 'share',
    expected: OWNER,
    ...by({ role: 'editor' }),
  },
  // It is the viewer whom they would remove.
  'DELETE /api/projects/:id/collaborators/:userId': {
    needs: 'share',
    expected: [200, 403, 200, 404, 401, 401],
  },
  'GET /api/projects/:id/invitations': { needs: 'share', expected: OWNER },
  'POST /api/projects/:id/generate-invite-link': {
    needs: 'share',
    expected: [201, 403, 403, 404, 401, 401],
    ...by({ role: 'viewer' }),
  },
  'DELETE /api/projects/:id/invitations/:invitationId': { needs: 'share', expected: OWNER },
  // The link alone shows what it offers: who has none cannot guess one.
  'GET /api/invitations/:token': { expected: ANYONE },
  'POST /api/invitations/accept': {
    needs: 'share',
    expected: SIGNED_IN,
    sent: ({ ids }) => ({ body: { token: ids.token } }),
  },

  'GET /api/projects/:id/articles': { expected: READERS },
  'GET /api/articles/:id': { expected: READERS },
  'POST /api/articles/web': {
    expected: [201, 201, 403, 404, 401, 401],
    sent: ({ outside, project }) => ({ body: { url: outside.page, projectId: project } }),
  },
  [`POST ${UPLOAD_PDF_PATH}`]: {
    expected: [201, 201, 403, 404, 401, 401],
    sent: ({ project }) => {
      const pdf = new File(
        [new Uint8Array(smallPdf('A paper about mills and the water that drives them.'))],
        'paper.pdf',
        {
          type: 'application/pdf',
        },
      );
      return multipart({ projectId: String(project), pdf });
    },
  },
  [`GET ${articleFilePath(':id')}`]: { expected: READERS },
  'PATCH /api/articles/:id': { expected: EDITORS, ...by({ title: 'Renamed' }) },
  'DELETE /api/articles/:id': { expected: EDITORS },

  'GET /api/projects/:id/search': { expected: READERS, sent: () => ({ query: { q: 'hello' } }) },
  'GET /api/projects/:id/conversation': { expected: READERS },
  'DELETE /api/projects/:id/conversation': { expected: EDITORS },
  'GET /api/projects/:id/suggestions': { expected: READERS },
  'POST /api/projects/:id/chat': { expected: EDITORS, ...by(question) },
  'POST /api/projects/:id/chat/stop': { expected: EDITORS },
  'GET /api/library/conversation': { expected: SIGNED_IN },
  'DELETE /api/library/conversation': { expected: SIGNED_IN },
  'GET /api/library/suggestions': { expected: SIGNED_IN },
  // Each about what they have themselves.
  'POST /api/library/chat': { expected: SIGNED_IN, ...by(question) },
  'POST /api/library/chat/stop': { expected: SIGNED_IN },

  // For access tokens only (tests/http/mcp.test.ts).
  [`POST ${MCP_PATH}`]: {
    expected: [401, 401, 401, 401, 401, 401],
    ...by({ jsonrpc: '2.0', id: 1, method: 'ping' }),
  },
  [`GET ${MCP_PATH}`]: { expected: [401, 401, 401, 401, 401, 401] },
  [`DELETE ${MCP_PATH}`]: { expected: [401, 401, 401, 401, 401, 401] },
  'GET /api/speech/engines': { elsewhere: 200, expected: SIGNED_IN },
  'GET /api/user/speech-server': { needs: 'none', expected: SIGNED_IN },
  'PUT /api/user/speech-server': {
    needs: 'none',
    ...APART,
    ...by({ address: 'https://speech.example.org/v1' }),
    after: ({ test }) => test.sql('delete from speech_servers'),
  },
  'DELETE /api/user/speech-server': { needs: 'none', ...APART },
  'POST /api/user/speech-server/test': {
    needs: 'none',
    ...APART,
    sent: ({ outside }) => ({ body: { server: { address: outside.page } } }),
  },
  'GET /api/user/tokens': { needs: 'none', expected: SIGNED_IN },
  'POST /api/user/tokens': {
    ...APART,
    needs: 'none',
    expected: [201, 201, 201, 201, 401, 401],
    ...by({ name: 'A script', scopes: ['read'] }),
  },
  'DELETE /api/user/tokens/:id': {
    ...APART,
    needs: 'none',
    expected: ONLY_OWN,
    sent: async ({ people }) => ({ params: { id: (await tokenOf(people.owner, ['read'])).id } }),
  },
  'GET /api/user/assistants': { needs: 'none', expected: SIGNED_IN },
  'DELETE /api/user/assistants/:id': {
    ...APART,
    needs: 'none',
    expected: ONLY_OWN,
    sent: async ({ test, people }) => {
      const [row] = await test.sql(
        `insert into assistants (user_id, grant_hash, client_id, name, scopes)
          values ($1, $2, 'a client', 'Helpful', '{read}') returning id`,
        [people.owner.user?.id, randomBytes(8).toString('hex')],
      );
      return { params: { id: Number(row?.id) } };
    },
  },
  // Nothing is going on in their browsers (tests/http/assistants.test.ts).
  [`GET ${CONSENT_PATH}/:uid/details`]: {
    needs: 'none',
    expected: [404, 404, 404, 404, 401, 401],
    ...WITH_UID,
  },
  [`POST ${CONSENT_PATH}/:uid/decision`]: {
    needs: 'none',
    expected: [404, 404, 404, 404, 401, 401],
    sent: (_, { person }) => ({
      params: { uid: 'unknown' },
      body: { scopes: ['read'], userId: person.user?.id },
    }),
  },
  ...Object.fromEntries(METADATA_PATHS.map((url) => [`GET ${url}`, { expected: ANYONE }])),
  // What its standards say of each caller, which has no session here.
  'GET /oauth/authorize': { expected: [400, 400, 400, 400, 400, 400], call: statusOfOAuth },
  'GET /oauth/authorize/:uid': { expected: [400, 400, 400, 400, 400, 400], call: statusOfOAuth },
  'POST /oauth/token': { expected: [400, 400, 400, 400, 400, 400], call: statusOfOAuth },
  'POST /oauth/register': { expected: [400, 400, 400, 400, 400, 400], call: statusOfOAuth },
  'POST /oauth/revoke': { expected: [400, 400, 400, 400, 400, 400], call: statusOfOAuth },
  'GET /oauth/jwks': { expected: ANYONE, call: statusOfOAuth },
  'GET /.well-known/oauth-authorization-server': { expected: ANYONE, call: statusOfOAuth },
  ...Object.fromEntries(
    OAUTH_PATHS.flatMap(({ method, url }) =>
      method.some((each) => each === 'OPTIONS')
        ? [[`OPTIONS ${url}`, { expected: [204, 204, 204, 204, 204, 204], call: statusOfOAuth }]]
        : [],
    ),
  ),
  'GET /api/user/api-keys': { needs: 'none', expected: SIGNED_IN },
  'POST /api/user/api-keys': {
    needs: 'none',
    ...APART,
    ...by({ anthropicApiKey: ANTHROPIC_KEY }),
    after: ({ test }) => test.sql('delete from api_keys'),
  },
  'DELETE /api/user/api-keys': { needs: 'none', ...APART },
  'DELETE /api/user/api-keys/:provider': {
    needs: 'none',
    ...APART,
    sent: () => ({ params: { provider: 'anthropic' } }),
  },
};

it('answers every caller of every endpoint as the table says, and changes nothing for who is refused', async () => {
  const { people, world: newWorld, test } = await withWorlds();
  const mounted = mountedRoutes(test.app.printRoutes({ commonPrefix: false }));
  expect(problemsOf(TABLE, { endpoints, mounted })).toEqual([]);
  expect(mounted.length).toBeGreaterThan(70);
  const callers = CALLERS.map((name): Caller => {
    const person = name === 'anonymous' || name === 'visitor' ? test.visitor() : people[name];
    return { name, person };
  });

  const wrong: string[] = [];
  const reading = await newWorld();
  for (const [route, row] of Object.entries(TABLE)) {
    if (!mounted.includes(route)) continue;
    const answer = async (world: World, caller: Caller) => {
      const wanted = row.expected[CALLERS.indexOf(caller.name)];
      const status = row.call
        ? await row.call(world, caller, route)
        : await statusOf(world, { route, caller, row });
      await row.after?.(world, caller);
      if (status !== wanted) wrong.push(`${route} as ${caller.name}: ${status} instead of ${wanted}`);
    };
    const isRefused = ({ name }: Caller) => (row.expected[CALLERS.indexOf(name)] ?? 0) >= 400;
    const changes = !route.startsWith('GET ') && !row.isApart;
    const world = changes ? await newWorld() : reading;
    await row.prepare?.(world, undefined);
    const before = await stateOf(world);
    for (const caller of callers.filter(isRefused)) await answer(world, caller);
    if ((await stateOf(world)) !== before) wrong.push(`${route} changed something for who was refused`);
    for (const [index, caller] of callers.filter((each) => !isRefused(each)).entries()) {
      const untouched = !changes || index === 0 ? world : await newWorld();
      await row.prepare?.(untouched, caller);
      await answer(untouched, caller);
    }
  }
  expect(wrong).toEqual([]);
});

it('lets a program with an access token do what its scopes and its project say, and nothing else', async () => {
  const { people, world: newWorld, test } = await withWorlds();
  const owner = people.owner;
  const mounted = mountedRoutes(test.app.printRoutes({ commonPrefix: false }));
  const { id: otherProject } = await owner.call(createProject, { body: { name: 'Another matter' } });
  const byScopes = async (scopes: readonly TokenScope[], projectId: ProjectId | null = null) =>
    owner.withToken((await tokenOf(owner, scopes, projectId)).token);
  const only = new Map<TokenNeed, Person>();
  const without = new Map<TokenNeed, Person>();
  for (const scope of TokenScope.options) {
    only.set(scope, await byScopes([scope]));
    without.set(scope, await byScopes(TokenScope.options.filter((other) => other !== scope)));
  }
  const elsewhere = await byScopes(TokenScope.options, otherProject);
  const everything = await byScopes(TokenScope.options);
  const { id, token } = await tokenOf(owner, TokenScope.options);
  await owner.call(revokeToken, { params: { id } });
  const revoked = owner.withToken(token);

  const wrong: string[] = [];
  const reading = await newWorld();
  for (const [route, row] of Object.entries(TABLE)) {
    // What strangers may do as well needs no token; what nobody may who is signed in has tests of its own.
    const [byOwner = 0] = row.expected;
    if (!mounted.includes(route) || row.expected[CALLERS.indexOf('anonymous')] !== 401 || byOwner === 401)
      continue;
    const needs = row.needs ?? (route.startsWith('GET ') ? 'read' : 'write');
    const answer = async (world: World, person: Person, wanted: readonly number[], who: string) => {
      const caller: Caller = { name: 'owner', person };
      const status = row.call
        ? await row.call(world, caller, route)
        : await statusOf(world, { route, caller, row });
      if (!wanted.includes(status)) wrong.push(`${route} with ${who}: ${status} instead of ${wanted}`);
    };
    const changes = !route.startsWith('GET ') && !row.isApart;
    const world = changes ? await newWorld() : reading;
    await row.prepare?.(world, { name: 'owner', person: owner });
    const before = await stateOf(world);
    await answer(world, revoked, [401], 'a revoked token');
    await answer(world, without.get(needs) ?? everything, [403], `a token without ${needs}`);
    await answer(world, elsewhere, [row.elsewhere ?? 404, 403], 'a token of another project');
    const touched = row.elsewhere !== undefined && row.elsewhere < 400;
    if (!touched && (await stateOf(world)) !== before) wrong.push(`${route} changed something for a token`);
    if (needs !== 'none') {
      await answer(world, only.get(needs) ?? everything, [byOwner], `a token of ${needs}`);
      await row.after?.(world, { name: 'owner', person: owner });
    }
  }
  expect(wrong).toEqual([]);
});

function tokenOf(person: Person, scopes: readonly TokenScope[], projectId: ProjectId | null = null) {
  return person.call(createToken, { body: { name: 'A script', scopes: [...scopes], projectId } });
}

it('says what a new endpoint lacks', () => {
  const route = { method: 'POST', path: '/api/projects/:id/new' } as const;
  const row = { expected: ANYONE };
  const lacking = [`${nameOf(route)} has no row: say who may call it in tests/http/access-matrix.test.ts.`];
  expect(problemsOf({}, { endpoints: [route], mounted: [] })).toEqual(lacking);
  expect(problemsOf({}, { endpoints: [], mounted: [nameOf(route)] })).toEqual(lacking);
  const table = (isAwaited?: true) => ({ [nameOf(route)]: isAwaited ? { ...row, isAwaited } : row });
  expect(problemsOf(table(), { endpoints: [route], mounted: [nameOf(route)] })).toEqual([]);
  expect(problemsOf(table(true), { endpoints: [route], mounted: [] })).toEqual([]);
  expect(problemsOf(table(), { endpoints: [route], mounted: [] })).toEqual([
    `${nameOf(route)} has a row, but nothing answers there.`,
  ]);
  expect(problemsOf(table(true), { endpoints: [route], mounted: [nameOf(route)] })).toEqual([
    `${nameOf(route)} is there now: take away its mark 'isAwaited'.`,
  ]);
});

async function statusOf(
  world: World,
  { route, caller, row }: { route: string; caller: Caller; row: Row<World> },
): Promise<number> {
  const { params, ...sent } = (await row.sent?.(world, caller)) ?? {};
  const response = await send(
    caller,
    route,
    { ...sent, params: { ...world.ids, ...ownIdOf(world, route), ...params } },
    world,
  );
  return response.statusCode;
}

/** What `:id` is. */
function ownIdOf({ project, transcript, ids }: World, route: string): Record<string, string | number> {
  if (route.includes('/api/projects/')) return { id: project };
  return { id: route.includes('/api/articles/') ? (ids.articleId ?? 0) : transcript };
}

async function foundSpeakers({ test, transcript }: World): Promise<void> {
  await test.sql(
    `insert into speaker_searches (transcript_id, version, status, job_id, turns)
      select id, version, 'ready', gen_random_uuid(), '[]' from transcripts where id = $1
      on conflict (transcript_id) do update set status = 'ready', turns = '[]'`,
    [transcript],
  );
}

async function writeAs({ transcript }: World, caller: Caller | undefined): Promise<void> {
  if (caller) await rewrite(caller.person, transcript, 1, 'Thanks.');
}

/** With the token that the caller can get; strangers have one of another recording. */
async function playing(
  { test, people, transcript, shareId }: World,
  { name, person }: Caller,
): Promise<Sent> {
  if (name === 'anonymous') return {};
  if (name === 'visitor') {
    const { mediaUrl } = await person.call(getSharedTranscript, { params: { shareId } });
    return { query: { token: mediaUrl?.split('token=')[1] ?? '' } };
  }
  const id = name === 'stranger' ? await seedTranscript(test, people.stranger) : transcript;
  return { query: { token: (await person.call(getMediaToken, { params: { id } })).token } };
}

/** Comes in three parts, the last a small one. */
const LARGE_BYTES = 2 * UPLOAD_PART_BYTES + 1000;

async function openUpload(person: Person, filesize = 5): Promise<URL> {
  const body = { filename: 'a.wav', filesize, contentType: 'audio/wav' };
  return new URL((await person.call(authorizeUpload, { body })).uploadUrl);
}

function idOf({ pathname }: URL): UploadId {
  return UploadId.parse(pathname.split('/').at(-2));
}

/** A recording of the owner's of which a piece has come. */
async function recordingOfOwner({ people }: Pick<World, 'people'>): Promise<{ params: { id: string } }> {
  const id = randomBytes(16).toString('base64url');
  await send(
    { name: 'owner', person: people.owner },
    `PUT ${RECORDING_PIECE_PATH}`,
    {
      params: { id, position: 0 },
      ...recorded,
    },
    { shareId: '' },
  );
  return { params: { id } };
}

/** The library writes to the connection itself. */
async function statusOfOAuth({ test }: World, { person }: Caller, route: string): Promise<number> {
  const [method = '', path = ''] = route.split(' ');
  const { status } = await fetch(`http://${hostOf(test)}${path.replace(':uid', 'unknown')}`, {
    method,
    headers: {
      ...person.credentials,
      origin: 'https://assistant.example',
      'access-control-request-method': 'POST',
    },
    redirect: 'manual',
  });
  return status;
}

async function statusOfEvents({ test }: World, { person }: Caller): Promise<number> {
  const abort = new AbortController();
  const { status } = await fetch(`http://${hostOf(test)}${EVENTS_PATH}`, {
    headers: person.credentials,
    signal: abort.signal,
  });
  abort.abort();
  return status;
}

async function statusOfLiveText({ test }: World, { person }: Caller): Promise<number> {
  const request = get(`http://${hostOf(test)}${LIVE_TEXT_PATH}`, {
    headers: {
      ...person.credentials,
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': randomBytes(16).toString('base64'),
    },
  });
  const [response, socket] = await Promise.race([once(request, 'response'), once(request, 'upgrade')]);
  // Once it is a WebSocket, it is no longer the request's.
  (socket ?? request).destroy();
  return response.statusCode;
}
