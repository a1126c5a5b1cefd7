import { setTimeout as delay } from 'node:timers/promises';
import { listArticles, UPLOAD_PDF_PATH } from '#contract/articles.ts';
import { signIn, signUp } from '#contract/auth.ts';
import { ErrorBody } from '#contract/errors.ts';
import type { TranscriptId } from '#contract/ids.ts';
import { createNote, listNotes, type NewNote, type NotePart } from '#contract/notes.ts';
import { assignTranscripts, createProject, listProjects, type Project } from '#contract/projects.ts';
import type { TimestampedSegment } from '#contract/segments.ts';
import {
  getTranscript,
  listTranscripts,
  retryTranscript,
  type Transcript,
  updateTranscript,
} from '#contract/transcripts.ts';
import { processUpload } from '#contract/uploads.ts';
import { askedArticles } from '#tests/support/articles.ts';
import { Client } from '#tests/support/client.ts';
import { requestOf } from '#tests/support/http-call.ts';
import { makePdf } from '#tests/support/pdfs.ts';
import { nameSpeakers, readTalks, record, speakersOf, type Talk } from './recordings.ts';

/** The account of the seed. It is in the source, so never make it where strangers can sign in. */
export const ACCOUNT = { email: 'robin@tapescript.example', password: 'three tapes on a shelf' };

const PROJECT = {
  name: 'The harbour bridge',
  description: 'What the council says, and what others write about getting about.',
};
const ARTICLE = 'Night buses on demand: a village test';
const ARTICLE_FILE = 'night-buses.pdf';
const HIGHLIGHT = 'For the summary.';
const COMMENT = 'Is this what was said? Listen again.';
const POLL_MS = 250;
const TOLD_PERCENT = 25;
/** At most 90 characters up to a space. */
const LINE = /\S.{0,88}(?=\s|$)/g;

/** A seed that cannot go on. The message says what to do. */
export class SeedError extends Error {}

/** Tells what happens, a line at a time. */
type Say = (line: string) => void;

/**
 * Makes an account, three transcripts with named speakers, a project with a transcript and an article, and two notes, through the HTTP
 * interface of the server at this address. What is already there stays as it is. Throws SeedError.
 */
export async function seed(url: string, say: Say): Promise<void> {
  const client = await enter(url, say);
  const transcripts: Transcript[] = [];
  for (const talk of readTalks()) transcripts.push(await haveTranscript(client, talk, say));
  const council = transcripts.at(-1);
  if (!council) return;
  const project = await haveProject(client, council, say);
  await haveArticle(client, project, say);
  await haveNotes(client, council, say);
}

/** Signs in, with a new account if there is none. */
async function enter(url: string, say: Say): Promise<Client> {
  const client = new Client(url);
  const known = await ask(client, requestOf(signIn, { body: ACCOUNT }, ''));
  if (known === undefined) {
    say('The account is there already.');
    return client;
  }
  if (known.code === 'passwords_off')
    throw new SeedError(
      'The account of the seed signs in with a password, which OIDC_ISSUER has switched off. Start without that setting.',
    );
  if (known.code !== 'wrong_credentials') throw new SeedError(known.message);
  const person = { ...ACCOUNT, firstName: 'Robin', lastName: 'Example' };
  const refused = await ask(client, requestOf(signUp, { body: person }, ''));
  if (refused?.code === 'sign_up_closed')
    throw new SeedError(
      'SIGN_UP is closed, so the seed cannot create its account. Start without that setting.',
    );
  if (refused?.code === 'email_taken')
    throw new SeedError(
      `${ACCOUNT.email} has another password now. Start with another DATA_DIR, or set the password back to "${ACCOUNT.password}".`,
    );
  if (refused) throw new SeedError(refused.message);
  say('Made the account.');
  return client;
}

/** Keeps the cookie of the session that a request opens; returns why it opens none. */
async function ask(client: Client, { path, init }: ReturnType<typeof requestOf>) {
  const response = await fetch(client.url + path, init);
  client.cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  return response.ok ? undefined : ErrorBody.parse(await response.json());
}

async function haveTranscript(client: Client, talk: Talk, say: Say): Promise<Transcript> {
  const known = await findTranscript(client, talk);
  // A run that was interrupted may have left a transcript without names.
  if (known?.status === 'completed' && Object.keys(known.speakerNames).length > 0) {
    say(`The transcript "${known.title}" is there already.`);
    return known;
  }
  const { wav, spoken } = await record(talk);
  const id = known?.id ?? (await upload(client, talk, wav));
  if (known?.status === 'failed')
    await client.call(retryTranscript, { params: { id }, body: { engine: 'local' } });
  const { timestampedTranscript } = await finish(client, id, (line) => say(`"${talk.title}": ${line}`));
  const body = { title: talk.title, speakerNames: nameSpeakers(timestampedTranscript, spoken) };
  const transcript = await client.call(updateTranscript, { params: { id }, body });
  say(`Made the transcript "${talk.title}".`);
  return transcript;
}

