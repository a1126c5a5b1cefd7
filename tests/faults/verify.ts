import { createHash } from 'node:crypto';
import { articleFilePath, listArticles } from '#contract/articles.ts';
import { getConversation } from '#contract/chat.ts';
import type { Endpoint, InputOf, OutputOf } from '#contract/endpoint.ts';
import { getMediaToken } from '#contract/media.ts';
import { listProjects } from '#contract/projects.ts';
import { listRecordings } from '#contract/recordings.ts';
import { getSharedTranscript } from '#contract/shares.ts';
import {
  getTranscript,
  listTranscripts,
  type Transcript,
  type TranscriptListItem,
} from '#contract/transcripts.ts';
import { readMembership } from './arranging.ts';
import { verifyClips } from './clipping.ts';
import { readShare } from './editing.ts';
import type { LedgerProject, LedgerTranscript } from './ledger.ts';
import { compareTranscript, type Person } from './person.ts';

/** The results of accepted recordings. */
export interface Ends {
  accepted: number;
  completed: number;
  failed: number;
  deleted: number;
}

/** Compares, over HTTP, everything that was confirmed to one person with the current state. Differences go into the ledger's losses. */
export async function verifyPerson(person: Person): Promise<Ends> {
  const { account, ledger } = person;
  const ends: Ends = { accepted: 0, completed: 0, failed: 0, deleted: 0 };
  const lose = (loss: string) => ledger.losses.push(loss);
  for (const transcript of account.transcripts) {
    ends.accepted += 1;
    ends[await verifyTranscript(person, transcript, lose)] += 1;
  }
  const list = (await done(person, listTranscripts, {})) as TranscriptListItem[];
  for (const { filename, accepted } of account.recordings) {
    const found = list.filter(({ originalFilename }) => originalFilename === filename);
    if (found.length > 1) lose(`${filename} became ${found.length} transcripts`);
    if (accepted === 'no' && found.length > 0)
      lose(`${filename} was never processed and became a transcript`);
    const known = account.transcripts.find(({ recording }) => recording.filename === filename);
    if (accepted === 'yes' && !known)
      lose(`${filename} was accepted, and the ledger does not know its transcript`);
  }
  for (const { id, originalFilename, status } of list) {
    if (status === 'processing') lose(`Transcript ${id} is still processing`);
    if (!account.recordings.some(({ filename }) => filename === originalFilename))
      lose(`Transcript ${id} of ${originalFilename} was made by nobody`);
  }
  for (const { ids, to } of account.moves) {
    const there = list.filter(({ id }) => ids.includes(id));
    const moved = there.filter(({ projectId }) => projectId === to);
    if (moved.length > 0 && moved.length < there.length)
      lose(`Of transcripts ${ids.join(', ')} only ${moved.map(({ id }) => id).join(', ')} were moved`);
  }
  const { recordings } = await done(person, listRecordings, {});
  for (const { id, pieces } of account.unfinished) {
    const found = recordings.find((each) => each.id === id);
    if ((found?.pieces ?? 0) < pieces) lose(`Of the live recording ${id} pieces are missing`);
  }
  await verifyProjects(person, lose);
  await readMembership(person);
  return ends;
}

type Lose = (loss: string) => void;

async function verifyTranscript(
  person: Person,
  transcript: LedgerTranscript,
  lose: Lose,
): Promise<'completed' | 'failed' | 'deleted'> {
  const { id, recording, share } = transcript;
  const read = await person.visitor.call(getTranscript, { params: { id } });
  if (read.kind === 'unknown') throw new Error(`Transcript ${id} could not be read.`);
  const there = read.kind === 'done' ? read.value : null;
  const problem = compareTranscript(transcript, there);
  if (problem) lose(problem);
  if (!there) return 'deleted';
  if (there.status === 'failed') person.ledger.count(`failed by ${there.errorCode}`);
  if (there.status !== recording.expected && there.errorCode === null)
    lose(`Transcript ${id} of ${recording.filename} is ${there.status}, without a reason`);
  if (there.status === 'completed' && recording.expected === 'failed')
    lose(`Transcript ${id} of ${recording.filename} is completed, and is no recording`);
  if (there.status === 'completed') await verifyRecording(person, there, transcript, lose);
  await verifyConversation(person, transcript, lose);
  for (const problem of await verifyClips(person, transcript)) lose(problem);
  await readShare(person, transcript);
  if (share.certain) {
    const shared = await person.visitor.call(getSharedTranscript, { params: { shareId: share.certain } });
    if (shared.kind !== 'done' || shared.value.title !== there.title)
      lose(`The public link of transcript ${id} does not show it`);
  }
  return there.status === 'completed' ? 'completed' : 'failed';
}

