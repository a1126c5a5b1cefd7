import { expect, it } from 'vitest';
import { EVENTS_PATH } from '#contract/events.ts';
import { getHealth } from '#contract/health.ts';
import { endPresence, PERSON_COLORS, sayPresence } from '#contract/presence.ts';
import { assignTranscripts, removeCollaborator, removeProjectTranscript } from '#contract/projects.ts';
import { createShare, getSharedTranscript } from '#contract/shares.ts';
import { deleteTranscript, getTranscript, listTranscripts } from '#contract/transcripts.ts';
import type { Person } from '#tests/support/person.ts';
import { enter, someWindow } from '#tests/support/presence.ts';
import { seedTranscript, withOwnProject, withProject } from '#tests/support/projects.ts';
import { secondNode } from '#tests/support/second-node.ts';
import { hear, openWindow } from '#tests/support/windows.ts';

const noTranscript = { status: 404, code: 'transcript_not_found' };

/** A transcript of Ann's in a project with an editor, Eve, and a viewer, Vic; Sam is a stranger. */
async function withRoom(make: typeof withProject | typeof withOwnProject = withProject) {
  const test = await make();
  const id = await seedTranscript(test, test.ann, { project: test.id });
  const { timestampedTranscript } = await test.ann.call(getTranscript, { params: { id } });
  const [first = Number.NaN, second = Number.NaN] = timestampedTranscript.map((segment) => segment.id);
  return { ...test, project: test.id, id, first, second };
}

it('tells each window who else is in its transcript and where they write, until they leave', async () => {
  const { ann, eve, vic, id, first, second, ...test } = await withRoom();
  const hers = await enter(test, ann, id);
  await hers.sees();
  const eves = await enter(test, eve, id);
  await eves.write(first);
  const [told] = await hers.sees(`Eve in ${first}`);
  expect(told).toEqual({ id: eve.user?.id, name: 'Eve', color: expect.any(Number), segmentId: first });
  expect(told?.color).toBeGreaterThanOrEqual(1);
  expect(told?.color).toBeLessThanOrEqual(PERSON_COLORS);
  await eves.sees('Ann');
  // A person with two windows is told of once, with the passage that is written.
  const second2 = await enter(test, eve, id);
  const vics = await enter(test, vic, id);
  await vics.sees('Ann', `Eve in ${first}`);
  await eves.write(null);
  await second2.write(second);
  await vics.sees('Ann', `Eve in ${second}`);
  await hers.sees(`Eve in ${second}`, 'Vic');
  second2.close();
  await hers.sees('Eve', 'Vic');
  await eve.call(endPresence, { params: { id }, query: { window: eves.window } });
  await hers.sees('Vic');
  vics.close();
  await hers.sees();
});

it('goes with a window to the transcript that it shows next, and back with a new connection', async () => {
  const { ann, eve, id, first, project, ...test } = await withRoom();
  const other = await seedTranscript(test, ann, { project });
  const [hers, elsewhere] = [await enter(test, ann, id), await enter(test, ann, other)];
  const eves = await enter(test, eve, id);
  await hers.sees('Eve');
  const body = { window: eves.window, segmentId: null };
  await eve.call(sayPresence, { params: { id: other }, body });
  await elsewhere.sees('Eve');
  await hers.sees();
  // It has left this one already.
  await eve.call(endPresence, { params: { id }, query: { window: eves.window } });
  eves.close();
  await elsewhere.sees();
  // Nobody hears what is said there: it counts only while the window listens.
  await eve.call(sayPresence, { params: { id: other }, body });
  await openWindow(test, eve, { window: eves.window });
  await eve.call(sayPresence, { params: { id }, body: { ...body, segmentId: first } });
  await hers.sees(`Eve in ${first}`);
});

it('is for those who may read, and shows a passage only of those who may write', async () => {
  const { ann, vic, sam, id, first, ...test } = await withRoom();
  const hers = await enter(test, ann, id);
  const vics = await enter(test, vic, id);
  await vics.write(first);
  await hers.sees('Vic');
  const body = { window: someWindow(), segmentId: null };
  await expect(sam.call(sayPresence, { params: { id }, body })).rejects.toMatchObject(noTranscript);
  const { shareUrl } = await ann.call(createShare, { params: { id } });
  const shareId = shareUrl.split('/').at(-1) ?? '';
  const visitor = test.visitor();
  await visitor.call(getSharedTranscript, { params: { shareId } });
  await expect(visitor.call(sayPresence, { params: { id }, body })).rejects.toMatchObject({ status: 401 });
  // A stranger's window with the same name as Vic's is not Vic's.
  await openWindow(test, sam, { window: vics.window });
  const gone = { params: { id }, query: { window: vics.window } };
  await sam.call(endPresence, gone);
  await ann.call(endPresence, gone);
  const last = await enter(test, ann, id);
  await last.sees('Vic');
  const { status } = await fetch(`${await test.listen()}${EVENTS_PATH}?window=x`, {
    headers: { cookie: ann.cookie },
  });
  expect(status).toBe(400);
});

