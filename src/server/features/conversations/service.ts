import type { AnalysisProvider, AnswerHooks, ChatTurn } from '#ai/provider.ts';
import type { AnswerState } from '#contract/chat.ts';
import type { ErrorCode } from '#contract/errors.ts';
import type { Actor } from '../../auth/actor.ts';
import type { Db, Tx } from '../../db/client.ts';
import type { Deps } from '../../deps.ts';
import { whenUnwanted } from '../../events/unwanted.ts';
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

export { StoppedByPerson, type WrittenAnswer, writeAnswer } from './write-answer.ts';

export type ConversationDeps = Pick<Deps, 'config' | 'db' | 'events' | 'cipher' | 'work' | 'log'>;

/** A conversation of a transcript, or of a project: what it is about, and what differs. */
export interface Topic {
  about: About;
  /** What who asks hears while another answer is being written. */
  pending: ErrorCode;
  /** Tells all who see the conversation that it is to be read again; within a transaction when it commits. */
  announce(db: Db | Tx): Promise<void>;
}

/** A message as it stands in the database; `isAlive`: whether somebody is writing it, if it is pending. */
export type ConversationMessage = MessageRow & { isAlive: boolean };

/** Messages before the question that a provider is given; it takes of these what fits. */
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

/** How a message is to be shown: one that nobody writes any more has been broken off. */
export function stateOf({ state, isAlive }: ConversationMessage): AnswerState {
  return state === 'pending' && !isAlive ? 'cut_off' : state;
}

/** Deletes the conversation; an answer under way ends and is not kept. */
export async function clearConversation(deps: ConversationDeps, topic: Topic): Promise<void> {
  await stopAnswer(deps, topic);
  await deleteConversation(deps.db, topic.about);
  await topic.announce(deps.db);
}

/** Ends the answer that is being written, on whichever node. */
export async function stopAnswer(deps: ConversationDeps, { about }: Pick<Topic, 'about'>): Promise<void> {
  const runId = await findHolder(deps.db, leaseName(about));
  if (runId) await deps.events.publish(deps.db, { kind: 'stop-job', jobId: runId });
}

export interface NewQuestion {
  actor: Actor;
  question: string;
  /** Reads what the question is asked of; begun while the question is being written down. `earlier` are the questions before it, the last one first. */
  read: (earlier: () => Promise<readonly string[]>) => Promise<AnswerContext>;
  /** Makes sure within the transaction that the question may still be asked. */
  confirm?: (tx: Tx) => Promise<unknown>;
}

/** An answer that has been promised: the question is kept, and nobody else asks about the same meanwhile. */
export interface AnswerRun<Answer> {
  /** Writes the answer and keeps it. Call it once. */
  write(hooks: AnswerHooks): Promise<Answer>;
}

/** An answer that has been written and, unless the conversation was cleared meanwhile, kept. */
export interface KeptAnswer extends Pick<WrittenAnswer, 'text' | 'state' | 'citations'> {
  /** Of its message. */
  id: number;
  provider: AnalysisProvider['name'];
  isKept: boolean;
}

/** Takes a question. Throws `pending` of the topic, 'daily_limit', 'total_daily_limit', and what `confirm` throws. */
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
  /** What was taken for the answer, where there is a limit. */
  consumed: Consumed | undefined;
}

async function writeAndKeep(
  deps: ConversationDeps,
  { topic, question, questionId, answerId, provider, context, lease, consumed }: Asked,
  { signal, onText }: AnswerHooks,
): Promise<KeptAnswer> {
  const stop = await listenForStop(deps, topic, lease);
  let isAsked = false;
  try {
    const turns = await listRecent(deps.db, { about: topic.about, before: questionId, limit: TURNS });
    const asked = { provider, context: await context, question, history: turns.map(toTurn) };
    isAsked = true;
    const { text, state, citations } = await writeAnswer(asked, {
      signal: AbortSignal.any([signal, stop.signal, lease.signal]),
      onText,
    });
    const row = await finishAnswer(deps.db, lease.holder, { content: text, state, citations });
    return { id: answerId, provider: provider.name, text, state, citations, isKept: row !== undefined };
  } catch (error) {
    await deleteRun(deps.db, lease.holder);
    if (consumed && (!isAsked || isFree(error))) await refund(deps, consumed);
    throw toAppError(deps, error);
  } finally {
    stop.end();
    await lease.release();
    await topic.announce(deps.db);
  }
}

/** A message as a provider reads it when it is given the conversation so far. */
export function toTurn({ role, content }: { role: ChatTurn['role']; content: string }): ChatTurn {
  return { role, text: content };
}

/** Aborts when somebody stops the answer, or when nobody wants it any more: its conversation was cleared, or what it is about deleted. */
async function listenForStop({ db, events }: ConversationDeps, { about }: Topic, { holder }: Lease) {
  const stopped = new AbortController();
  const stop = () => stopped.abort(new StoppedByPerson());
  const look = async () => {
    // A database that does not answer now says so when the answer is kept.
    if (!(await hasRun(db, holder).catch(() => true))) stop();
  };
  const end = events.subscribe((message) => {
    if (message.kind === 'stop-job' && message.jobId === holder) stop();
    // A deletion may have been missed.
    if (message.kind === 'gap') void look();
  });
  const transcriptId = 'transcriptId' in about ? about.transcriptId : undefined;
  const unwanted =
    transcriptId !== undefined &&
    whenUnwanted(events, { transcriptId, isVisitors: false, reason: new StoppedByPerson() });
  await look();
  const signal = unwanted ? AbortSignal.any([stopped.signal, unwanted.signal]) : stopped.signal;
  return {
    signal,
    end: () => {
      end();
      if (unwanted) unwanted.end();
    },
  };
}

function leaseName(about: About): string {
  return 'projectId' in about ? `chat:project:${about.projectId}` : `chat:transcript:${about.transcriptId}`;
}
