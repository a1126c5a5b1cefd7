import type { AnalysisProvider, AnswerHooks, ChatTurn } from '#ai/provider.ts';
import type { AnswerState } from '#contract/chat.ts';
import type { ErrorCode } from '#contract/errors.ts';
import type { Actor } from '../../auth/actor.ts';
import type { Db, Tx } from '../../db/client.ts';
import type { Deps } from '../../deps.ts';
import { endsRun, endsWithTranscript, whileWanted } from '../../events/unwanted.ts';
import {
  type AnswerContext,
  findHolder,
  isFree,
  keepLease,
  type Lease,
  providerFor,
  quotasOf,
  takeTurn,
  toAppError,
} from '../analysis/service.ts';
import { type Consumed, consume, refund } from '../quotas/service.ts';
import {
  type About,
  deleteConversation,
  deleteRun,
  endAbandoned,
  finishAnswer,
  hasRun,
  insertQuestion,
  listEarlierQuestions,
  listMessages,
  listRecent,
  type MessageRow,
} from './queries.ts';
import { StoppedByPerson, type WrittenAnswer, writeAnswer } from './write-answer.ts';

export type { About } from './queries.ts';
export { StoppedByPerson, type WrittenAnswer, writeAnswer } from './write-answer.ts';

export type ConversationDeps = Pick<
  Deps,
  'config' | 'db' | 'events' | 'cipher' | 'work' | 'log' | 'embedder'
>;

/** What a conversation is about, and how conversations about different things differ. */
export interface Topic {
  about: About;
  /** The error for a question while another answer is being written. */
  pending: ErrorCode;
  /** Tells everyone who can see the conversation to reload it; within a transaction, on commit. */
  announce(db: Db | Tx): Promise<void>;
}

/** A stored message; `isAlive`: whether a pending message is still being written. */
export type ConversationMessage = MessageRow & { isAlive: boolean };

/** How many earlier messages a provider is offered; it uses as many as fit. */
const TURNS = 12;

/** All questions and answers, in order. */
export async function readConversation(
  deps: ConversationDeps,
  { about }: Pick<Topic, 'about'>,
): Promise<ConversationMessage[]> {
  const [rows, holder] = await Promise.all([
    listMessages(deps.db, about),
    findHolder(deps.db, leaseName(about)),
  ]);
  return rows.map((row) => ({ ...row, isAlive: row.runId === holder }));
}

/** The state in which to show a message: a pending one that nobody writes any more was interrupted. */
export function stateOf({ state, isAlive }: ConversationMessage): AnswerState {
  return state === 'pending' && !isAlive ? 'cut_off' : state;
}

/** Deletes the conversation; an answer in progress is ended and discarded. */
export async function eraseConversation(deps: ConversationDeps, topic: Topic): Promise<void> {
  await abortAnswer(deps, topic);
  await deleteConversation(deps.db, topic.about);
  await topic.announce(deps.db);
}

/** Stops the answer in progress, on whichever node. */
export async function abortAnswer(deps: ConversationDeps, { about }: Pick<Topic, 'about'>): Promise<void> {
  const runId = await findHolder(deps.db, leaseName(about));
  if (runId) await deps.events.publish(deps.db, { kind: 'stop-job', jobId: runId });
}

export interface NewQuestion {
  actor: Actor;
  question: string;
  /**
   * Reads the answer context; starts while the question is being stored. `earlier` gives the previous questions, newest first.
   */
  read: (earlier: () => Promise<readonly string[]>) => Promise<AnswerContext>;
  /** Checks within the transaction that the question may still be asked. */
  confirm?: (tx: Tx) => Promise<unknown>;
}

/** An answer that has been promised: its question is stored, and nobody else can ask about the same thing until it ends. */
export interface AnswerRun<Answer> {
  /** Writes and stores the answer. Call it once. */
  write(hooks: AnswerHooks): Promise<Answer>;
}

