import type Anthropic from '@anthropic-ai/sdk';
import { cutText } from '#contract/cut-text.ts';
import { type Retriever, retrieveInMemory } from '#domain/retrieval.ts';
import { AnalysisError } from '../analysis-error.ts';
import { NOTHING_SAID } from '../nothing-said.ts';
import { ANSWER_WITH_CITATIONS, EXCERPT_NOTE, SUMMARIZE } from '../prompts.ts';
import type { AnalysisProvider, AnalysisSource, ChatQuestion, ChatSource } from '../provider.ts';
import { type RetryOptions, withRetries } from '../retry.ts';
import {
  type ChosenSource,
  type ChosenSources,
  chooseForQuestion,
  chooseForSummary,
  type ModelRoom,
  particularsOf,
  recentTurns,
  scopeOf,
  writeNumbered,
  writePassage,
} from '../source-selection.ts';
import { EMPTY_SUMMARY, parseSummaryAnswer, summarySchema } from '../summary-answer.ts';
import { type AnthropicAccess, createAnthropicClient, isSendableKey } from './client.ts';
import { readAnswer, readText } from './read-stream.ts';

export const DEFAULT_ANTHROPIC_MODEL = 'claude-sonnet-5-5';

export interface AnthropicOptions extends RetryOptions, AnthropicAccess {
  /** Defaults to the newest mid-size model. */
  model?: string | undefined;
  /** Ranks passages if a transcript is too long to be sent whole; defaults to in-memory ranking. */
  retrieve?: Retriever | undefined;
  room?: Partial<ModelRoom> | undefined;
  /** The longest silence of the service; defaults to 60 s. */
  silenceMs?: number | undefined;
}

// 200,000 tokens is the window of every current model without a special agreement. 100,000 estimated tokens are about four hours
// of talk; what is sent is paid for with each question, and beyond that the right passages answer as well.
const ROOM: ModelRoom = { contextTokens: 200_000, outputTokens: 4096, sourceTokens: 100_000 };
const SUMMARY_OUTPUT_TOKENS = 8192;
const SILENCE_MS = 60_000;

/** Claude through its own service: it cites passages itself, and the transcript is cached between questions. */
export function createAnthropicProvider(options: AnthropicOptions): AnalysisProvider {
  const { model = DEFAULT_ANTHROPIC_MODEL, retrieve = retrieveInMemory, silenceMs = SILENCE_MS } = options;
  const room = { ...ROOM, ...options.room };
  const client = createAnthropicClient(options);
  return {
    name: 'anthropic',
    async answer(question, { signal, onText, onRead }) {
      signal.throwIfAborted();
      const scope = scopeOf(question.sources);
      if (question.sources.every(({ passages }) => passages.length === 0)) return NOTHING_SAID[scope];
      refuseUnsendable(options.apiKey);
      const instructions = ANSWER_WITH_CITATIONS[scope];
      const chosen = await chooseForQuestion(question, room, { instructions, retrieve });
      onRead(chosen.sources);
      const request = answerRequest({ model, room, question, chosen });
      const sent = chosen.sources.map(({ passages }) => passages);
      return withRetries(options, signal, () =>
        readAnswer(client, request, { signal, silenceMs, onText, sent }),
      );
    },
    async summarize(source, { signal, onProgress }) {
      signal.throwIfAborted();
      if (source.passages.length === 0) {
        onProgress(1);
        return EMPTY_SUMMARY;
      }
      refuseUnsendable(options.apiKey);
      const chosen = chooseForSummary(source, { ...room, outputTokens: SUMMARY_OUTPUT_TOKENS }, SUMMARIZE);
      const request = summaryRequest(model, source, chosen);
      let characters = 0;
      const onText = (text: string) => {
        characters += text.length;
        onProgress(estimateProgress(characters));
      };
      const text = await withRetries(options, signal, () =>
        readText(client, request, { signal, silenceMs, onText }),
      );
      const draft = parseSummaryAnswer(text);
      onProgress(1);
      return draft;
    },
  };
}

function refuseUnsendable(apiKey: string): void {
  if (!isSendableKey(apiKey)) throw new AnalysisError({ code: 'key_rejected' });
}

/** Summaries are about this long; the last part of the bar is reserved for the checks that follow. */
function estimateProgress(characters: number): number {
  return 0.95 * (1 - Math.exp(-characters / 3000));
}

function answerRequest({
  model,
  room,
  question: { question, sources, history },
  chosen,
}: {
  model: string;
  room: ModelRoom;
  question: ChatQuestion;
  chosen: ChosenSources;
}): Anthropic.MessageStreamParams {
  const scope = scopeOf(sources);
  const last = chosen.sources.length - 1;
  const turns = [...recentTurns(history, room), { role: 'user' as const, text: question }];
  const [first, ...others] = turns;
  return {
    model,
    max_tokens: room.outputTokens,
    system: ANSWER_WITH_CITATIONS[scope],
    messages: [
      // The sources come first and never change, so that the cache holds them whatever the question.
      {
        role: 'user',
        content: [
          ...chosen.sources.map((source, at) => ({
            ...sourceDocument(source, chosen.isWhole ? '' : ` ${EXCERPT_NOTE[scope]}`),
            // A selection for one question is not worth caching.
            ...(chosen.isWhole && at === last && { cache_control: { type: 'ephemeral' as const } }),
          })),
          { type: 'text', text: first?.text ?? question },
        ],
      },
      ...others.map(({ role, text }) => ({ role, content: text })),
    ],
  };
}

/** One content block per passage, so that the service's citations refer to passages. */
function sourceDocument(source: ChatSource, note: string): Anthropic.DocumentBlockParam {
  const what =
    source.kind === 'article'
      ? `Article: ${JSON.stringify(particularsOf(source))}. Each block is a part of it.`
      : 'Transcript of a recording. Each block is (time) speaker: words.';
  return {
    type: 'document',
    title: cutText(source.title, 200) || NAMELESS[source.kind],
    context: `${what}${note}`,
    source: {
      type: 'content',
      content: source.passages.map((passage) => ({ type: 'text', text: writePassage(passage) })),
    },
    citations: { enabled: true },
  };
}

const NAMELESS: Readonly<Record<ChatSource['kind'], string>> = {
  transcript: 'Transcript',
  article: 'Article',
};

/** This service cannot combine citations with a prescribed format, so the passages are numbered in the text. */
function summaryRequest(
  model: string,
  { title }: AnalysisSource,
  { passages, isWhole }: ChosenSource,
): Anthropic.MessageStreamParams {
  const note = isWhole ? '' : `\n${EXCERPT_NOTE.transcript}`;
  return {
    model,
    max_tokens: SUMMARY_OUTPUT_TOKENS,
    system: SUMMARIZE,
    messages: [
      {
        role: 'user',
        content: [
          {
            type: 'text',
            text: `Transcript of ${JSON.stringify(title)}:${note}\n\n${writeNumbered(passages)}`,
            cache_control: { type: 'ephemeral' },
          },
          { type: 'text', text: 'Summarize this transcript.' },
        ],
      },
    ],
    output_config: { format: { type: 'json_schema', schema: summarySchema() } },
  };
}
