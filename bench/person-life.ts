import { setTimeout as delay } from 'node:timers/promises';
import { listArticles } from '#contract/articles.ts';
import { askTranscript, getConversation, getSuggestions } from '#contract/chat.ts';
import { editTranscript, undoEdit } from '#contract/edits.ts';
import { ProjectId, TranscriptId } from '#contract/ids.ts';
import { getMediaCdnUrl, getMediaToken } from '#contract/media.ts';
import { getProject, listProjects, listProjectTranscripts } from '#contract/projects.ts';
import { searchTranscripts } from '#contract/search.ts';
import { getSummary } from '#contract/summary.ts';
import {
  getTranscript,
  getWaveform,
  getWords,
  listTranscripts,
  type Transcript,
} from '#contract/transcripts.ts';
import { authorizeUpload, processUpload } from '#contract/uploads.ts';
import type { PersonAccess } from './web-person.ts';
import { WebPerson } from './web-person.ts';

/** The data that a person works with. */
export interface Belongings {
  transcriptIds: readonly number[];
  /** The ten-hour transcript, for people who may read it. */
  longId: number | null;
  projectId: number;
}

/** The same for all people. */
export interface World {
  searches: readonly string[];
  questions: readonly string[];
  /** A short recording, for people who upload one. */
  recording: Buffer;
  mediaBytes: number;
  /** The pause between two actions, minimum and maximum, in ms. */
  pauseMs: readonly [number, number];
}

/** How often people perform each action. */
const HABITS = { list: 20, open: 18, search: 15, seek: 20, edit: 18, chat: 5, project: 4, upload: 1 };
type Habit = keyof typeof HABITS;
const DIARY = Object.entries(HABITS).flatMap(([name, times]) =>
  Array.from({ length: times }, () => name as Habit),
);
/** As the page of the web application. */
const PAGE = 10;
/** The browser saves this long after the last key; people type on, and it saves again. */
const AUTOSAVE_MS = 700;
const SEEK_BYTES = 256 * 1024;
/** Later than this, an event counts as lost. */
const EVENT_MS = 30_000;

