import type { AnalysisSource, ChatQuestion, ChatSource } from '#ai/provider.ts';
import { type AnalysisSettings, type ChosenProvider, chooseProvider, providerName } from '#ai/registry.ts';
import type { AnalysisProviderName, Suggestions } from '#contract/chat.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { type Citation, isStale } from '#domain/citations.ts';
import { makePassages, type Passage, type SourceSegment } from '#domain/passages.ts';
import type { SourceCounts } from '#domain/read-sources.ts';
import { indexTranscriptPassages, type SourceIndex } from '#domain/source-index.ts';
import { describeSpeakers, speakerName } from '#domain/speakers.ts';
import { AppError } from '../../app-error.ts';
import type { Actor } from '../../auth/actor.ts';
import type { Db, Tx } from '../../db/client.ts';
import type { Deps } from '../../deps.ts';
import type { Caller } from '../../work/caller.ts';
import { memoryPer } from '../../work/memory.ts';
import { openKeys } from '../api-keys/service.ts';
import { personalAnswers, type Quotas } from '../quotas/service.ts';
import type { ReadableTranscript } from '../transcripts/access.ts';
import { presentKey, readText, segmentsNow, textOf } from '../transcripts/service.ts';
import { type TakenLease, takeLease } from './lease.ts';
import { performRemembered } from './perform.ts';

export { forVisitor, isFree, toAppError } from './failures.ts';
export { holdLease, keepLease, type Lease, takeLease } from './lease.ts';
export { findHolder } from './queries.ts';

type KeyDeps = Pick<Deps, 'config' | 'db' | 'cipher' | 'work' | 'log'>;

/** A transcript as providers read it, and the index for checking their drafts. */
export interface TranscriptContext {
  source: AnalysisSource;
  /** The same, as the sources of a question. */
  sources: readonly ChatSource[];
  index: SourceIndex;
}

/** What a question is asked of, and what the draft of its answer is checked against. */
export type AnswerContext = Pick<ChatQuestion, 'sources' | 'found' | 'nearness'> & {
  index: SourceIndex;
  /** How many sources a collection has, of which these are read; missing for one transcript. */
  outOf?: SourceCounts;
};

/** The size of the cache of texts, in characters: about ten recordings of three hours. */
const READ_CHARACTERS = 2_000_000;
const HOUR_MS = 3_600_000;

const contexts = memoryPer<TranscriptContext>({
  ttl: HOUR_MS,
  maxSize: READ_CHARACTERS,
  sizeCalculation: lengthOf,
});
const suggestions = memoryPer<string[]>({ ttl: HOUR_MS, max: 5000 });

/** Reads the current text for a question, charged to the caller. */
export async function readAnswerContext(
  deps: Pick<Deps, 'db' | 'work'>,
  transcript: ReadableTranscript,
  caller: Caller,
): Promise<AnswerContext> {
  const { sources, index } = await readTranscriptContext(deps, transcript, caller);
  return { sources, index };
}

/** Reads the current text, with speakers by the names that people gave them. An unchanged text comes from the cache. */
export function readTranscriptContext(
  deps: Pick<Deps, 'db' | 'work'>,
  transcript: ReadableTranscript,
  caller: Caller,
): Promise<TranscriptContext> {
  const memory = contexts(deps.work);
  return deps.work.recall(caller, { memory, key: presentKey(transcript) }, async () => {
    const rows = await textOf(deps, transcript);
    const passages = makePassages(rows.map(nameSpeakers(rows, transcript)));
    const source = { title: transcript.title, language: transcript.language, passages };
    return {
      source,
      sources: [{ kind: 'transcript', ...source }],
      index: indexTranscriptPassages(passages),
    };
  });
}

/** The passages of a transcript's current text, as questions find them, and the state that was read; undefined if it is gone. */
export async function readPassages(
  deps: { db: Db },
  transcriptId: number,
): Promise<{ passages: Passage[]; rowVersion: string } | undefined> {
  const read = await readText(deps, transcriptId);
  if (!read) return undefined;
  const { row, segments } = read;
  return { passages: makePassages(segments.map(nameSpeakers(segments, row))), rowVersion: row.rowVersion };
}

function lengthOf({ source }: TranscriptContext): number {
  return source.passages.reduce((sum, { text }) => sum + text.length, 0);
}

