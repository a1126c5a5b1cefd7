import { randomBytes } from 'node:crypto';
import { articleFilePath, UPLOAD_PDF_PATH } from '#contract/articles.ts';
import { clipFilePath } from '#contract/clips.ts';
import { EVENTS_PATH } from '#contract/events.ts';
import { IMPORTS_PATH, PREVIEW_IMPORT_PATH } from '#contract/imports.ts';
import { LIVE_TEXT_PATH } from '#contract/live-text.ts';
import { MCP_PATH } from '#contract/mcp.ts';
import { getMediaToken } from '#contract/media.ts';
import { METADATA_PATHS, OAUTH_PATHS } from '#contract/oauth-paths.ts';
import { RECORDING_PIECE_PATH, TRANSCRIBE_RECORDING_PATH } from '#contract/recordings.ts';
import { endpoints } from '#contract/registry.ts';
import { authorizeUpload } from '#contract/uploads.ts';
import { nameOf } from '../access-matrix.ts';
import type { Person } from '../person.ts';
import type { Random } from '../random.ts';
import { smallPdf, type World } from '../world.ts';
import { oddForm } from './forms.ts';
import type { Call } from './requests.ts';
import { type Known, validValue } from './values.ts';

/** The world in which a call is made, and the caller. */
export interface Scene {
  world: World;
  person: Person;
  random: Random;
}

/** Transcripts made elsewhere. */
const TRANSCRIPTS = [
  '1\n00:00:01,000 --> 00:00:02,000\nHello.\n',
  'WEBVTT\n\n00:01.000 --> 00:02.000\n<v Ann>Hello.\n',
  '{"segments":[{"start":1,"end":2,"text":"Hello."}]}',
  '[0:01] Ann: Hello.\n',
];

type Recipe = (scene: Scene) => Partial<Call> | Promise<Partial<Call>>;

/** How to call routes that are not endpoints of the contract. A new one needs an entry. */
const RECIPES: Readonly<Record<string, Recipe>> = {
  'GET /api/openapi.json': () => ({}),
  'GET /api/docs': () => ({}),
  'GET /api/docs/script.js': () => ({}),
  'GET /api/docs/style.css': () => ({}),
  'GET /metrics': () => ({}),
  ...Object.fromEntries(METADATA_PATHS.map((url) => [`GET ${url}`, () => ({})])),
  ...Object.fromEntries(
    OAUTH_PATHS.flatMap(({ method, url }) =>
      method.map((each) => [`${each} ${url}`, () => ({ params: { uid: 'unknown' } })]),
    ),
  ),
  // For access tokens only: tests/http/mcp.test.ts sends what is wrong.
  [`POST ${MCP_PATH}`]: () => ({ json: { jsonrpc: '2.0', id: 1, method: 'ping' } }),
  [`GET ${MCP_PATH}`]: () => ({}),
  [`DELETE ${MCP_PATH}`]: () => ({}),
  'GET /api/login': () => ({ query: { returnTo: '/library' } }),
  'GET /api/logout': () => ({}),
  [`GET ${EVENTS_PATH}`]: () => ({}),
  [`GET ${LIVE_TEXT_PATH}`]: () => ({
    headers: {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': randomBytes(16).toString('base64'),
    },
  }),
  'PUT /api/upload/:id/content': (scene) => signedUpload(scene, 5),
  'PUT /api/upload/:id/parts/:number': async (scene) => {
    const { params, ...rest } = await signedUpload(scene, 20_000_000);
    return { ...rest, params: { ...params, number: 1 } };
  },
  [`PUT ${RECORDING_PIECE_PATH}`]: ({ random }) => ({
    params: { id: randomBytes(16).toString('base64url'), position: random.below(3) },
    ...sound(random),
  }),
  [`POST ${TRANSCRIBE_RECORDING_PATH}`]: ({ random }) =>
    oddForm(
      [
        { name: 'title', content: Buffer.from('Notes') },
        { name: 'suggestSpeakers', content: Buffer.from('true') },
        { name: 'video', filename: 'recording.webm', type: 'audio/webm', content: randomBytes(50) },
      ],
      random,
    ),
  [`POST ${PREVIEW_IMPORT_PATH}`]: ({ random }) => ({
    query: { filename: 'talk.srt' },
    headers: { 'content-type': 'application/octet-stream' },
    bytes: Buffer.from(random.pick(TRANSCRIPTS)),
  }),
  [`POST ${IMPORTS_PATH}`]: ({ random }) => ({
    query: { filename: 'talk.srt' },
    headers: { 'content-type': 'application/octet-stream' },
    bytes: Buffer.from(random.pick(TRANSCRIPTS)),
  }),
  [`POST ${UPLOAD_PDF_PATH}`]: ({ world, random }) =>
    oddForm(
      [
        { name: 'projectId', content: Buffer.from(String(world.project)) },
        {
          name: 'pdf',
          filename: 'paper.pdf',
          type: 'application/pdf',
          content: smallPdf(`Page ${random.below(1e9)}.`),
        },
      ],
      random,
    ),
  [`GET ${articleFilePath(':id')}`]: () => ({}),
  [`GET ${clipFilePath(':id', ':clipId')}`]: () => ({}),
  'GET /media/:id/:name': playing,
  'GET /api/media/:id/:name': playing,
};