async function findTranscript(client: Client, { filename }: Talk): Promise<Transcript | undefined> {
  const list = await client.call(listTranscripts, {});
  const items = Array.isArray(list) ? list : list.transcripts;
  const item = items.find(({ originalFilename }) => originalFilename === filename);
  return item && client.call(getTranscript, { params: { id: item.id } });
}

async function upload(client: Client, talk: Talk, wav: Buffer): Promise<TranscriptId> {
  const uploadId = await client.send(wav, talk.filename);
  // Whatever keys the developer has, the seed needs no network and costs nothing.
  const body = { uploadId, engine: 'local' as const, speakers: speakersOf(talk).length };
  return (await client.call(processUpload, { body })).id;
}

/** Waits until a transcript is completed, and tells how far it is. */
async function finish(client: Client, id: TranscriptId, say: Say): Promise<Transcript> {
  let told = '';
  for (;;) {
    const transcript = await client.call(getTranscript, { params: { id } });
    const { status, stage, progressPercent, title, errorMessage } = transcript;
    if (status === 'completed') return transcript;
    if (status === 'failed') throw new SeedError(`"${title}" could not be transcribed: ${errorMessage}`);
    const news = `${stage ?? 'waiting'}, ${Math.floor(progressPercent / TOLD_PERCENT) * TOLD_PERCENT}%`;
    if (news !== told) say(news);
    told = news;
    await delay(POLL_MS);
  }
}

async function haveProject(client: Client, { id }: Transcript, say: Say): Promise<Project> {
  const known = (await client.call(listProjects, {})).find(({ name }) => name === PROJECT.name);
  const project = known ?? (await client.call(createProject, { body: PROJECT }));
  if (project.transcriptCount === 0)
    await client.call(assignTranscripts, { body: { transcriptIds: [id], projectId: project.id } });
  say(known ? `The project "${PROJECT.name}" is there already.` : `Made the project "${PROJECT.name}".`);
  return project;
}

async function haveArticle(client: Client, project: Project, say: Say): Promise<void> {
  const known = await client.call(listArticles, { params: { id: project.id }, query: { content: 'false' } });
  if (known.some(({ metadata }) => metadata.filename === ARTICLE_FILE)) {
    say(`The article "${ARTICLE}" is there already.`);
    return;
  }
  const form = new FormData();
  form.set('projectId', String(project.id));
  form.set('pdf', new Blob([articlePdf()], { type: 'application/pdf' }), ARTICLE_FILE);
  const init = { method: 'POST', body: form, headers: { cookie: client.cookie } };
  const response = await fetch(client.url + UPLOAD_PDF_PATH, init);
  if (!response.ok) throw new SeedError(ErrorBody.parse(await response.json()).message);
  say(`Made the article "${ARTICLE}".`);
}

/** An article of tests/fixtures/articles as a PDF of one page. */
function articlePdf(): Uint8Array<ArrayBuffer> {
  const article = askedArticles().find(({ title }) => title === ARTICLE);
  if (!article) throw new Error(`tests/fixtures/articles has no "${ARTICLE}".`);
  const lines = article.content.split('\n').flatMap((paragraph) => [...brokenIntoLines(paragraph), '']);
  const info = { Title: article.title, Author: article.author ?? '' };
  return new Uint8Array(makePdf([[{ text: article.title, size: 18 }, '', ...lines]], { info }));
}

function brokenIntoLines(paragraph: string): string[] {
  return paragraph.match(LINE) ?? [];
}

async function haveNotes(client: Client, transcript: Transcript, say: Say): Promise<void> {
  const params = { id: transcript.id };
  const { notes } = await client.call(listNotes, { params });
  const [first, second] = transcript.timestampedTranscript.filter(({ text }) => text.length > 0);
  if (!first || !second) throw new SeedError(`"${transcript.title}" has too little text for two notes.`);
  const wanted: NewNote[] = [
    { kind: 'highlight', parts: wholeOf(first), color: 'green', text: HIGHLIGHT },
    { kind: 'comment', parts: wholeOf(second), text: COMMENT },
  ];
  const missing = wanted.filter(({ text }) => !notes.some((note) => note.text === text));
  for (const body of missing) await client.call(createNote, { params, body });
  say(missing.length > 0 ? `Made ${missing.length} notes.` : 'The notes are there already.');
}

function wholeOf({ id, revision, text }: TimestampedSegment): NotePart[] {
  return [{ segment: { id, revision }, start: 0, end: text.length }];
}
