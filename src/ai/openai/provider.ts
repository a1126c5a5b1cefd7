import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import OpenAI from 'openai';
import type {
  ChatCompletionCreateParamsStreaming,
  ChatCompletionMessageParam,
} from 'openai/resources/chat/completions';
import { createPreview } from '#domain/citation-marks.ts';
import { type Retriever, retrieveInMemory } from '#domain/retrieval.ts';
import { AnalysisError } from '../analysis-error.ts';
import { NOTHING_SAID } from '../nothing-said.ts';
import { ANSWER_WITH_REFERENCES, EXCERPT_NOTE, SUMMARIZE } from '../prompts.ts';
import type { AnalysisProvider, AnalysisSource, ChatSource } from '../provider.ts';
import { type RetryOptions, withRetries } from '../retry.ts';
import { toAnalysisError } from '../service-error.ts';
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
} from '../source-selection.ts';
import { EMPTY_SUMMARY, parseSummaryAnswer, summarySchema } from '../summary-answer.ts';
import { readCompletion } from './read-stream.ts';
import { createReferenceFilter, parseReferences } from './references.ts';

export interface OpenAiOptions extends RetryOptions {
  /** Up to and including '/v1'. */
  baseUrl: string;
  /** Local servers need none. */
  apiKey?: string | undefined;
  /** Defaults to the first that the server lists. */
  model?: string | undefined;
  /** Ranks passages if a transcript is too long to be sent whole; defaults to in-memory ranking. */
  retrieve?: Retriever | undefined;
  room?: Partial<ModelRoom> | undefined;
  /** The longest silence of the server; defaults to 5 minutes, because a local model processes a long prompt slowly. */
  silenceMs?: number | undefined;
}

// The usual settings of small local models. A server with a smaller window silently truncates the beginning of the prompt.
const ROOM: ModelRoom = { contextTokens: 8192, outputTokens: 1024, sourceTokens: 100_000 };
const SUMMARY_OUTPUT_TOKENS = 2048;
const SILENCE_MS = 5 * 60_000;

/** Any server with OpenAI's chat completions: Ollama, llama.cpp, vLLM. The prompt asks for passage numbers in the text. */
export function createOpenAiProvider(options: OpenAiOptions): AnalysisProvider {
  const { retrieve = retrieveInMemory, silenceMs = SILENCE_MS, baseUrl, apiKey } = options;
  const room = { ...ROOM, ...options.room };
  const client = new OpenAI({
    baseURL: baseUrl,
    // The client refuses to start without one, and would otherwise take one from the environment.
    apiKey: apiKey || 'none',
    adminAPIKey: null,
    organization: null,
    project: null,
    maxRetries: 0,
    logLevel: 'off',
  });
  const models = modelFinder(client, options);
  const complete: typeof readCompletion = (...call) =>
    readCompletion(...call).catch((error: unknown) => {
      // The server may have another model by now.
      models.forget();
      throw error;
    });
  return {
    name: 'openai',
    async answer(question, { signal, onText, onRead }) {
      signal.throwIfAborted();
      const scope = scopeOf(question.sources);
      if (question.sources.every(({ passages }) => passages.length === 0)) return NOTHING_SAID[scope];
      const instructions = ANSWER_WITH_REFERENCES[scope];
      const chosen = await chooseForQuestion(question, room, { instructions, retrieve });
      onRead(chosen.sources);
      const messages: ChatCompletionMessageParam[] = [
        { role: 'system', content: `${instructions}\n\n${writeSources(chosen, EXCERPT_NOTE[scope])}` },
        ...recentTurns(question.history, room).map(({ role, text }) => ({ role, content: text })),
        { role: 'user', content: question.question },
      ];
      return withRetries(options, signal, async () => {
        const filter = createReferenceFilter();
        const preview = createPreview();
        const show = (text: string) => {
          if (text !== '') onText(text);
        };
        const request = { model: await models.find(signal), messages, max_tokens: room.outputTokens };
        const text = await complete(client, request, {
          signal,
          silenceMs,
          onText: (part) => show(preview.push(filter.push(part))),
          partial: parseReferences,
        });
        show(preview.push(filter.end()) + preview.end());
        const draft = parseReferences(text);
        if (draft.length === 0) throw new AnalysisError({ code: 'bad_answer' });
        return draft;
      });
    },
    async summarize(source, { signal, onProgress }) {
      signal.throwIfAborted();
      if (source.passages.length === 0) {
        onProgress(1);
        return EMPTY_SUMMARY;
      }
      const chosen = chooseForSummary(source, { ...room, outputTokens: SUMMARY_OUTPUT_TOKENS }, SUMMARIZE);
      let characters = 0;
      const request = (withSchema: SchemaUse) => async () =>
        complete(client, summaryRequest(await models.find(signal), writeSource(source, chosen), withSchema), {
          signal,
          silenceMs,
          onText(part) {
            characters += part.length;
            onProgress(0.95 * (1 - Math.exp(-characters / 3000)));
          },
          partial: () => [],
        });
      const text = await withRetries(options, signal, request('schema')).catch((error: unknown) => {
        // Servers without schema support reject the option or the whole request; the prompt's instructions then have to suffice.
        if (error instanceof AnalysisError && error.code === 'not_accepted') {
          return withRetries(options, signal, request('words'));
        }
        throw error;
      });
      const draft = parseSummaryAnswer(text);
      onProgress(1);
      return draft;
    },
  };
}

