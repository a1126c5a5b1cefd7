import { articleFilePath, UPLOAD_PDF_PATH } from '#contract/articles.ts';
import { EVENTS_PATH } from '#contract/events.ts';
import { LIVE_TEXT_PATH } from '#contract/live-text.ts';
import { RECORDING_PIECE_PATH, TRANSCRIBE_RECORDING_PATH } from '#contract/recordings.ts';

/** A route that does not use JSON, or not in both directions. */
interface OtherRoute {
  /** 'GET /api/events'. */
  name: string;
  caller: string;
  summary: string;
}

/** The server's routes besides the contract's endpoints: bytes, forms, streams and pages. */
export const OTHER_ROUTES: readonly OtherRoute[] = [
  {
    name: 'PUT /api/upload/:id/content',
    caller: 'whoever has the signed address',
    summary: 'The bytes of a file, at the address that /api/upload/presigned-url gave. 204.',
  },
  {
    name: 'PUT /api/upload/:id/parts/:number',
    caller: 'whoever has the signed address',
    summary: 'The bytes of one part of a large file, at the address that /api/upload/:id/parts gave. 204.',
  },
  {
    name: `PUT ${RECORDING_PIECE_PATH}`,
    caller: 'signed in',
    summary:
      'The bytes of one piece of a live recording, numbered from 0. The same piece may be sent again. 204.',
  },
  {
    name: `POST ${TRANSCRIBE_RECORDING_PATH}`,
    caller: 'signed in',
    summary:
      'A form (multipart/form-data) that makes a transcript of a recording: the fields recordingId, from, title and suggestSpeakers, all optional, before the file video. Answers {transcriptId}.',
  },
  {
    name: `POST ${UPLOAD_PDF_PATH}`,
    caller: 'signed in',
    summary:
      'A form (multipart/form-data) that adds a PDF to a project: projectId, and the file pdf. Answers the article. 201.',
  },
  {
    name: `GET ${articleFilePath(':id')}`,
    caller: 'signed in',
    summary: 'The file of a PDF article; parts of it by Range.',
  },
  {
    name: 'GET /media/:id/:name',
    caller: 'whoever has a token',
    summary:
      'A recording, by ?token= of /api/media-token/:id; parts of it by Range. The name is for who saves it.',
  },
  {
    name: 'GET /api/media/:id/:name',
    caller: 'whoever has a token',
    summary: 'The same as /media/:id/:name.',
  },
  {
    name: `GET ${EVENTS_PATH}`,
    caller: 'signed in',
    summary: 'Server-sent events: what happens to the transcripts and projects that the person may see.',
  },
  {
    name: `GET ${LIVE_TEXT_PATH}`,
    caller: 'signed in',
    summary: 'A WebSocket that takes 16-bit samples (mono, 16,000 a second) and tells what is being said.',
  },
  {
    name: 'GET /api/login',
    caller: 'anyone',
    summary: 'Leads a browser to where people sign in, and back to ?returnTo=.',
  },
  {
    name: 'GET /api/callback',
    caller: 'anyone',
    summary: 'Where the identity provider sends a browser back to.',
  },
  {
    name: 'GET /api/logout',
    caller: 'anyone',
    summary: 'Signs a browser out and leads it to the first page.',
  },
  { name: 'GET /api/openapi.json', caller: 'anyone', summary: 'All endpoints as OpenAPI.' },
  { name: 'GET /api/docs', caller: 'anyone', summary: 'This page.' },
  { name: 'GET /api/docs/style.css', caller: 'anyone', summary: 'What this page looks like.' },
  {
    name: 'GET /metrics',
    caller: 'this machine, or whoever has the token',
    summary: 'Figures for Prometheus.',
  },
];
