import { describe, expect, it } from 'vitest';
import { UserId } from '#contract/ids.ts';
import { MAX_DESCRIPTION_LENGTH, MAX_PROJECT_NAME_LENGTH, MAX_PROJECTS } from '#contract/limits.ts';
import {
  assignTranscripts,
  createProject,
  deleteProject,
  getProject,
  listCollaborators,
  listProjects,
  listProjectTranscripts,
  removeCollaborator,
  removeProjectTranscript,
  replaceProject,
  updateCollaborator,
  updateProject,
} from '#contract/projects.ts';
import { deleteTranscript, getTranscript, listTranscripts, updateTranscript } from '#contract/transcripts.ts';
import { sharedApp, type TestApp } from '#tests/support/app.ts';
import type { Person } from '#tests/support/person.ts';
import { join, seedTranscript, withOwnProject, withProject } from '#tests/support/projects.ts';

const hidden = { status: 404, code: 'project_not_found' };
const notAllowed = { status: 403, code: 'forbidden' };
const noTranscript = { status: 404, code: 'transcript_not_found' };
const idOf = ({ user }: Person) => UserId.parse(user?.id);

describe('a project', () => {
  it('is made, changed in parts and deleted by its owner; its transcripts stay', async () => {
    const test = await sharedApp();
    const ann = await test.person();
    const made = await ann.call(createProject, { body: { name: '  Field notes ', description: '  ' } });
    expect(made).toMatchObject({
      name: 'Field notes',
      description: null,
      color: '#3b82f6',
      transcriptCount: 0,
      articleCount: 0,
      memberCount: 1,
      role: 'owner',
      abilities: { edit: true, manage: true },
    });
    const params = { id: made.id };
    const second = await ann.call(createProject, { body: { name: 'Second', color: '#ABCDEF' } });
    expect((await ann.call(listProjects, {})).map(({ name, color }) => [name, color])).toEqual([
      ['Second', '#abcdef'],
      ['Field notes', '#3b82f6'],
    ]);
    expect(await ann.call(updateProject, { params, body: { description: ' Of May ' } })).toEqual({
      ...made,
      description: 'Of May',
    });
    expect(await ann.call(replaceProject, { params, body: { name: 'Notes', description: null } })).toEqual({
      ...made,
      name: 'Notes',
    });
    expect(await ann.call(updateProject, { params, body: {} })).toMatchObject({ name: 'Notes' });
    const id = await seedTranscript(test, ann, { project: made.id });
    expect(await ann.call(getTranscript, { params: { id } })).toMatchObject({
      projectId: made.id,
      projectName: 'Notes',
    });
    await ann.call(deleteProject, { params });
    expect(await ann.call(getTranscript, { params: { id } })).toMatchObject({
      projectId: null,
      projectName: null,
    });
    await expect(ann.call(getProject, { params })).rejects.toMatchObject(hidden);
    expect(await ann.call(listProjects, {})).toEqual([second]);
  });

  it.each([
    [{ name: ' \t ' }, 'Project name is required'],
    [{ name: 'x'.repeat(MAX_PROJECT_NAME_LENGTH + 1) }, 'The name can have at most 100 characters.'],
    [
      { name: 'x', description: 'x'.repeat(MAX_DESCRIPTION_LENGTH + 1) },
      'The description can have at most 1,000 characters.',
    ],
    [{ name: 'x', color: 'red' }, 'The color must look like #3b82f6.'],
    [{ name: 'x', color: '#3b82f600' }, 'The color must look like #3b82f6.'],
    [{ name: 'a\u0000b' }, 'The request is not valid.'],
    [{}, undefined],
    [{ name: 7 }, undefined],
    [{ name: 'x', description: ['y'] }, undefined],
    [[], undefined],
  ])('is not made of %j', async (payload, message) => {
    const { app, person } = await sharedApp();
    const ann = await person();
    const headers = { cookie: ann.cookie };
    const response = await app.inject({ method: 'POST', url: '/api/projects', payload, headers });
    expect(response.statusCode).toBe(400);
    if (message) expect(response.json().message).toBe(message);
    expect(await ann.call(listProjects, {})).toEqual([]);
  });

  it('cannot be made without end, also not by two at once', async () => {
    const { person, sql } = await sharedApp();
    const ann = await person();
    await sql(
      `with made as (insert into projects (name, color) select 'p', '#000000' from generate_series(1, $1::integer) returning id)
       insert into members (project_id, user_id, role) select id, $2, 'owner' from made`,
      [MAX_PROJECTS - 1, ann.user?.id],
    );
    const body = { name: 'One more' };
    const made = await Promise.allSettled([1, 2, 3].map(() => ann.call(createProject, { body })));
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(ann.call(createProject, { body })).rejects.toMatchObject({ code: 'too_many_projects' });
  });

  it('has its articles’ files removed when it goes, and the answer that is being written stopped', async () => {
    const test = await withOwnProject();
    const { ann, params, sql, deps } = test;
    const answerId = '00000000-0000-4000-8000-000000000001';
    await sql(
      `insert into articles (project_id, type, title, content, word_count, identity, storage_key)
       values ($1, 'pdf', 'Paper', 'Text', 1, 'x', 'articles/paper.pdf')`,
      [params.id],
    );
    await sql("insert into leases values ($1, $2, now() + interval '1 minute')", [
      `chat:project:${params.id}`,
      answerId,
    ]);
    const stopped = new Promise((resolve) => {
      deps.events.subscribe((message) => message.kind === 'stop-job' && resolve(message.jobId));
    });
    await ann.call(deleteProject, { params });
    expect(await stopped).toBe(answerId);
    expect(await sql("select data from pgboss.job where name = 'remove-files'")).toEqual([
      { data: { storageKeys: ['articles/paper.pdf'] } },
    ]);
    for (const table of ['articles', 'members', 'invitations'])
      expect(await sql(`select 1 from ${table}`)).toEqual([]);
  });
});

