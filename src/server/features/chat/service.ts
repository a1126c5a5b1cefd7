import { languageOfSource } from '#ai/source-language.ts';
import type { ChatAnswer, Conversation } from '#contract/chat.ts';
import { TranscriptId } from '#contract/ids.ts';
import { AppError } from '../../app-error.ts';
import type { Actor } from '../../auth/actor.ts';
import { endsWithTranscript, whileWanted } from '../../events/unwanted.ts';
import type { Caller } from '../../work/caller.ts';
import {
  type AnswerContext,
  citedNow,
  forVisitor,
  isFree,
  providerFor,
  providerNameFor,
  readAnswerContext,
  toAppError,
} from '../analysis/service.ts';
import {
  type AnswerRun,
  abortAnswer,
  beginAnswer,
  type ConversationDeps,
  eraseConversation,
  readConversation,
  type Topic,
  toTurn,
  writeAnswer,
} from '../conversations/service.ts';
import { meantBy, nearnessOf } from '../meaning/service.ts';
import { consume, refund, sharedAnswers } from '../quotas/service.ts';
import { isShared, openShare } from '../shares/access.ts';
import type { EditableTranscript, ReadableTranscript } from '../transcripts/access.ts';
import { notifyReaders } from '../transcripts/service.ts';
import { presentAnswer, presentMessage } from './present.ts';

/** The whole conversation, and the provider of the next answer. */
export async function viewTranscriptConversation(
  deps: ConversationDeps,
  actor: Actor,
  transcript: ReadableTranscript,
): Promise<Conversation> {
  const rows = await readConversation(deps, topicOf(deps, transcript));
  const citations = rows.flatMap((row) => row.citations);
  const [cited, answersBy] = await Promise.all([
    citedNow(deps, transcript, citations),
    providerNameFor(deps, actor.id),
  ]);
  return { messages: rows.map((row) => presentMessage(row, cited)), answersBy };
}

/** Deletes the conversation; an answer in progress is ended and discarded. */
export function clearTranscriptConversation(
  deps: ConversationDeps,
  transcript: EditableTranscript,
): Promise<void> {
  return eraseConversation(deps, topicOf(deps, transcript));
}

/** Stops the answer in progress, on whichever node. */
export function stopTranscriptAnswer(deps: ConversationDeps, transcript: EditableTranscript): Promise<void> {
  return abortAnswer(deps, topicOf(deps, transcript));
}

/** Accepts a question. Throws 'transcript_not_completed', 'answer_pending', 'daily_limit', 'total_daily_limit'. */
export async function beginTranscriptAnswer(
  deps: ConversationDeps,
  { actor, transcript, caller }: { actor: Actor; transcript: EditableTranscript; caller: Caller },
  question: string,
): Promise<AnswerRun<ChatAnswer>> {
  if (transcript.status !== 'completed') throw new AppError('transcript_not_completed');
  const read = () => readContext(deps, { transcript, caller }, question);
  const run = await beginAnswer(deps, topicOf(deps, transcript), { actor, question, read });
  return { write: async (hooks) => presentAnswer(await run.write(hooks)) };
}

/**
 * Answers a visitor with a public link, using the owner's key or the installation's; nothing is stored. Throws 'share_not_found',
 * 'shared_daily_limit', 'shared_total_daily_limit'.
 */
export async function beginSharedAnswer(
  deps: ConversationDeps,
  { shareId, caller }: { shareId: string; caller: Caller },
  {
    question,
    history,
  }: { question: string; history: readonly { role: 'user' | 'assistant'; content: string }[] },
): Promise<AnswerRun<ChatAnswer>> {
  const { transcript } = await openShare(deps, shareId);
  const { provider, account } = await providerFor(deps, transcript.userId);
  const consumed =
    account === 'none' ? undefined : await consume(deps, sharedAnswers(deps, transcript, account));
  return {
    write: async (hooks) => {
      const reason = new AppError('share_not_found');
      const wanted = whileWanted(deps.events, {
        isEnd: endsWithTranscript(transcript.id, { isVisitors: true }),
        isWanted: () => isShared(deps, shareId),
        reason,
      });
      let isAsked = false;
      try {
        // The link may have been revoked before we subscribed to its events.
        await openShare(deps, shareId);
        const context = await readContext(deps, { transcript, caller }, question);
        const asked = { provider, context, question, history: history.map(toTurn) };
        isAsked = true;
        const signal = AbortSignal.any([hooks.signal, wanted.signal]);
        const written = await writeAnswer(asked, { ...hooks, signal });
        wanted.signal.throwIfAborted();
        return presentAnswer({ ...written, provider: provider.name });
      } catch (error) {
        if (consumed && (!isAsked || isFree(error))) await refund(deps, consumed);
        throw forVisitor(toAppError(deps, error));
      } finally {
        wanted.end();
      }
    },
  };
}

/** What a question is asked of, with how near its passages are to it in what they mean. */
async function readContext(
  deps: ConversationDeps,
  { transcript, caller }: { transcript: ReadableTranscript; caller: Caller },
  question: string,
): Promise<AnswerContext> {
  const context = await readAnswerContext(deps, transcript, caller);
  const asked = context.sources.map((source) => ({
    ref: { transcriptId: transcript.id },
    language: languageOfSource(source),
    passages: source.passages,
  }));
  return { ...context, nearness: await nearnessOf(deps, asked, meantBy(deps, question, caller.signal)) };
}

function topicOf(deps: ConversationDeps, row: ReadableTranscript): Topic {
  return {
    about: { transcriptId: row.id },
    pending: 'answer_pending',
    announce: (db) =>
      notifyReaders(deps, { db, row }, { type: 'chat.changed', id: TranscriptId.parse(row.id) }),
  };
}
