import type { Suggestions } from '#contract/chat.ts';
import type {
  CollectionConversation,
  CollectionMessage,
  LibraryConversation,
} from '#contract/collection-chat.ts';
import { personName } from '#domain/person-name.ts';
import { AppError } from '../../app-error.ts';
import type { Actor } from '../../auth/actor.ts';
import type { Deps } from '../../deps.ts';
import type { Caller } from '../../work/caller.ts';
import { providerNameFor } from '../analysis/service.ts';
import {
  type AnswerRun,
  beginAnswer,
  type ConversationDeps,
  type KeptAnswer,
  readConversation,
  stateOf,
} from '../conversations/service.ts';
import { readCollectionContext } from './answer-context.ts';
import {
  citedArticles,
  citedTranscripts,
  type MessageContext,
  presentCollectionMessage,
  type StoredMessage,
} from './present.ts';
import { countSources, findCited, findPeople, hasCollection, listSources } from './queries.ts';
import { suggestQuestions } from './suggestions.ts';
import { type AskableTopic, type CollectionTopic, topicOfLibrary } from './topics.ts';

/** Who asks, and who is charged for the work. */
export interface Asker {
  actor: Actor;
  caller: Caller;
}

/** The whole conversation, and the provider of the next answer. */
export async function viewConversation(
  deps: ConversationDeps,
  actor: Actor,
  topic: CollectionTopic,
): Promise<CollectionConversation> {
  const rows = await readConversation(deps, topic);
  const messages = rows.map((row) => ({ ...row, state: stateOf(row) }));
  const [context, answersBy] = await Promise.all([
    messageContextOf(deps, topic, messages),
    providerNameFor(deps, actor.id),
  ]);
  return { messages: messages.map((message) => presentCollectionMessage(message, context)), answersBy };
}

/** The conversation about the caller's whole library, and how much there is to ask about. */
export async function viewLibraryConversation(
  deps: ConversationDeps,
  actor: Actor,
): Promise<LibraryConversation> {
  const topic = topicOfLibrary(deps, actor);
  const [conversation, sources] = await Promise.all([
    viewConversation(deps, actor, topic),
    countSources(deps.db, topic.about),
  ]);
  return { ...conversation, sources };
}

/**
 * Accepts a question. Throws the topic's `empty` and `pending`, 'daily_limit', 'total_daily_limit', and what its `confirm` throws.
 */
export async function beginCollectionAnswer(
  deps: ConversationDeps,
  { actor, caller, topic }: Asker & { topic: AskableTopic },
  question: string,
): Promise<AnswerRun<{ message: CollectionMessage }>> {
  const rows = await listSources(deps.db, topic.about);
  if (rows.transcripts.length + rows.articles.length === 0) throw new AppError(topic.empty);
  const run = await beginAnswer(deps, topic, {
    actor,
    question,
    read: (earlier) =>
      deps.work.run(caller, () =>
        readCollectionContext(deps, topic.about, { rows, question, earlier, signal: caller.signal }),
      ),
    confirm: topic.confirm,
  });
  return { write: async (hooks) => ({ message: await presentKept(deps, topic, await run.write(hooks)) }) };
}

/** Questions that a collection can answer; none while it is empty. */
export async function suggest(
  deps: ConversationDeps,
  { actor, caller }: Asker,
  { about }: CollectionTopic,
): Promise<Suggestions> {
  const [rows, answersBy] = await Promise.all([listSources(deps.db, about), providerNameFor(deps, actor.id)]);
  return { suggestions: await suggestQuestions(deps, { collection: about, caller }, rows), answersBy };
}

/** Throws the topic's `gone` if it was deleted while the answer was being written. */
async function presentKept(
  deps: ConversationDeps,
  topic: CollectionTopic,
  { id, provider, text, isKept, ...answer }: KeptAnswer,
): Promise<CollectionMessage> {
  if (!isKept && !(await hasCollection(deps.db, topic.about))) throw new AppError(topic.gone);
  const message: StoredMessage = {
    ...answer,
    id,
    role: 'assistant',
    content: text,
    provider,
    createdAt: new Date(),
    userId: null,
  };
  return presentCollectionMessage(message, await messageContextOf(deps, topic, [message]));
}

async function messageContextOf(
  { db }: Pick<Deps, 'db'>,
  { about }: CollectionTopic,
  messages: readonly StoredMessage[],
): Promise<MessageContext> {
  const citations = messages.flatMap((message) => message.citations);
  const read = messages.flatMap((message) => message.read ?? []);
  const [cited, people] = await Promise.all([
    findCited(db, about, {
      transcripts: [...citedTranscripts(citations), ...read.flatMap(({ transcripts }) => transcripts)],
      articles: [...citedArticles(citations), ...read.flatMap(({ articles }) => articles)],
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
