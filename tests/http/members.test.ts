import { expect, it } from 'vitest';
import { askTranscript, getConversation } from '#contract/chat.ts';
import { listHistory, redoEdit, undoEdit } from '#contract/edits.ts';
import type { LiveEvent } from '#contract/events.ts';
import { UserId } from '#contract/ids.ts';
import { getMediaToken } from '#contract/media.ts';
import {
  acceptInvitation,
  assignTranscripts,
  createInvitation,
  createProject,
  deleteProject,
  removeCollaborator,
  removeProjectTranscript,
  updateCollaborator,
  updateProject,
} from '#contract/projects.ts';
import { searchTranscripts } from '#contract/search.ts';
import { getSummary, makeSummary } from '#contract/summary.ts';
import { getTranscript, getWaveform, getWords, updateTranscript } from '#contract/transcripts.ts';
import type { Person } from '#tests/support/person.ts';
import { join, seedTranscript, withProject } from '#tests/support/projects.ts';
import { rewrite, withTalk } from '#tests/support/talk.ts';
import { hear, openWindow } from '#tests/support/windows.ts';

const idOf = ({ user }: Person) => UserId.parse(user?.id);
const noTranscript = { status: 404, code: 'transcript_not_found' };

/** Ann's finished talk in a project of hers, with an editor and a viewer. */
async function withSharedTalk() {
  const test = await withTalk();
  const { ann, id } = test;
  const [eve, vic] = [await test.person('Eve'), await test.person('Vic')];
  const project = (await ann.call(createProject, { body: { name: 'Field notes' } })).id;
  await join(ann, project, eve, 'editor');
  await join(ann, project, vic, 'viewer');
  await ann.call(assignTranscripts, { body: { transcriptIds: [id], projectId: project } });
  return { ...test, eve, vic, project };
}

it('lets members read, play and hear of a transcript, until they are removed', async () => {
  const { app, ann, eve, vic, id, params, project } = await withSharedTalk();
  const own = await ann.call(getTranscript, { params });
  await eve.call(makeSummary, { params });
  await eve.call(askTranscript, { params, body: { question: 'Who is calling?' } });
  const seen = await vic.call(getTranscript, { params });
  expect(seen).toMatchObject({
    timestampedTranscript: own.timestampedTranscript,
    projectName: 'Field notes',
    abilities: { edit: false, own: false },
  });
  expect(await vic.call(getWords, { params })).toEqual(await ann.call(getWords, { params }));
  expect((await vic.call(getWaveform, { params })).peaks.length).toBeGreaterThan(10);
  expect(await vic.call(getSummary, { params })).toMatchObject({ quickSummary: expect.any(String) });
  expect((await vic.call(getConversation, { params })).messages).toHaveLength(2);
  // Search stays among one's own.
  for (const person of [eve, vic])
    expect((await person.call(searchTranscripts, { query: { q: 'calling' } })).totalResults).toBe(0);

  const tokens = await Promise.all([ann, eve, vic].map((person) => person.call(getMediaToken, { params })));
  const play = ({ token = '' }: { token?: string } = {}) =>
    app.inject({ url: `${own.mediaUrl}?token=${token}`, headers: { range: 'bytes=0-99' } });
  const statuses = async () => (await Promise.all(tokens.map(play))).map(({ statusCode }) => statusCode);
  expect(await statuses()).toEqual([206, 206, 206]);
  await ann.call(removeCollaborator, { params: { id: project, userId: idOf(vic) } });
  expect(await statuses()).toEqual([206, 206, 403]);
  for (const endpoint of [getTranscript, getWords, getWaveform, getSummary, getConversation, getMediaToken])
    await expect(vic.call(endpoint, { params })).rejects.toMatchObject(noTranscript);
  await ann.call(removeProjectTranscript, { params: { id: project, transcriptId: id } });
  expect(await statuses()).toEqual([206, 403, 403]);
});

