import type { AnalysisProvider, AnswerHooks, ChatTurn } from '#ai/provider.ts';
import type { ChatAnswer, Conversation } from '#contract/chat.ts';
import { TranscriptId } from '#contract/ids.ts';
import { AppError } from '../../app-error.ts';
import type { Actor } from '../../auth/actor.ts';
import type { Db, Tx } from '../../db/client.ts';
import type { Deps } from '../../deps.ts';
import { type Allowance, giveBack, spend } from '../allowances/service.ts';
import {
  allowanceOf,
  citedNow,
  forVisitor,
  holderOf,
  keepLease,
  type Lease,
  providerFor,
  providerNameFor,
  type Reading,
  readSource,
  takeTurn,
  toAppError,
} from '../analysis/service.ts';
import { openShare } from '../shares/access.ts';
import type { EditableTranscript, ReadableTranscript } from '../transcripts/access.ts';
import { tellReaders } from '../transcripts/service.ts';
import { presentAnswer, presentMessage } from './present.ts';
import {
  deleteConversation,
  deleteRun,
  endAbandoned,
  finishAnswer,
  insertQuestion,
  listMessages,
  listRecent,
} from './queries.ts';
import { StoppedByPerson, writeAnswer } from './write-answer.ts';

export type ChatDeps = Pick<Deps, 'config' | 'db' | 'events' | 'sealer' | 'log'>;

/** Messages before the question that a provider is given; it takes of these what fits. */
const TURNS = 12;

/** The whole conversation, with who answers next. */
export async function viewConversation(
  deps: ChatDeps,
  actor: Actor,
  transcript: ReadableTranscript,
): Promise<Conversation> {
  const rows = await listMessages(deps.db, transcript.id);
  const [cited, holder, answersBy] = await Promise.all([
    citedNow(
      deps,
      transcript,
      rows.flatMap(({ citations }) => citations),
    ),
    holderOf(deps, leaseName(transcript)),
    providerNameFor(deps, actor.id),
  ]);
  const messages = rows.map((row) => presentMessage(row, { cited, isAlive: row.runId === holder }));
  return { messages, answersBy };
}

/** Deletes the conversation; an answer under way ends and is not kept. */
export async function clearConversation(deps: ChatDeps, transcript: EditableTranscript): Promise<void> {
  await stopAnswer(deps, transcript);
  await deleteConversation(deps.db, transcript.id);
  await announceChat(deps, deps.db, transcript);
}

/** Ends the answer that is being written, on whichever node. */
export async function stopAnswer(deps: ChatDeps, transcript: EditableTranscript): Promise<void> {
  const runId = await holderOf(deps, leaseName(transcript));
  if (runId) await deps.events.publish(deps.db, { kind: 'stop-job', jobId: runId });
}

/** An answer that has been promised: the question is kept, and nobody else asks about this transcript meanwhile. */
export interface AnswerRun {
  /** Writes the answer and keeps it. Call it once. */
  write(hooks: AnswerHooks): Promise<ChatAnswer>;
}

/** Takes a question. Throws 'transcript_not_completed', 'answer_pending', 'daily_limit'. */
export async function beginAnswer(
  deps: ChatDeps,
  { actor, transcript }: { actor: Actor; transcript: EditableTranscript },
  question: string,
): Promise<AnswerRun> {
  if (transcript.status !== 'completed') throw new AppError('transcript_not_completed');
  const { provider, account } = await providerFor(deps, actor.id);
  const allowance = allowanceOf(deps, actor, account);
  // Read while the question is being written down.
  const reading = readSource(deps, transcript);
  reading.catch(() => undefined);
  const kept = await deps.db.transaction(async (tx) => {
    const name = leaseName(transcript);
    const taken = await takeTurn(tx, { name, pending: 'answer_pending', allowance });
    await endAbandoned(tx, transcript.id);
    const questionId = await insertQuestion(tx, {
      transcriptId: transcript.id,
      userId: actor.id,
      content: question,
      provider: provider.name,
      runId: taken.holder,
    });
    await announceChat(deps, tx, transcript);
    return { taken, questionId };
  });
  const lease = keepLease(deps, kept.taken);
  const asked = { transcript, question, questionId: kept.questionId, provider, reading, lease, allowance };
  return { write: (hooks) => writeAndKeep(deps, asked, hooks) };
}

interface Asked {
  transcript: EditableTranscript;
  question: string;
  questionId: number;
  provider: AnalysisProvider;
  reading: Promise<Reading>;
  lease: Lease;
  /** What was taken for the answer, where there is a limit. */
  allowance: Allowance | undefined;
}

async function writeAndKeep(
  deps: ChatDeps,
  { transcript, question, questionId, provider, reading, lease, allowance }: Asked,
  { signal, onText }: AnswerHooks,
): Promise<ChatAnswer> {
  const stop = listenForStop(deps, lease);
  try {
    const turns = await listRecent(deps.db, {
      transcriptId: transcript.id,
      before: questionId,
      limit: TURNS,
    });
    const written = await writeAnswer(
      { provider, reading: await reading, question, history: turns.map(toTurn) },
      { signal: AbortSignal.any([signal, stop.signal, lease.signal]), onText },
    );
    const { text, state, citations } = written;
    await finishAnswer(deps.db, lease.holder, { content: text, state, citations });
    return presentAnswer(written, provider.name);
  } catch (error) {
    await deleteRun(deps.db, lease.holder);
    if (allowance) await giveBack(deps, allowance);
    throw toAppError(deps, error);
  } finally {
    stop.end();
    await lease.release();
    await announceChat(deps, deps.db, transcript);
  }
}

/** Answers a visitor of a public link, on its owner's key or the installation's; nothing is kept. Throws 'share_not_found', 'shared_daily_limit'. */
export async function beginSharedAnswer(
  deps: ChatDeps,
  shareId: string,
  {
    question,
    history,
  }: { question: string; history: readonly { role: 'user' | 'assistant'; content: string }[] },
): Promise<AnswerRun> {
  const { transcript } = await openShare(deps, shareId);
  const { provider, account } = await providerFor(deps, transcript.userId);
  // A link may travel far: also on its owner's own key there is an end.
  const allowance = { subject: `answers:share:${shareId}`, limit: deps.config.daily.sharedAnswers };
  if (account !== 'none' && !(await spend(deps, allowance))) throw new AppError('shared_daily_limit');
  return {
    write: async (hooks) => {
      try {
        const reading = await readSource(deps, transcript);
        const written = await writeAnswer(
          { provider, reading, question, history: history.map(toTurn) },
          hooks,
        );
        return presentAnswer(written, provider.name);
      } catch (error) {
        if (account !== 'none') await giveBack(deps, allowance);
        throw forVisitor(toAppError(deps, error));
      }
    },
  };
}

function toTurn({ role, content }: { role: ChatTurn['role']; content: string }): ChatTurn {
  return { role, text: content };
}

function listenForStop({ events }: ChatDeps, { holder }: Lease) {
  const stopped = new AbortController();
  const end = events.subscribe((message) => {
    if (message.kind === 'stop-job' && message.jobId === holder) stopped.abort(new StoppedByPerson());
  });
  return { signal: stopped.signal, end };
}

function announceChat(
  deps: ChatDeps,
  db: Db | Tx,
  row: Pick<ReadableTranscript, 'id' | 'userId' | 'projectId'>,
): Promise<void> {
  return tellReaders(deps, { db, row }, { type: 'chat.changed', id: TranscriptId.parse(row.id) });
}

function leaseName({ id }: Pick<ReadableTranscript, 'id'>): string {
  return `chat:transcript:${id}`;
}