describe('assigning', () => {
  it('moves own transcripts, counts them, and takes them out', async () => {
    const test = await withProject();
    const { ann, eve, params, sql } = test;
    const other = await ann.call(createProject, { body: { name: 'Other' } });
    const counts = async () =>
      (await ann.call(listProjects, {})).map(({ name, transcriptCount }) => [name, transcriptCount]);
    const ids = [await seedTranscript(test, ann, { title: 'One' }), await seedTranscript(test, ann)];
    const hers = await seedTranscript(test, eve, { title: 'Hers' });
    const [first = 0] = ids;
    await ann.call(assignTranscripts, { body: { transcriptIds: [...ids, first], projectId: params.id } });
    await eve.call(assignTranscripts, { body: { transcriptIds: [hers], projectId: params.id } });
    expect(await counts()).toEqual([
      ['Other', 0],
      ['Field notes', 3],
    ]);
    expect(await ann.call(listProjectTranscripts, { params })).toMatchObject([
      { id: hers, title: 'Hers', ownerName: 'Eve', isOwn: false, projectId: params.id },
      { id: ids[1], ownerName: 'Ann', isOwn: true },
      { id: first, title: 'One', status: 'completed', duration: 4, projectName: 'Field notes' },
    ]);
    // Some are there already: these stay, the others come.
    await ann.call(assignTranscripts, { body: { transcriptIds: [first], projectId: other.id } });
    await ann.call(assignTranscripts, { body: { transcriptIds: ids, projectId: other.id } });
    expect(await counts()).toEqual([
      ['Other', 2],
      ['Field notes', 1],
    ]);
    await ann.call(deleteTranscript, { params: { id: first } });
    await ann.call(assignTranscripts, { body: { transcriptIds: ids.slice(1), projectId: null } });
    expect((await counts())[0]).toEqual(['Other', 0]);
    expect((await ann.call(listTranscripts, {})) as unknown[]).toMatchObject([{ projectId: null }]);
    expect(
      await sql('select count(*)::integer from transcripts where user_id = any($1)', [
        [idOf(ann), idOf(eve)],
      ]),
    ).toEqual([{ count: 2 }]);
  });

  it('takes all or none, only own ones, and only into projects that one may change', async () => {
    const test = await withProject();
    const { ann, eve, vic, sam, params } = test;
    const [own, hers] = [await seedTranscript(test, eve), await seedTranscript(test, ann)];
    const assign = (person: Person, transcriptIds: number[], projectId: number | null = params.id) =>
      person.call(assignTranscripts, { body: { transcriptIds, projectId } });
    await assign(ann, [hers]);
    await expect(assign(eve, [own, hers])).rejects.toMatchObject(noTranscript);
    await expect(assign(eve, [own, hers], null)).rejects.toMatchObject(noTranscript);
    await expect(assign(eve, [own, 2_000_000])).rejects.toMatchObject(noTranscript);
    await expect(assign(vic, [await seedTranscript(test, vic)])).rejects.toMatchObject(notAllowed);
    await expect(assign(sam, [await seedTranscript(test, sam)])).rejects.toMatchObject(hidden);
    await expect(assign(ann, [hers], 2_000_000)).rejects.toMatchObject(hidden);
    for (const transcriptIds of [[], [0], [-1], [1.5], ['x'], [2 ** 31], 'x', null, Array(1001).fill(own)])
      await expect(assign(eve, transcriptIds as number[])).rejects.toMatchObject({ status: 400 });
    await expect(assign(eve, [])).rejects.toThrow('Please select at least one transcript.');
    expect((await ann.call(listProjectTranscripts, { params })).map(({ id }) => id)).toEqual([hers]);
  });

  it('goes by the details of one’s own transcript, too', async () => {
    const test = await withProject();
    const { ann, eve, params } = test;
    const id = await seedTranscript(test, eve);
    const change = (person: Person, projectId: number | null, title?: string) =>
      person.call(updateTranscript, { params: { id }, body: { projectId, ...(title ? { title } : {}) } });
    expect(await change(eve, params.id, 'Moved')).toMatchObject({
      title: 'Moved',
      projectId: params.id,
      projectName: 'Field notes',
      abilities: { edit: true, own: true },
    });
    await expect(change(ann, null, 'Taken')).rejects.toMatchObject({ status: 403, code: 'only_owner' });
    await expect(change(eve, 2_000_000)).rejects.toMatchObject(hidden);
    await ann.call(updateCollaborator, {
      params: { ...params, userId: idOf(eve) },
      body: { role: 'viewer' },
    });
    const { id: other } = await seedOther(test, eve, ann);
    await expect(change(eve, other, 'Not there')).rejects.toMatchObject(notAllowed);
    expect(await eve.call(getTranscript, { params: { id } })).toMatchObject({
      title: 'Moved',
      projectId: params.id,
    });
    // Who may no longer change the project still takes away what is his own.
    expect(await change(eve, null)).toMatchObject({ projectId: null, projectName: null });
    await expect(ann.call(getTranscript, { params: { id } })).rejects.toMatchObject(noTranscript);
  });

  it('is taken back by who may change the project, and by whose the transcript is', async () => {
    const test = await withProject();
    const { ann, eve, vic, sam, params } = test;
    const transcriptId = await seedTranscript(test, vic, { project: params.id });
    const hers = await seedTranscript(test, ann, { project: params.id });
    const remove = (person: Person, wanted: number) =>
      person.call(removeProjectTranscript, { params: { ...params, transcriptId: wanted } });
    await expect(remove(vic, hers)).rejects.toMatchObject(notAllowed);
    await expect(remove(sam, hers)).rejects.toMatchObject(hidden);
    await remove(vic, transcriptId);
    await remove(eve, hers);
    await expect(remove(eve, hers)).rejects.toMatchObject(noTranscript);
    await expect(remove(ann, await seedTranscript(test, sam))).rejects.toMatchObject(noTranscript);
    expect((await ann.call(getTranscript, { params: { id: hers } })).projectId).toBeNull();
  });

  it('neither waits for ever nor loses anything when many move the same at once', async () => {
    const test = await withProject();
    const { ann, params } = test;
    const other = await ann.call(createProject, { body: { name: 'Other' } });
    const ids = await Promise.all(Array.from({ length: 30 }, () => seedTranscript(test, ann)));
    await Promise.all(
      Array.from({ length: 12 }, (_, turn) => {
        const transcriptIds = turn % 2 ? ids : ids.toReversed();
        const projectId = [params.id, other.id, null][turn % 3] ?? null;
        const [id = 0] = ids;
        return turn % 4 === 3
          ? ann.call(updateTranscript, { params: { id }, body: { projectId: other.id, title: `${turn}` } })
          : ann.call(assignTranscripts, { body: { transcriptIds, projectId } });
      }),
    );
    const rows = (await ann.call(listTranscripts, {})) as { id: number }[];
    expect(rows).toHaveLength(30);
  });

  it('and deleting, leaving or being given less at the same moment leave nothing half done', async () => {
    const test = await withProject();
    const { ann, eve, params, sql } = test;
    for (const other of ['role', 'leave', 'delete'] as const) {
      const { id } = await ann.call(createProject, { body: { name: other } });
      await join(ann, id, eve, 'editor');
      const transcriptIds = await Promise.all(Array.from({ length: 5 }, () => seedTranscript(test, eve)));
      const member = { id, userId: idOf(eve) };
      const [assigned, ended] = await Promise.allSettled([
        eve.call(assignTranscripts, { body: { transcriptIds, projectId: id } }),
        other === 'role'
          ? ann.call(updateCollaborator, { params: member, body: { role: 'viewer' } })
          : other === 'leave'
            ? ann.call(removeCollaborator, { params: member })
            : ann.call(deleteProject, { params: { id } }),
      ]);
      expect(ended.status).toBe('fulfilled');
      if (assigned.status === 'rejected') expect([403, 404]).toContain(assigned.reason.status);
      const [row] = await sql('select count(*)::integer as total from transcripts where project_id = $1', [
        id,
      ]);
      const stays = other === 'role' && assigned.status === 'fulfilled' ? 5 : 0;
      expect(row?.total, other).toBe(stays);
      await expect(
        eve.call(assignTranscripts, { body: { transcriptIds, projectId: id } }),
      ).rejects.toMatchObject(other === 'role' ? notAllowed : hidden);
    }
    expect((await ann.call(getProject, { params })).memberCount).toBe(3);
  });
});

