import { onTestFinished } from 'vitest';
import {
  askProject,
  CollectionChatEvent,
  type CollectionMessage,
  getProjectConversation,
} from '#contract/collection-chat.ts';
import { ProjectId } from '#contract/ids.ts';
import { parseCitations } from '#domain/citation-marks.ts';
import { startAnthropicDouble } from './anthropic-double.ts';
import { sharedApp, type TestApp, type TestAppOptions, testApp } from './app.ts';
import { askedArticles } from './articles.ts';
import { eventsIn } from './events-in.ts';
import type { Person } from './person.ts';
import { insertArticle, insertMember, insertProject, insertTalk } from './project-content.ts';
import { askedTranscripts } from './questions.ts';
import { settingsFor, sharedClaude } from './talk.ts';

/** The file's shared application with a project of Ann's, in which Ed is an editor and Vic a viewer. Stan is a stranger. */
export async function withEmptyProject() {
  return haveEmptyProject(await sharedApp());
}

/** Like `withEmptyProject`, with two transcripts (the second is Ed's) and two articles from the fixtures. */
export async function withProject() {
  return haveProject(await sharedApp());
}

/** Like `withProject`, in a separate application. */
export async function withOwnProject(options: TestAppOptions = {}) {
  return haveProject(await testApp(options));
}

/** Like `withProject`, with a double of Claude behind the installation's key; both are shared by the file. */
export async function withClaudeInProject() {
  const claude = await sharedClaude();
  return { claude, ...(await haveProject(await sharedApp({ env: settingsFor(claude) }))) };
}

/** Like `withClaudeInProject`, with a separate application and double. */
export async function withOwnClaudeInProject({ env, ...options }: TestAppOptions = {}) {
  const claude = await startAnthropicDouble();
  onTestFinished(() => claude.close());
  return { claude, ...(await withOwnProject({ ...options, env: { ...settingsFor(claude), ...env } })) };
}

async function haveEmptyProject(test: TestApp) {
  const [ann, ed, vic, stan] = [
    await test.person('Ann'),
    await test.person('Ed'),
    await test.person('Vic'),
    await test.person('Stan'),
  ];
  const id = ProjectId.parse(await insertProject(test.sql, idOf(ann)));
  await insertMember(test.sql, id, { userId: idOf(ed), role: 'editor' });
  await insertMember(test.sql, id, { userId: idOf(vic), role: 'viewer' });
  return { ...test, ann, ed, vic, stan, id, params: { id } };
}

async function haveProject(app: TestApp) {
  const test = await haveEmptyProject(app);
  const { sql, ann, ed, id: projectId } = test;
  const [council, bees] = ['Council', 'bees'].map((words) =>
    askedTranscripts().find(({ title }) => title.includes(words)),
  );
  const [lighthouse, buses] = ['lighthouse', 'buses'].map((words) =>
    askedArticles().find(({ title }) => title.includes(words)),
  );
  if (!council || !bees || !lighthouse || !buses) throw new Error('The fixtures have other titles.');
  const ids = {
    council: await insertTalk(sql, { projectId, userId: idOf(ann), ...council }),
    bees: await insertTalk(sql, {
      projectId,
      userId: idOf(ed),
      ...bees,
      speakerNames: { Teacher: 'Mrs. Hive', Pupil: 'Leo' },
    }),
    lighthouse: await insertArticle(sql, { projectId, userId: idOf(ann), ...lighthouse }),
    buses: await insertArticle(sql, { projectId, userId: idOf(ed), ...buses }),
  };
  return { ...test, ids };
}

export function idOf({ user }: Person): number {
  if (!user) throw new Error('Nobody is signed in.');
  return user.id;
}

export async function askAbout(person: Person, id: ProjectId, question = 'What is said about the bridge?') {
  return (await person.call(askProject, { params: { id }, body: { question } })).message;
}

export async function conversationOf(person: Person, id: ProjectId): Promise<CollectionMessage[]> {
  return (await person.call(getProjectConversation, { params: { id } })).messages;
}

/** Polls the conversation until it satisfies the predicate. */
export async function conversationUntil(
  person: Person,
  id: ProjectId,
  isSo: (messages: readonly CollectionMessage[]) => boolean,
): Promise<CollectionMessage[]> {
  for (;;) {
    const messages = await conversationOf(person, id);
    if (isSo(messages)) return messages;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** The marks of an answer that point to nothing: a moment at which no segment of the transcript begins, or words that are not in the article. */
export async function brokenMarks(
  sql: (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>,
  projectId: number,
  text: string,
): Promise<unknown[]> {
  const broken: unknown[] = [];
  for (const piece of parseCitations(text)) {
    if (piece.kind === 'text') continue;
    const rows =
      piece.kind === 'moment'
        ? await sql(
            `select 1 from segments s join transcripts t on t.id = s.transcript_id
              where t.project_id = $1 and t.id = $2 and s.start_ms / 1000 = $3`,
            [projectId, piece.transcriptId, piece.seconds],
          )
        : await sql(
            `select 1 from articles where project_id = $1 and id = $2 and position($3 in content) > 0
              and length($3) between 5 and 150`,
            [projectId, piece.articleId, piece.quote],
          );
    if (rows.length === 0) broken.push(piece);
  }
  return broken;
}

/** Parses a complete event stream with the answer to a question. */
export function readProjectEvents(body: string): CollectionChatEvent[] {
  return eventsIn(body).map((event) => CollectionChatEvent.parse(event));
}