/** Whether the response of a route never ends. */
export const isEndless = (route: string) => route === `GET ${EVENTS_PATH}`;

/** The routes that have neither an endpoint nor a recipe. */
export function unknownRoutes(mounted: readonly string[]): string[] {
  const declared = new Set(endpoints.map(nameOf));
  return mounted.filter((route) => !declared.has(route) && !RECIPES[route]);
}

/** A valid call of a route, with ids that exist in the world. */
export async function validCall(route: string, scene: Scene): Promise<Call> {
  const endpoint = endpoints.find((each) => nameOf(each) === route);
  const names = [...route.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  const ids = idsOf(route, scene.world);
  const params = Object.fromEntries(names.map((name) => [name, ids[name] ?? 1]));
  const made = endpoint
    ? {
        ...(endpoint.query
          ? { query: fieldsOf(validValue(endpoint.query, scene.random, knownIn(scene))) }
          : {}),
        ...(endpoint.body ? { json: validValue(endpoint.body, scene.random, knownIn(scene)) } : {}),
      }
    : await RECIPES[route]?.(scene);
  return { route, ...made, params: { ...params, ...made?.params } };
}

/** The path parameters of a route. */
function idsOf(route: string, { ids, project, transcript, outside }: World): Record<string, string | number> {
  const id = () => {
    if (route.includes('/api/projects/')) return project;
    if (route.includes('/api/articles/')) return ids.articleId ?? 0;
    if (route.includes('/api/podcasts/')) return outside.podcast;
    if (/\/api\/(recordings|upload)\//.test(route)) return randomBytes(16).toString('base64url');
    return transcript;
  };
  return { ...ids, id: id(), provider: 'anthropic' };
}

function knownIn({ world, random }: Scene): Known {
  const { segment, project, transcript, ids, outside } = world;
  return {
    id: () => segment.id,
    segment: () => ({ ...segment }),
    segmentId: () => segment.id,
    segments: () => [segment.id],
    speaker: () => 'Speaker 1',
    from: () => 'Speaker 1',
    into: () => 'Speaker 2',
    projectId: () => project,
    transcriptIds: () => [transcript],
    token: () => String(ids.token),
    url: () => random.pick([outside.page, outside.episode, outside.video]),
    email: () => `${randomBytes(5).toString('hex')}@example.test`,
    before: () => Number(ids.editId),
  };
}

function fieldsOf(value: unknown): Record<string, string | number | boolean> {
  return value as Record<string, string | number | boolean>;
}

const sound = (random: Random) => ({
  headers: { 'content-type': 'application/octet-stream' },
  bytes: randomBytes(random.pick([0, 1, 5, 5000])),
});

/** A signed upload address for callers who can have one. */
async function signedUpload({ person, random }: Scene, filesize: number): Promise<Partial<Call>> {
  if (!person.cookie) return sound(random);
  const body = { filename: 'a.wav', filesize, contentType: 'audio/wav' };
  const { uploadId, uploadUrl } = await person.call(authorizeUpload, { body });
  const query = Object.fromEntries(new URL(uploadUrl).searchParams);
  return { params: { id: uploadId }, query, ...sound(random) };
}

/** Playback with a token, for callers who can have one. */
async function playing({ world, person }: Scene): Promise<Partial<Call>> {
  const params = { id: world.transcript };
  const given = await person.call(getMediaToken, { params }).catch(() => ({ token: 'none' }));
  return { query: given };
}
