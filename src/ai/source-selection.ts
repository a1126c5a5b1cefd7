import { formatMoment, withoutCitations } from '#domain/citation-marks.ts';
import type { Passage } from '#domain/passages.ts';
import type { Retriever } from '#domain/retrieval.ts';
import { estimateTokens, fitToBudget } from '#domain/token-budget.ts';
import { AnalysisError } from './analysis-error.ts';
import { rankForSummary } from './extractive/rank-for-summary.ts';
import type { AnalysisSource, ChatQuestion, ChatTurn } from './provider.ts';

/** What a model can take, in tokens. */
export interface ModelRoom {
  /** Prompt and answer together. */
  contextTokens: number;
  /** The most that an answer may take; kept free. */
  outputTokens: number;
  /** The most of a transcript that is sent with one question, whatever would fit: it is paid for each time. */
  sourceTokens: number;
}

/** What is sent to a model. */
export interface ChosenSource {
  passages: readonly Passage[];
  /** Whether that is the whole transcript. */
  isWhole: boolean;
}

const MOST_TURNS = 12;
/** The share of the room that the conversation so far may take. */
const HISTORY_SHARE = 0.15;

/** The passages to send with a question: all when they fit, else those that the retriever ranks first. Throws `too_long` when the question leaves no room. */
export async function chooseForQuestion(
  { question, source, history }: ChatQuestion,
  room: ModelRoom,
  { instructions, retrieve }: { instructions: string; retrieve: Retriever },
): Promise<ChosenSource> {
  const taken = recentTurns(history, room).reduce(
    (sum, { text }) => sum + estimateTokens(text),
    estimateTokens(question + instructions),
  );
  const budget = sourceBudget(room, taken);
  const whole = fitToBudget(source.passages, [], budget);
  if (whole.length === source.passages.length) return { passages: whole, isWhole: true };
  const ranked = await retrieve(question, source.passages);
  return { passages: fitToBudget(source.passages, ranked, budget), isWhole: false };
}

/** The passages to summarize from: all when they fit, else the weightiest of every part of the recording. */
export function chooseForSummary(
  { passages }: AnalysisSource,
  room: ModelRoom,
  instructions: string,
): ChosenSource {
  const budget = sourceBudget({ ...room, sourceTokens: room.contextTokens }, estimateTokens(instructions));
  const whole = fitToBudget(passages, [], budget);
  if (whole.length === passages.length) return { passages: whole, isWhole: true };
  return { passages: fitToBudget(passages, rankForSummary(passages), budget), isWhole: false };
}

/** The last turns that fit, beginning with a question, without the marks that the application wrote into them. */
export function recentTurns(history: readonly ChatTurn[], room: ModelRoom): ChatTurn[] {
  const turns: ChatTurn[] = [];
  let left = room.contextTokens * HISTORY_SHARE;
  for (const { role, text } of history.slice(-MOST_TURNS).toReversed()) {
    const plain = withoutCitations(text).trim();
    left -= estimateTokens(plain);
    if (left < 0) break;
    if (plain !== '') turns.unshift({ role, text: plain });
  }
  const first = turns.findIndex(({ role }) => role === 'user');
  return first < 0 ? [] : turns.slice(first);
}

/** A passage as a model reads it: '(1:05) Ann: words'. */
export function writePassage({ speaker, startMs, text }: Passage): string {
  // On one line, so that nothing said can look like the next passage.
  return `(${formatMoment(Math.floor(startMs / 1000))}) ${speaker}: ${text}`.replaceAll(/\s+/g, ' ');
}

/** The same with its number, for models that have to name it. */
export function writeNumbered(passages: readonly Passage[]): string {
  return passages.map((passage) => `[p${passage.number}] ${writePassage(passage)}`).join('\n');
}

function sourceBudget({ contextTokens, outputTokens, sourceTokens }: ModelRoom, taken: number): number {
  const left = contextTokens - outputTokens - taken;
  // With less than this no passage of use fits beside the question.
  if (left < Math.min(1000, contextTokens * 0.1)) throw new AnalysisError({ code: 'too_long' });
  return Math.min(left, sourceTokens);
}