/** A finished answer, stored unless the conversation was cleared in the meantime. */
export interface KeptAnswer extends Pick<WrittenAnswer, 'text' | 'state' | 'citations' | 'read'> {
  /** Of its message. */
  id: number;
  provider: AnalysisProvider['name'];
  isKept: boolean;
}

/** Accepts a question. Throws the topic's `pending`, 'daily_limit', 'total_daily_limit', and whatever `confirm` throws. */
export async function beginAnswer(
  deps: ConversationDeps,
  topic: Topic,
  { actor, question, read, confirm }: NewQuestion,
): Promise<AnswerRun<KeptAnswer>> {
  const { about, pending } = topic;
  const { provider, account } = await providerFor(deps, actor.id);
  const quotas = quotasOf(deps, actor, account);
  const context = read(() => listEarlierQuestions(deps.db, about, TURNS));
  context.catch(() => undefined);
  const { taken, consumed, ...ids } = await deps.db.transaction(async (tx) => {
    await confirm?.(tx);
    const taken = await takeTurn(tx, { name: leaseName(about), pending });
    await endAbandoned(tx, about);
    const row = { userId: actor.id, content: question, provider: provider.name, runId: taken.holder };
    const inserted = await insertQuestion(tx, { about, ...row });
    await topic.announce(tx);
    const consumed = quotas && (await consume({ db: tx, log: deps.log }, quotas));
    return { taken, consumed, ...inserted };
  });
  const lease = keepLease(deps, taken);
  const asked = { ...ids, topic, question, provider, context, lease, consumed };
  return { write: (hooks) => writeAndKeep(deps, asked, hooks) };
}

interface Asked {
  topic: Topic;
  question: string;
  questionId: number;
  answerId: number;
  provider: AnalysisProvider;
  context: Promise<AnswerContext>;
  lease: Lease;
  /** What the answer consumed, if there is a limit. */
  consumed: Consumed | undefined;
}

async function writeAndKeep(
  deps: ConversationDeps,
  { topic, question, questionId, answerId, provider, context, lease, consumed }: Asked,
  { signal, onText }: AnswerHooks,
): Promise<KeptAnswer> {
  const { holder } = lease;
  const { about } = topic;
  const isOfDeleted = 'transcriptId' in about ? endsWithTranscript(about.transcriptId) : () => false;
  const wanted = whileWanted(deps.events, {
    isEnd: (message) => endsRun(holder)(message) || isOfDeleted(message),
    // A run ends with what it is about: a deleted transcript, project, account or conversation.
    isWanted: () => hasRun(deps.db, holder),
    reason: new StoppedByPerson(),
  });
  let isAsked = false;
  try {
    const turns = await listRecent(deps.db, { about, before: questionId, limit: TURNS });
    const asked = { provider, context: await context, question, history: turns.map(toTurn) };
    isAsked = true;
    const { text, state, citations, read } = await writeAnswer(asked, {
      signal: AbortSignal.any([signal, wanted.signal, lease.signal]),
      onText,
    });
    const row = await finishAnswer(deps.db, holder, { content: text, state, citations, read });
    return { id: answerId, provider: provider.name, text, state, citations, read, isKept: row !== undefined };
  } catch (error) {
    await deleteRun(deps.db, holder);
    if (consumed && (!isAsked || isFree(error))) await refund(deps, consumed);
    throw toAppError(deps, error);
  } finally {
    wanted.end();
    await lease.release();
    await topic.announce(deps.db);
  }
}

/** A message in the form in which a provider reads the conversation so far. */
export function toTurn({ role, content }: { role: ChatTurn['role']; content: string }): ChatTurn {
  return { role, text: content };
}

function leaseName(about: About): string {
  if ('projectId' in about) return `chat:project:${about.projectId}`;
  if ('libraryOf' in about) return `chat:library:${about.libraryOf}`;
  return `chat:transcript:${about.transcriptId}`;
}