type SchemaUse = 'schema' | 'words';
type Request = Omit<ChatCompletionCreateParamsStreaming, 'stream'>;

function summaryRequest(model: string, source: string, use: SchemaUse): Request {
  const wanted = `Answer with one JSON object of this schema and nothing else:\n${JSON.stringify(summarySchema())}`;
  return {
    model,
    max_tokens: SUMMARY_OUTPUT_TOKENS,
    messages: [
      { role: 'system', content: SUMMARIZE },
      { role: 'user', content: use === 'schema' ? source : `${source}\n\n${wanted}` },
    ],
    ...(use === 'schema' && {
      response_format: {
        type: 'json_schema',
        json_schema: { name: 'summary', strict: true, schema: summarySchema() },
      },
    }),
  };
}

function writeSource({ title }: AnalysisSource, { passages, isWhole }: ChosenSource): string {
  return writeSources(
    { sources: [{ kind: 'transcript', title, passages }], isWhole },
    EXCERPT_NOTE.transcript,
  );
}

/** The sources one after the other, each below its metadata as JSON, so that no title can look like a passage. */
function writeSources({ sources, isWhole }: ChosenSources, note: string): string {
  return sources
    .map((source, at) => {
      const excerpt = isWhole || at > 0 ? '' : `\n${note}`;
      return `${headingOf(source)}:${excerpt}\n${writeNumbered(source.passages)}`;
    })
    .join('\n\n');
}

function headingOf(source: ChatSource): string {
  if (source.kind === 'transcript') return `Transcript of ${JSON.stringify(source.title)}`;
  return `Article ${JSON.stringify(particularsOf(source))}`;
}

const DAY_MS = 24 * 60 * 60_000;

/** The models of servers that were asked for them, by address and key: a provider lives as long as one question. */
const knownModels = new LRUCache<string, string>({ max: 1000, ttl: DAY_MS });

/** The model to use; asks a server once a day for each key which ones it has, and again after `forget`. */
function modelFinder(client: OpenAI, { baseUrl, apiKey = '', model }: OpenAiOptions) {
  const key = `${baseUrl} ${createHash('sha256').update(apiKey).digest('hex')}`;
  return {
    find: async (signal: AbortSignal): Promise<string> => {
      const known = model ?? knownModels.get(key);
      if (known) return known;
      try {
        const { data } = await client.models.list({ signal });
        const found = data[0]?.id;
        if (!found) throw new AnalysisError({ code: 'not_accepted' });
        knownModels.set(key, found);
        return found;
      } catch (error) {
        signal.throwIfAborted();
        if (error instanceof AnalysisError) throw error;
        throw toAnalysisError(error, (each) => each instanceof OpenAI.OpenAIError);
      }
    },
    forget: () => void knownModels.delete(key),
  };
}
