import { articleFilePath, UPLOAD_PDF_PATH } from '#contract/articles.ts';
import { clipFilePath } from '#contract/clips.ts';
import { EVENTS_PATH } from '#contract/events.ts';
import { IMPORTS_PATH, PREVIEW_IMPORT_PATH } from '#contract/imports.ts';
import { LIVE_TEXT_PATH } from '#contract/live-text.ts';
import { MCP_PATH } from '#contract/mcp.ts';
import { METADATA_PATHS, OAUTH_PATHS } from '#contract/oauth-paths.ts';
import { RECORDING_PIECE_PATH, TRANSCRIBE_RECORDING_PATH } from '#contract/recordings.ts';
import type { TokenGate } from '../../auth/actor.ts';

/** A route that does not use JSON, or not in both directions. */
interface OtherRoute {
  /** 'GET /api/events'. */
  name: string;
  caller: string;
  /** What an access token needs, where one can be sent. */
  gate?: TokenGate;
  summary: string;
}

/** The server's routes besides the contract's endpoints: bytes, forms, streams and pages. */
export const OTHER_ROUTES: readonly OtherRoute[] = [
  {
    name: 'PUT /api/upload/:id/content',
    caller: 'anyone holding the signed address',
    summary: 'The bytes of a file, at the address from /api/upload/presigned-url. 204.',
  },
  {
    name: 'PUT /api/upload/:id/parts/:number',
    caller: 'anyone holding the signed address',
    summary: 'The bytes of one part of a large file, at the address from /api/upload/:id/parts. 204.',
  },
  {
    name: `PUT ${RECORDING_PIECE_PATH}`,
    caller: 'signed in',
    gate: { scope: 'transcribe' },
    summary:
      'The bytes of one piece of a live recording, numbered from 0. The same piece may be sent again. 204.',
  },
  {
    name: `POST ${TRANSCRIBE_RECORDING_PATH}`,
    caller: 'signed in',
    gate: { scope: 'transcribe' },
    summary:
      'A form (multipart/form-data) that makes a transcript of a recording: the fields recordingId, from, title, suggestSpeakers, speakers and engine, all optional, before the file video. Answers {transcriptId}.',
  },
  {
    name: `POST ${PREVIEW_IMPORT_PATH}`,
    caller: 'signed in',
    gate: { scope: 'read' },
    summary:
      'The bytes of a transcript made elsewhere (SRT, WebVTT, SBV, TTML, text, Word, oTranscribe, or JSON of speech programs), with its name as ?filename=. Answers what was understood of it: {format, encoding, segments: [{start, end, speaker, text}], warnings}, in seconds. Nothing is stored.',
  },
  {
    name: `POST ${IMPORTS_PATH}`,
    caller: 'signed in',
    gate: { scope: 'transcribe', withinProject: true },
    summary:
      'The same bytes, to make a transcript of. Answers what was understood in short, with the id for /api/imports/:id/transcript; it is kept for a day. 201.',
  },
  {
    name: `POST ${UPLOAD_PDF_PATH}`,
    caller: 'signed in',
    gate: { scope: 'write', withinProject: true },
    summary:
      'A form (multipart/form-data) that adds a PDF to a project: projectId, and the file pdf. Answers the article. 201.',
  },
  {
    name: `GET ${articleFilePath(':id')}`,
    caller: 'signed in',
    gate: { scope: 'read', withinProject: true },
    summary: 'The file of a PDF article; parts of it by Range.',
  },
  {
    name: `GET ${clipFilePath(':id', ':clipId')}`,
    caller: 'signed in',
    gate: { scope: 'read', withinProject: true },
    summary: 'The file of a clip, to be saved; parts of it by Range.',
  },
  {
    name: 'GET /media/:id/:name',
    caller: 'anyone holding a token',
    summary:
      'A recording, by ?token= of /api/media-token/:id; parts of it by Range. The name is for who saves it.',
  },
  {
    name: 'GET /api/media/:id/:name',
    caller: 'anyone holding a token',
    summary: 'The same as /media/:id/:name.',
  },
  {
    name: `GET ${EVENTS_PATH}`,
    caller: 'signed in',
    gate: { scope: 'read' },
    summary:
      'Server-sent events: changes to the transcripts and projects that the user may see, and, for ?window=, who else is in the transcript that this window shows.',
  },
  {
    name: `GET ${LIVE_TEXT_PATH}`,
    caller: 'signed in',
    gate: { scope: 'transcribe' },
    summary: 'A WebSocket that takes 16-bit samples (mono, 16,000 a second) and returns what is being said.',
  },
  {
    name: 'GET /api/login',
    caller: 'anyone',
    summary: 'Redirects to the sign-in page of the identity provider, and back to ?returnTo= afterwards.',
  },
  {
    name: 'GET /api/callback',
    caller: 'anyone',
    summary: 'Where the identity provider sends the browser back.',
  },
  {
    name: 'GET /api/logout',
    caller: 'anyone',
    summary: 'Signs the browser out and redirects to the home page.',
  },
  { name: 'GET /api/openapi.json', caller: 'anyone', summary: 'All endpoints as OpenAPI.' },
  { name: 'GET /api/docs', caller: 'anyone', summary: 'This page.' },
  {
    name: 'GET /api/docs/script.js',
    caller: 'anyone',
    summary: 'The script of this page, which copies examples.',
  },
  { name: 'GET /api/docs/style.css', caller: 'anyone', summary: 'The stylesheet of this page.' },
  {
    name: `POST ${MCP_PATH}`,
    caller: 'anyone holding an access token',
    summary:
      'Assistants: the Model Context Protocol (Streamable HTTP, without sessions). Its tools, resources and prompts depend on what the token may do.',
  },
  {
    name: `GET ${MCP_PATH}`,
    caller: 'anyone holding an access token',
    summary: '405: there are no sessions whose messages could be read.',
  },
  {
    name: `DELETE ${MCP_PATH}`,
    caller: 'anyone holding an access token',
    summary: '405: there are no sessions to end.',
  },
  ...OAUTH_PATHS.flatMap(({ method, url, summary }) =>
    method.map((each) => ({
      name: `${each} ${url}`,
      caller: 'anyone',
      summary: each === 'OPTIONS' ? `Whether pages of other sites may call ${url}.` : summary,
    })),
  ),
  ...METADATA_PATHS.map((url) => ({
    name: `GET ${url}`,
    caller: 'anyone',
    summary: 'Where assistants get a token for /mcp (RFC 9728).',
  })),
  {
    name: 'GET /metrics',
    caller: 'this machine, or anyone holding the token',
    summary: 'Metrics for Prometheus.',
  },
];