describe('the members of a project', () => {
  it('are listed for each other, the owner first, and are given roles by the owner', async () => {
    const { ann, eve, vic, sam, params } = await withProject();
    const list = await vic.call(listCollaborators, { params });
    expect(list.map(({ firstName, role }) => [firstName, role])).toEqual([
      ['Ann', 'owner'],
      ['Eve', 'editor'],
      ['Vic', 'viewer'],
    ]);
    expect(list[0]).toMatchObject({ id: idOf(ann), email: ann.email, lastName: null });
    const give = (person: Person, member: Person, role: unknown) =>
      person.call(updateCollaborator, {
        params: { ...params, userId: idOf(member) },
        body: { role: role as 'editor' },
      });
    expect(await give(ann, vic, 'editor')).toMatchObject({ id: idOf(vic), role: 'editor' });
    expect(await vic.call(getProject, { params })).toMatchObject({
      role: 'editor',
      abilities: { edit: true, manage: false },
      memberCount: 3,
    });
    for (const role of ['owner', '', null, 3])
      await expect(give(ann, vic, role)).rejects.toMatchObject({ status: 400 });
    await expect(give(ann, ann, 'viewer')).rejects.toMatchObject({ status: 409, code: 'owner_fixed' });
    await expect(give(ann, sam, 'viewer')).rejects.toMatchObject({ status: 404, code: 'member_not_found' });
    await expect(give(eve, ann, 'viewer')).rejects.toMatchObject(notAllowed);
    await expect(give(sam, vic, 'viewer')).rejects.toMatchObject(hidden);
  });

  it('leave by themselves or by the owner, with their transcripts; the owner stays', async () => {
    const test = await withProject();
    const { ann, eve, vic, sam, params } = test;
    const hers = await seedTranscript(test, eve, { project: params.id });
    const remove = (person: Person, member: Person) =>
      person.call(removeCollaborator, { params: { ...params, userId: idOf(member) } });
    await expect(remove(ann, ann)).rejects.toMatchObject({ status: 409, code: 'owner_fixed' });
    await expect(remove(vic, eve)).rejects.toMatchObject(notAllowed);
    await expect(remove(eve, ann)).rejects.toMatchObject(notAllowed);
    await expect(remove(sam, vic)).rejects.toMatchObject(hidden);
    await expect(remove(ann, sam)).rejects.toMatchObject({ code: 'member_not_found' });
    expect(await vic.call(getTranscript, { params: { id: hers } })).toMatchObject({
      abilities: { edit: false, own: false },
    });
    await remove(ann, eve);
    await remove(vic, vic);
    expect(await eve.call(getTranscript, { params: { id: hers } })).toMatchObject({ projectId: null });
    await expect(ann.call(getTranscript, { params: { id: hers } })).rejects.toMatchObject(noTranscript);
    await expect(eve.call(getProject, { params })).rejects.toMatchObject(hidden);
    expect(await eve.call(listProjects, {})).toEqual([]);
    expect((await ann.call(listCollaborators, { params })).map(({ id }) => id)).toEqual([idOf(ann)]);
  });
});

/** A project of somebody else's, in which the person is a viewer. */
async function seedOther({ sql }: TestApp, person: Person, owner: Person) {
  const { id } = await owner.call(createProject, { body: { name: 'Other' } });
  await sql("insert into members (project_id, user_id, role) values ($1, $2, 'viewer')", [
    id,
    person.user?.id,
  ]);
  return { id };
}