async function verifyRecording(
  person: Person,
  { id, mediaUrl }: Transcript,
  { recording }: LedgerTranscript,
  lose: Lose,
): Promise<void> {
  const { token } = await done(person, getMediaToken, { params: { id } });
  const media = await person.visitor.send(`${mediaUrl}?token=${token}`, () => ({}), { isRead: true });
  // For formats that browsers cannot play, a copy is sent.
  const isWhole =
    media.kind === 'done' && (recording.isCopied || sha256(media.value.bytes) === recording.sha256);
  if (!isWhole) lose(`The recording of transcript ${id} (${recording.filename}) is not what was sent`);
}

async function verifyConversation(
  person: Person,
  { id, questions }: LedgerTranscript,
  lose: Lose,
): Promise<void> {
  const { messages } = await done(person, getConversation, { params: { id } });
  for (const { text, outcome, answer } of questions) {
    const at = messages.flatMap(({ content }, index) => (content === text ? [index] : []));
    const [first] = at;
    if (at.length > 1) lose(`"${text}" stands ${at.length} times in transcript ${id}`);
    if (outcome === 'refused' && at.length > 0) lose(`"${text}" was refused and stands in transcript ${id}`);
    if (first === undefined) {
      if (outcome === 'answered') lose(`"${text}" is not in transcript ${id}`);
      continue;
    }
    const reply = messages[first + 1];
    if (reply?.role !== 'assistant') lose(`"${text}" has no answer in transcript ${id}`);
    else if (reply.state === 'pending') lose(`The answer to "${text}" is still being written`);
    else if (answer !== null && (reply.content !== answer || reply.state !== 'complete'))
      lose(`The answer to "${text}" is ${reply.state}, and not what was answered`);
  }
  const strange = messages.filter(
    ({ role, content }) => role === 'user' && !questions.some(({ text }) => text === content),
  );
  if (strange.length > 0) lose(`Nobody asked "${strange[0]?.content}" of transcript ${id}`);
}

async function verifyProjects(person: Person, lose: Lose): Promise<void> {
  const list = await done(person, listProjects, {});
  for (const project of person.account.projects) {
    const found = list.filter(({ name }) => name === project.name);
    if (found.length > 1) lose(`There are ${found.length} of ${project.name}`);
    if (!project.isThere.seen(found.length > 0))
      lose(`${project.name} is ${found.length > 0 ? 'there' : 'not there'}`);
    if (found[0]) await verifyArticles(person, project, found[0].id, lose);
  }
}

async function verifyArticles(
  person: Person,
  { name, articles }: LedgerProject,
  id: NonNullable<LedgerProject['id']>,
  lose: Lose,
): Promise<void> {
  const list = await done(person, listArticles, { params: { id }, query: { content: 'true' } });
  for (const { filename, sha256: hash, isThere } of articles) {
    const [found, second] = list.filter(({ metadata }) => metadata.filename === filename);
    if (second) lose(`${filename} is twice in ${name}`);
    if (!isThere.seen(found !== undefined))
      lose(`${filename} of ${name} is ${found ? 'there' : 'not there'}`);
    if (!found) continue;
    const { cookie } = person.visitor;
    const file = await person.visitor.send(articleFilePath(found.id), () => ({ headers: { cookie } }), {
      isRead: true,
    });
    if (file.kind !== 'done' || sha256(file.value.bytes) !== hash)
      lose(`The file of ${filename} of ${name} is not what was sent`);
    if (found.content === '') lose(`${filename} of ${name} has no text`);
  }
}

/** The response of a call that must succeed. */
async function done<E extends Endpoint>(
  { visitor }: Person,
  endpoint: E,
  input: InputOf<E>,
): Promise<OutputOf<E>> {
  const outcome = await visitor.call(endpoint, input);
  if (outcome.kind !== 'done') throw new Error(`${endpoint.path}: ${JSON.stringify(outcome)}`);
  return outcome.value;
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