/** Replaces the speaker labels of segments by the names that people gave them; if speakers are hidden, by one name for all. */
export function nameSpeakers(
  rows: readonly Pick<SourceSegment, 'speaker'>[],
  { speakerNames, showSpeakers }: Pick<ReadableTranscript, 'speakerNames' | 'showSpeakers'>,
): (row: SourceSegment) => SourceSegment {
  const speakers = describeSpeakers({ timestampedTranscript: rows, speakerNames, showSpeakers });
  return ({ id, revision, speaker, startMs, endMs, text }) => ({
    id,
    revision,
    speaker: speakers.get(speaker)?.name ?? speaker,
    startMs,
    endMs,
    text,
  });
}

/** The provider that serves this user, and whose account it uses. */
export async function providerFor(deps: KeyDeps, userId: number): Promise<ChosenProvider> {
  return chooseProvider(await settingsFor(deps, userId));
}

/** The name of the provider that would answer for this user. */
export async function providerNameFor(deps: KeyDeps, userId: number): Promise<AnalysisProviderName> {
  return providerName(await settingsFor(deps, userId));
}

/** The user's remaining quotas on an account; undefined if nothing is counted. */
export function quotasOf(
  deps: Pick<Deps, 'config'>,
  { id }: Actor,
  account: ChosenProvider['account'],
): Quotas | undefined {
  return account === 'system' ? personalAnswers(deps, id) : undefined;
}

/**
 * Takes a lease within a transaction, across all nodes. Pass the result to `keepLease` once the transaction has committed. Throws
 * `pending` while another run holds it.
 */
export async function takeTurn(
  tx: Tx,
  { name, pending }: { name: string; pending: ErrorCode },
): Promise<TakenLease> {
  const taken = await takeLease(tx, name);
  if (!taken) throw new AppError(pending);
  return taken;
}

async function settingsFor(deps: KeyDeps, userId: number): Promise<AnalysisSettings> {
  const { anthropic, openAi } = deps.config;
  const keys = await openKeys(deps, userId);
  return {
    userAnthropicKey: keys.anthropic,
    systemAnthropicKey: anthropic.apiKey,
    anthropicBaseUrl: anthropic.baseUrl,
    anthropicModel: anthropic.model,
    openAiBaseUrl: openAi.baseUrl,
    openAiKey: openAi.apiKey,
    openAiModel: openAi.model,
    openAiContextTokens: openAi.contextTokens,
    retrieve: (question, passages, nearness) => deps.work.perform('rank', { question, passages, nearness }),
    perform: performRemembered(deps),
  };
}

/** Questions that a transcript can answer; none before it has a text. Cached until the text changes. */
export async function suggestFor(
  deps: KeyDeps,
  transcript: ReadableTranscript,
  caller: Caller,
): Promise<Suggestions> {
  const answersBy = await providerNameFor(deps, transcript.userId);
  if (transcript.status !== 'completed') return { suggestions: [], answersBy };
  const found = await suggestions(deps.work).get(presentKey(transcript), caller.signal, async (signal) => {
    const { sources } = await readTranscriptContext(deps, transcript, { key: caller.key, signal });
    return deps.work.perform('suggest', { sources }, signal);
  });
  return { suggestions: found, answersBy };
}

/** The cited segments in their current state, which show which citations are outdated and who is speaking. */
export interface CitedNow {
  isOutdated(citation: Citation): boolean;
  /** The current name of a citation's speaker; undefined if its segment is gone. */
  speakerOf(citation: Citation): string | undefined;
}

/** Looks up the segments that these citations of a transcript refer to. */
export async function citedNow(
  deps: Pick<Deps, 'db'>,
  transcript: ReadableTranscript,
  citations: readonly Citation[],
): Promise<CitedNow> {
  const ids = new Set(citations.flatMap(({ segments }) => segments.map(({ id }) => id)));
  const rows = ids.size === 0 ? [] : await segmentsNow(deps, transcript, [...ids]);
  const revisions = new Map(rows.map(({ id, revision }) => [id, revision]));
  const labels = new Map(rows.map(({ id, speaker }) => [id, speaker]));
  const { speakerNames, showSpeakers } = transcript;
  return {
    isOutdated: (citation) => isStale(citation, revisions),
    speakerOf: ({ segments: [first] }) => {
      const label = first && labels.get(first.id);
      return label === undefined || !showSpeakers ? undefined : speakerName(label, speakerNames);
    },
  };
}