/** Works as people do until the signal; returns what went wrong, and the recordings submitted for transcription. */
export async function live(
  access: PersonAccess,
  { transcriptIds, longId, projectId }: Belongings,
  world: World,
  signal: AbortSignal,
): Promise<{ errors: string[]; uploaded: number[] }> {
  const { random, record } = access;
  const person = new WebPerson(access);
  const errors: string[] = [];
  const uploaded: number[] = [];
  /** The transcript that is open in the window, with its media token. */
  let open: { transcript: Transcript; token: string } | undefined;
  /** Texts that were saved, by segment. */
  const saved = new Map<number, string>();
  const waiting = new Map<number, (heardAt: number) => void>();
  let isListing = false;
  let listAgain = false;
  const note = (error: unknown) => errors.push(error instanceof Error ? describe(error) : String(error));

  const list = (kind: string, dueAt: number, page = 1) =>
    person.call(listTranscripts, { query: { page, limit: PAGE } }, { kind, dueAt });

  /** Like the browser: an event that arrives while a list is being fetched requests it once more. */
  const listAfterEvent = async (): Promise<void> => {
    listAgain = isListing;
    if (isListing) return;
    isListing = true;
    await list('list, after an event', performance.now()).catch(note);
    isListing = false;
    if (listAgain && !signal.aborted) await listAfterEvent();
  };
  const onEvent = (name: string, { id }: { id?: number }) => {
    if (signal.aborted) return;
    if (name === 'transcript.changed' && id !== undefined) {
      waiting.get(id)?.(performance.now());
      waiting.delete(id);
    }
    if (name === 'transcript.changed' || name === 'list.changed') void listAfterEvent();
    if (name === 'chat.changed' && id === open?.transcript.id) {
      const params = { id: TranscriptId.parse(id) };
      person.call(getConversation, { params }, { kind: 'conversation' }).catch(note);
    }
  };

  const actions: Record<Habit, (dueAt: number) => Promise<unknown>> = {
    list: (dueAt) => list('list', dueAt, 1 + random.below(3)),
    open: async (dueAt) => {
      const isLong = longId !== null && random.chance(0.2);
      const id = TranscriptId.parse(isLong ? longId : random.pick(transcriptIds));
      open = await openTranscript(person, id, { dueAt, kind: isLong ? 'open 10 hours' : 'open' });
      for (const { id: segmentId, text } of open.transcript.timestampedTranscript) {
        const wanted = saved.get(segmentId);
        if (wanted !== undefined && wanted !== text)
          throw new Error(`open: segment ${segmentId} is '${text}' and not '${wanted}', which was saved`);
      }
    },
    search: (dueAt) =>
      person.call(
        searchTranscripts,
        { query: { q: random.pick(world.searches) } },
        { kind: 'search', dueAt },
      ),
    seek: async (dueAt) => {
      if (!open) return actions.open(dueAt);
      const start = 2 * random.below((world.mediaBytes - SEEK_BYTES) / 2);
      const bytes = await person.send({
        kind: 'seek',
        dueAt,
        path: `${open.transcript.mediaUrl}?token=${open.token}`,
        headers: { range: `bytes=${start}-${start + SEEK_BYTES - 1}`, 'accept-encoding': 'identity' },
        expected: 206,
      });
      if (bytes.length !== SEEK_BYTES) throw new Error(`seek: ${bytes.length} bytes`);
    },
    edit: async (dueAt) => {
      // The person's own segments: other members of the project may be writing in theirs.
      if (!open?.transcript.abilities.own || open.transcript.id === longId) return actions.open(dueAt);
      await edit(open.transcript, dueAt);
    },
    chat: async (dueAt) => {
      if (!open?.transcript.abilities.own) return actions.open(dueAt);
      const answer = await person.send({
        kind: 'chat',
        dueAt,
        method: 'POST',
        path: askTranscript.path.replace(':id', String(open.transcript.id)),
        headers: { accept: 'text/event-stream', 'content-type': 'application/json' },
        body: JSON.stringify({ question: random.pick(world.questions) }),
      });
      if (!answer.includes('event: done')) throw new Error(`chat: ${answer.toString().slice(0, 500)}`);
    },
    project: async (dueAt) => {
      const params = { id: ProjectId.parse(projectId) };
      await person.call(listProjects, {}, { kind: 'projects', dueAt });
      const kind = 'project';
      await Promise.all([
        person.call(getProject, { params }, { kind }),
        person.call(listProjectTranscripts, { params }, { kind }),
        person.call(listArticles, { params, query: { content: 'false' } }, { kind }),
      ]);
    },
    upload: async (dueAt) => {
      const { recording } = world;
      const body = { filename: 'talk.wav', filesize: recording.length, contentType: 'audio/wav' };
      const { uploadUrl, uploadId } = await person.call(
        authorizeUpload,
        { body },
        { kind: 'upload: address', dueAt },
      );
      const headers = { 'content-type': 'audio/wav' };
      await person.send({
        kind: 'upload: 2 MB',
        method: 'PUT',
        path: uploadUrl,
        headers,
        body: recording,
        expected: 204,
      });
      const { id } = await person.call(processUpload, { body: { uploadId } }, { kind: 'upload: process' });
      uploaded.push(id);
    },
  };

  /** Types some words into one segment, saved from time to time; sometimes undone. */
  async function edit(transcript: Transcript, firstDueAt: number): Promise<void> {
    const params = { id: TranscriptId.parse(transcript.id) };
    const segment = random.pick(transcript.timestampedTranscript);
    const first = segment.text;
    let dueAt = firstDueAt;
    for (let pass = random.below(3); pass >= 0 && !signal.aborted; pass -= 1) {
      const { id, revision, text } = segment;
      const body = { kind: 'text' as const, segment: { id, revision }, text: `${text} again` };
      const told = untilTold(transcript.id);
      const result = await person.call(editTranscript, { params, body }, { kind: 'edit', dueAt });
      const [changed] = result.changed;
      if (changed?.text !== body.text)
        throw new Error(`edit: '${body.text}' was saved as '${changed?.text}'`);
      Object.assign(segment, changed);
      saved.set(id, changed.text);
      const heardAt = await told;
      if (!signal.aborted) record('edit told to the own window', heardAt - dueAt, 0);
      await delay(AUTOSAVE_MS);
      dueAt = performance.now();
    }
    // The text must not grow forever.
    if (signal.aborted || (segment.text.length < first.length + 60 && random.chance(0.7))) return;
    const result = await person.call(undoEdit, { params }, { kind: 'undo', dueAt });
    for (const changed of result.changed) {
      const shown = transcript.timestampedTranscript.find(({ id }) => id === changed.id);
      if (shown) Object.assign(shown, changed);
      saved.set(changed.id, changed.text);
    }
  }

  function untilTold(id: number): Promise<number> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error('edit: no event came within 30 s')), EVENT_MS);
      const hear = (heardAt: number) => {
        clearTimeout(timer);
        resolve(heardAt);
      };
      waiting.set(id, hear);
      // People who have left get no more events.
      signal.addEventListener('abort', () => hear(performance.now()), { once: true });
    });
  }

  await person.listen({ onEvent, onEnd: (reason) => note(`events: the stream ended: ${reason}`) }, signal);
  let dueAt = performance.now() + random.below(world.pauseMs[1]);
  while (!signal.aborted) {
    await delay(Math.max(0, dueAt - performance.now()), undefined, { signal }).catch(() => undefined);
    if (signal.aborted) break;
    await actions[random.pick(DIARY)](dueAt).catch(note);
    const [least, most] = world.pauseMs;
    dueAt = performance.now() + least + random.below(most - least);
  }
  return { errors, uploaded };
}

/** Everything that a transcript's page requests. */
async function openTranscript(
  person: WebPerson,
  id: TranscriptId,
  { dueAt, kind }: { dueAt: number; kind: string },
): Promise<{ transcript: Transcript; token: string }> {
  const params = { id };
  const transcript = await person.call(getTranscript, { params }, { kind: `${kind}: text`, dueAt });
  const rest = { kind: `${kind}: the rest` };
  const [{ token }] = await Promise.all([
    person.call(getMediaToken, { params }, rest),
    person.call(getMediaCdnUrl, { params }, rest),
    person.call(getWords, { params }, { kind: `${kind}: words` }),
    person.call(getWaveform, { params }, rest),
    person.call(getSummary, { params }, rest),
    person.call(getConversation, { params }, rest),
    person.call(getSuggestions, { params }, { kind: `${kind}: suggestions` }),
  ]);
  return { transcript, token };
}

function describe(error: Error): string {
  const { cause } = error;
  return cause instanceof Error ? `${error.message}: ${cause.message}` : error.message;
}
