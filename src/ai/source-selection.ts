import { formatMoment, withoutCitations } from '#domain/citation-marks.ts';
import type { Passage, TextPassage } from '#domain/passages.ts';
import type { Retriever, SearchedPassage } from '#domain/retrieval.ts';
import { estimateTokens, fitToBudget } from '#domain/token-budget.ts';
import { AnalysisError } from './analysis-error.ts';
import { rankForSummary } from './extractive/rank-for-summary.ts';
import type { Scope } from './prompts.ts';
import type { AnalysisSource, ChatQuestion, ChatSource, ChatTurn } from './provider.ts';
import { languageOfSource } from './source-language.ts';

/** What fits into a model, in tokens. */
export interface ModelRoom {
  /** Prompt and answer together. */
  contextTokens: number;
  /** The maximum length of an answer, which is kept free. */
  outputTokens: number;
  /** The most of a transcript to send with one question, even if more would fit: it is paid for each time. */
  sourceTokens: number;
}

/** What is sent to a model to summarize. */
export interface ChosenSource {
  passages: readonly Passage[];
  /** Whether that is the whole transcript. */
  isWhole: boolean;
}

/** What is sent to a model with a question. */
export interface ChosenSources {
  /** The sources with chosen passages, reduced to these. */
  sources: readonly ChatSource[];
  /** Whether that is everything. */
  isWhole: boolean;
}

/** What a source costs in addition to its passages. */
const TOKENS_AROUND_SOURCE = 60;
const MAX_TURNS = 12;
/** The share of the context window for the conversation so far. */
const HISTORY_SHARE = 0.15;

/**
 * The passages to send with a question: all if they fit, else those that the retriever ranks first. Throws `too_long` if the
 * question leaves no room.
 */
export async function chooseForQuestion(
  { question, sources, found, nearness, history }: ChatQuestion,
  room: ModelRoom,
  { instructions, retrieve }: { instructions: string; retrieve: Retriever },
): Promise<ChosenSources> {
  const taken = recentTurns(history, room).reduce(
    (sum, { text }) => sum + estimateTokens(text),
    estimateTokens(question + instructions),
  );
  const budget = sourceBudget(room, taken) - (sources.length - 1) * TOKENS_AROUND_SOURCE;
  const passages = searchedPassages(sources);
  const whole = fitToBudget(passages, [], budget);
  if (whole.length === passages.length) return { sources, isWhole: found === undefined };
  const ranked = found?.map(({ number }) => number) ?? (await retrieve(question, passages, nearness));
  // With many sources, not all headings fit: then few sources are left, and these have room.
  const fitting = fitToBudget(passages, ranked, Math.max(budget, sourceBudget(room, taken) / 2));
  return { sources: onlyThese(sources, fitting), isWhole: false };
}

/** Whether a question's sources are one transcript or a collection. */
export function scopeOf(sources: readonly ChatSource[]): Scope {
  return sources.length === 1 && sources[0]?.kind === 'transcript' ? 'transcript' : 'collection';
}

/** All passages as they are searched: in a collection, the words of a source's title count for its passages. */
export function searchedPassages(sources: readonly ChatSource[]): readonly SearchedPassage[] {
  const isAlone = scopeOf(sources) === 'transcript';
  return sources.flatMap((source): readonly SearchedPassage[] => {
    const language = languageOfSource(source);
    const about = isAlone ? {} : { about: particularsOf(source).join(' ') };
    return source.passages.map((passage) => ({ ...passage, ...about, language }));
  });
}

/** A source's title and, for an article, its author, publication and date. */
export function particularsOf(source: ChatSource): string[] {
  if (source.kind === 'transcript') return [source.title];
  const { title, author, publication, publishedDate } = source;
  return [title, author, publication, publishedDate].filter(
    (part) => typeof part === 'string' && part !== '',
  ) as string[];
}

function onlyThese(sources: readonly ChatSource[], chosen: readonly TextPassage[]): ChatSource[] {
  const numbers = new Set(chosen.map(({ number }) => number));
  return sources
    .map((source): ChatSource => {
      const isChosen = ({ number }: TextPassage) => numbers.has(number);
      return source.kind === 'article'
        ? { ...source, passages: source.passages.filter(isChosen) }
        : { ...source, passages: source.passages.filter(isChosen) };
    })
    .filter(({ passages }) => passages.length > 0);
}

/** The passages to summarize: all if they fit, else the most important of every part of the recording. */
export function chooseForSummary(
  source: AnalysisSource,
  room: ModelRoom,
  instructions: string,
): ChosenSource {
  const { passages } = source;
  const budget = sourceBudget({ ...room, sourceTokens: room.contextTokens }, estimateTokens(instructions));
  const whole = fitToBudget(passages, [], budget);
  if (whole.length === passages.length) return { passages: whole, isWhole: true };
  const ranked = rankForSummary(passages, languageOfSource(source));
  return { passages: fitToBudget(passages, ranked, budget), isWhole: false };
}

/** The last turns that fit, beginning with a question, without the citation marks that the application wrote into them. */
export function recentTurns(history: readonly ChatTurn[], room: ModelRoom): ChatTurn[] {
  const turns: ChatTurn[] = [];
  let left = room.contextTokens * HISTORY_SHARE;
  for (const { role, text } of history.slice(-MAX_TURNS).toReversed()) {
    const plain = withoutCitations(text).trim();
    left -= estimateTokens(plain);
    if (left < 0) break;
    if (plain !== '') turns.unshift({ role, text: plain });
  }
  const first = turns.findIndex(({ role }) => role === 'user');
  return first < 0 ? [] : turns.slice(first);
}

/** A passage as a model reads it: '(1:05) Ann: words', or words of an article. */
export function writePassage(passage: ChatSource['passages'][number]): string {
  const said =
    'speaker' in passage ? `(${formatMoment(Math.floor(passage.startMs / 1000))}) ${passage.speaker}: ` : '';
  // On one line, so that nothing said can look like the next passage.
  return `${said}${passage.text}`.replaceAll(/\s+/g, ' ');
}

/** The same with its number, for models that have to refer to it. */
export function writeNumbered(passages: ChatSource['passages']): string {
  return passages.map((passage) => `[p${passage.number}] ${writePassage(passage)}`).join('\n');
}

function sourceBudget({ contextTokens, outputTokens, sourceTokens }: ModelRoom, taken: number): number {
  const left = contextTokens - outputTokens - taken;
  // With less than this, no useful passage fits beside the question.
  if (left < Math.min(1000, contextTokens * 0.1)) throw new AnalysisError({ code: 'too_long' });
  return Math.min(left, sourceTokens);
}
