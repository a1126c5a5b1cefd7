import type { ProjectId } from '#contract/ids.ts';
import { TranscriptId } from '#contract/ids.ts';
import { acceptInvitation, createInvitation, createProject, type InvitedRole } from '#contract/projects.ts';
import { sharedApp, type TestApp, type TestAppOptions, testApp } from './app.ts';
import type { Person } from './person.ts';

/** A project of Ann's in an application that tests of the file share, which Eve has joined as editor and Vic as viewer; Sam is not a member. */
export async function withProject(options: Pick<TestAppOptions, 'env'> = {}) {
  return haveProject(await sharedApp(options));
}

/** Like `withProject`, in a separate application. */
export async function withOwnProject(options: TestAppOptions = {}) {
  return haveProject(await testApp(options));
}

async function haveProject(test: TestApp) {
  const [ann, eve, vic, sam] = await Promise.all([
    test.person('Ann'),
    test.person('Eve'),
    test.person('Vic'),
    test.person('Sam'),
  ]);
  const { id } = await ann.call(createProject, { body: { name: 'Field notes' } });
  await join(ann, id, eve, 'editor');
  await join(ann, id, vic, 'viewer');
  return { ...test, ann, eve, vic, sam, id, params: { id } };
}

/** Makes a person join a project through an invitation link. */
export async function join(owner: Person, id: ProjectId, person: Person, role: InvitedRole): Promise<void> {
  const { token } = await owner.call(createInvitation, { params: { id }, body: { role } });
  await person.call(acceptInvitation, { body: { token } });
}

/** A finished transcript of two segments, as if it had been transcribed; without a recording. */
export async function seedTranscript(
  { sql }: Pick<TestApp, 'sql'>,
  person: Person,
  { title = 'A talk', project }: { title?: string; project?: ProjectId } = {},
): Promise<TranscriptId> {
  const [row] = await sql(
    `with made as (
      insert into transcripts (user_id, project_id, title, normalized_title, status, source_type, duration_ms, word_count, segment_count,
        progress_percent, made_at)
      values ($1, $2, $3, lower($3), 'completed', 'upload', 4000, 4, 2, 100, now()) returning id)
    , said as (
      insert into segments (transcript_id, position, user_id, speaker, start_ms, end_ms, text, normalized, words, timing)
      select made.id, place, $1, 'Speaker 1', place * 2000 - 2000, place * 2000, text, lower(text),
        (select jsonb_agg(jsonb_build_object('text', word, 'startMs', place * 2000 - 2000, 'endMs', place * 2000, 'confidence', 0.9))
          from unnest(string_to_array(text, ' ')) as word), 'measured'
      from made, unnest(array['Hello everyone.', 'Thank you.']) with ordinality as line(text, place))
    select id from made`,
    [person.user?.id, project ?? null, title],
  );
  return TranscriptId.parse(row?.id);
}
