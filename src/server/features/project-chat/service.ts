import type { Suggestions } from '#contract/chat.ts';
import { ProjectId } from '#contract/ids.ts';
import type { ProjectConversation, ProjectMessage } from '#contract/project-chat.ts';
import { personName } from '#domain/person-name.ts';
import { AppError } from '../../app-error.ts';
import type { Actor } from '../../auth/actor.ts';
import type { Deps } from '../../deps.ts';
import type { Caller } from '../../work/caller.ts';
import { providerNameFor } from '../analysis/service.ts';
import {
  type AnswerRun,
  abortAnswer,
  beginAnswer,
  type ConversationDeps,
  eraseConversation,
  type KeptAnswer,
  readConversation,
  stateOf,
  type Topic,
} from '../conversations/service.ts';
import { type EditableProject, lockEditableProject, type ReadableProject } from '../members/access.ts';
import { notifyMembers } from '../members/service.ts';
import { readProjectContext } from './answer-context.ts';
import {
  citedArticles,
  citedTranscripts,
  type MessageContext,
  presentProjectMessage,
  type StoredMessage,
} from './present.ts';
import { findCited, findPeople, hasProject, listSources } from './queries.ts';
import { suggestProjectQuestions } from './suggestions.ts';

/** The whole conversation, and the provider of the next answer. */
export async function viewProjectConversation(
  deps: ConversationDeps,
  actor: Actor,
  project: ReadableProject,
): Promise<ProjectConversation> {
  const rows = await readConversation(deps, topicOf(deps, project));
  const messages = rows.map((row) => ({ ...row, state: stateOf(row) }));
  const [context, answersBy] = await Promise.all([
    messageContextOf(deps, project, messages),
    providerNameFor(deps, actor.id),
  ]);
  return { messages: messages.map((message) => presentProjectMessage(message, context)), answersBy };
}

/** Deletes the conversation; an answer in progress is ended and discarded. */
export function clearConversationAboutProject(
  deps: ConversationDeps,
  project: EditableProject,
): Promise<void> {
  return eraseConversation(deps, topicOf(deps, project));
}

/** Stops the answer in progress, on whichever node. */
export function stopAnswerAboutProject(deps: ConversationDeps, project: EditableProject): Promise<void> {
  return abortAnswer(deps, topicOf(deps, project));
}

/**
 * Accepts a question. Throws 'project_empty', 'project_answer_pending', 'daily_limit', 'total_daily_limit', and what
 * `requireEditableProject` throws.
 */
export async function beginProjectAnswer(
  deps: ConversationDeps,
  { actor, project, caller }: { actor: Actor; project: EditableProject; caller: Caller },
  question: string,
): Promise<AnswerRun<{ message: ProjectMessage }>> {
  const rows = await listSources(deps.db, project.id);
  if (rows.transcripts.length + rows.articles.length === 0) throw new AppError('project_empty');
  const run = await beginAnswer(deps, topicOf(deps, project), {
    actor,
    question,
    read: (earlier) =>
      deps.work.run(caller, () =>
        readProjectContext(deps, project, { rows, question, earlier, signal: caller.signal }),
      ),
    // Refuses a user who has lost the role, or whose project was deleted, since the question arrived.
    confirm: (tx) => lockEditableProject(tx, actor, ProjectId.parse(project.id)),
  });
  return { write: async (hooks) => ({ message: await presentKept(deps, project, await run.write(hooks)) }) };
}

/** Questions that a project can answer; none while it is empty. */
export async function suggest(
  deps: ConversationDeps,
  { actor, caller }: { actor: Actor; caller: Caller },
  project: ReadableProject,
): Promise<Suggestions> {
  const [rows, answersBy] = await Promise.all([
    listSources(deps.db, project.id),
    providerNameFor(deps, actor.id),
  ]);
  return { suggestions: await suggestProjectQuestions(deps, { project, caller }, rows), answersBy };
}

/** Throws 'project_not_found' for a project that was deleted while the answer was being written. */
async function presentKept(
  deps: ConversationDeps,
  project: EditableProject,
  { id, provider, text, state, citations, isKept }: KeptAnswer,
): Promise<ProjectMessage> {
  if (!isKept && !(await hasProject(deps.db, project.id))) throw new AppError('project_not_found');
  const message: StoredMessage = {
    id,
    role: 'assistant',
    content: text,
    state,
    provider,
    createdAt: new Date(),
    userId: null,
    citations,
  };
  return presentProjectMessage(message, await messageContextOf(deps, project, [message]));
}

async function messageContextOf(
  { db }: Pick<Deps, 'db'>,
  project: ReadableProject,
  messages: readonly StoredMessage[],
): Promise<MessageContext> {
  const citations = messages.flatMap((message) => message.citations);
  const [cited, people] = await Promise.all([
    findCited(db, project.id, {
      transcripts: citedTranscripts(citations),
      articles: citedArticles(citations),
      segments: citations.flatMap(({ segments }) => segments.map(({ id }) => id)),
    }),
    findPeople(
      db,
      messages.flatMap(({ userId }) => userId ?? []),
    ),
  ]);
  const names = people.map(({ id, ...person }) => [id, personName(person)] as const);
  return { cited, names: new Map(names) };
}

function topicOf(deps: ConversationDeps, { id }: ReadableProject): Topic {
  return {
    about: { projectId: id },
    pending: 'project_answer_pending',
    announce: (db) =>
      notifyMembers(deps, { db, projectId: id }, { type: 'project.chat', id: ProjectId.parse(id) }),
  };
}