it('keeps the steps of two people apart: each takes back the own ones', async () => {
  const test = await withProject();
  const { ann, eve, vic, params: project } = test;
  const id = await seedTranscript(test, ann, { project: project.id });
  const params = { id };
  const texts = async () =>
    (await vic.call(getTranscript, { params })).timestampedTranscript.map(({ text }) => text);
  await rewrite(ann, id, 0, 'Hello all.');
  await rewrite(eve, id, 1, 'Thanks.');
  expect(await texts()).toEqual(['Hello all.', 'Thanks.']);
  await ann.call(undoEdit, { params });
  expect(await texts()).toEqual(['Hello everyone.', 'Thanks.']);
  await eve.call(undoEdit, { params });
  await ann.call(redoEdit, { params });
  expect(await texts()).toEqual(['Hello all.', 'Thank you.']);
  await expect(ann.call(redoEdit, { params })).rejects.toMatchObject({ code: 'nothing_to_redo' });
  expect((await vic.call(listHistory, { params, query: {} })).entries.map(({ author }) => author)).toEqual([
    'Ann',
    'Eve',
    'Ann',
    'Eve',
    'Ann',
  ]);
  // Somebody else has written there since: nothing is overwritten.
  await rewrite(eve, id, 0, 'Good evening.');
  await expect(ann.call(undoEdit, { params })).rejects.toMatchObject({ code: 'undo_conflict' });
  await ann.call(updateCollaborator, {
    params: { ...project, userId: idOf(eve) },
    body: { role: 'viewer' },
  });
  for (const attempt of [() => rewrite(eve, id, 1, 'No.'), () => eve.call(undoEdit, { params })])
    await expect(attempt()).rejects.toMatchObject({ status: 403, code: 'forbidden' });
  expect(await texts()).toEqual(['Good evening.', 'Thank you.']);
});

it('tells the windows of all who see a project what happens in it, and nobody else', async () => {
  const test = await withProject();
  const { ann, eve, vic, sam, id, params } = test;
  const windows = new Map<Person, AsyncGenerator<LiveEvent>>();
  for (const person of [ann, eve, vic, sam]) windows.set(person, await openWindow(test, person));
  const changed = { type: 'project.changed', id };
  /** What each of them hears until a project of the own is made, which all hear of themselves. */
  const heard = async (...people: Person[]) => {
    const all: LiveEvent[][] = [];
    for (const person of people) {
      const mark = await person.call(createProject, { body: { name: 'Mark' } });
      const stream = windows.get(person);
      if (!stream) throw new Error('This person has no window.');
      const events = await hear(stream, (event) => event.type === 'project.changed' && event.id === mark.id);
      all.push(events.slice(0, -1));
    }
    return all;
  };

  await ann.call(updateProject, { params, body: { color: '#000000' } });
  expect(await heard(ann, eve, vic, sam)).toEqual([[changed], [changed], [changed], []]);

  const moved = await seedTranscript(test, eve);
  await eve.call(assignTranscripts, { body: { transcriptIds: [moved], projectId: id } });
  const now = { type: 'transcript.changed', id: moved };
  const lists = { type: 'list.changed' };
  const [anns, eves, vics, sams] = await heard(ann, eve, vic, sam);
  expect(anns).toEqual([changed, now]);
  expect(eves).toEqual([changed, lists, now]);
  expect([vics, sams]).toEqual([anns, []]);
  await ann.call(updateTranscript, { params: { id: moved }, body: { title: 'Better' } });
  expect(await heard(vic, sam)).toEqual([[now, changed], []]);
  await heard(ann, eve);

  const { token, id: invitationId } = await ann.call(createInvitation, { params, body: { role: 'viewer' } });
  expect(invitationId).toBeGreaterThan(0);
  await sam.call(acceptInvitation, { body: { token } });
  expect(await heard(vic, sam)).toEqual([[changed, changed], [changed]]);
  await ann.call(updateCollaborator, { params: { id, userId: idOf(sam) }, body: { role: 'editor' } });
  await ann.call(removeCollaborator, { params: { id, userId: idOf(sam) } });
  expect(await heard(sam)).toEqual([[changed, changed]]);
  await heard(ann, eve, vic);

  await ann.call(deleteProject, { params });
  expect((await heard(eve))[0]).toEqual(expect.arrayContaining([changed, lists, now]));
  expect(await heard(vic, sam)).toEqual([expect.arrayContaining([changed, now]), []]);
});