type Room = Awaited<ReturnType<typeof withRoom>>;

it.each<[string, (room: Room) => Promise<unknown>]>([
  [
    'is removed from the project',
    ({ ann, eve, project }) =>
      ann.call(removeCollaborator, { params: { id: project, userId: Number(eve.user?.id) } }),
  ],
  [
    'can no longer read the transcript, which has left the project',
    ({ ann, project, id }) =>
      ann.call(removeProjectTranscript, { params: { id: project, transcriptId: id } }),
  ],
])('ends at once for who %s', async (_, end) => {
  const room = await withRoom();
  const { ann, eve, id, first } = room;
  const hers = await enter(room, ann, id);
  const eves = await enter(room, eve, id);
  await eves.write(first);
  await hers.sees(`Eve in ${first}`);
  await eves.sees('Ann');
  await end(room);
  await Promise.all([hers.sees(), eves.sees()]);
  await expect(eves.write(first)).rejects.toMatchObject(noTranscript);
  await eve.call(endPresence, { params: { id }, query: { window: eves.window } });
});

it('ends at once with the transcript and with a session', async () => {
  const { ann, eve, vic, id, project, ...test } = await withRoom();
  const [hers, eves, vics] = [
    await enter(test, ann, id),
    await enter(test, eve, id),
    await enter(test, vic, id),
  ];
  await hers.sees('Eve', 'Vic');
  await test.app.inject({ url: '/api/logout', headers: { cookie: vic.cookie } });
  await hers.sees('Eve');
  for await (const _event of vics.stream);
  await eves.sees('Ann');
  await ann.call(deleteTranscript, { params: { id } });
  await Promise.all([hers.sees(), eves.sees()]);
});

it('is the same on every node, whichever hears what a window says, also when one stops, starts or is cut off', async () => {
  const { ann, eve, vic, id, first, second, ...test } = await withRoom(withOwnProject);
  const hers = await enter(test, ann, id);
  await hers.sees();
  // A node that starts later hears who is at the others.
  const node = await secondNode(test);
  const there = await enter(node, node.as(eve), id);
  await there.sees('Ann');
  await hers.sees('Eve');
  await there.write(first);
  await hers.sees(`Eve in ${first}`);
  // What a window says may come to another node than that which sends its events.
  await eve.call(sayPresence, { params: { id }, body: { window: there.window, segmentId: second } });
  await hers.sees(`Eve in ${second}`);
  const vics = await enter(node, node.as(vic), id);
  await hers.sees(`Eve in ${second}`, 'Vic');
  vics.close();
  await hers.sees(`Eve in ${second}`);
  // Nothing comes from a node that has died, or that has lost the database.
  node.proxy.block();
  await hers.sees();
  node.proxy.open();
  await hers.sees(`Eve in ${second}`);
  await node.stop();
  await hers.sees();
});

it('bears two hundred windows in one transcript', async () => {
  const { ann, eve, id, project, first, ...test } = await withRoom(withOwnProject);
  const people: Person[] = [];
  for (let count = 0; count < 100; count += 1) people.push(await test.person(`P${count}`));
  await test.sql(
    "insert into members (project_id, user_id, role) select $1, id, 'editor' from users where first_name like 'P%'",
    [project],
  );
  const hers = await enter(test, ann, id);
  const windows = await Promise.all([...people, ...people].map((person) => enter(test, person, id)));
  const told = await hear(hers.stream, (event) => event.type === 'presence.changed' && event.more === 50);
  // Gathered: not one event for each of the two hundred arrivals.
  expect(told.length).toBeLessThan(100);
  await Promise.all(windows.map(({ write }) => write(first)));
  const [health, list] = await Promise.all([
    ann.call(getHealth, {}),
    eve.call(listTranscripts, {}),
    hear(
      hers.stream,
      (event) =>
        event.type === 'presence.changed' && event.people.every(({ segmentId }) => segmentId === first),
    ),
  ]);
  expect(health).toMatchObject({ status: 'ok' });
  expect(list).toEqual([]);
  // The last one is told of all others.
  await hear(
    windows.at(-1)?.stream ?? expect.unreachable(),
    (event) => event.type === 'presence.changed' && event.people.length + event.more === 100,
  );
  for (const { close } of windows) close();
  await hers.sees();
});

it('takes a transcript’s new place in a project for the right to see who is there', async () => {
  const { ann, eve, id: _, project, ...test } = await withRoom();
  const id = await seedTranscript(test, ann);
  const hers = await enter(test, ann, id);
  await hers.sees();
  await ann.call(assignTranscripts, { body: { transcriptIds: [id], projectId: project } });
  const eves = await enter(test, eve, id);
  await eves.sees('Ann');
  await hers.sees('Eve');
});
