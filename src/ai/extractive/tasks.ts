import type { Draft } from '#domain/citations.ts';
import type { Nearness } from '#domain/meaning.ts';
import { retrieve, type SearchedPassage } from '#domain/retrieval.ts';
import type { SummaryDraft } from '#domain/summary.ts';
import type { AnalysisSource, ChatQuestion, ChatSource } from '../provider.ts';
import { answerByExtraction } from './answer.ts';
import { suggestQuestions } from './suggestions.ts';
import { summarizeByExtraction } from './summary.ts';

/** The inputs of CPU-bound work over whole sources. */
export interface TaskInputs {
  summarize: AnalysisSource;
  answer: ChatQuestion;
  suggest: { sources: readonly ChatSource[] };
  rank: { question: string; passages: readonly SearchedPassage[]; nearness?: Nearness | undefined };
}

/** The results of that work. */
export interface TaskResults {
  summarize: SummaryDraft;
  answer: Draft;
  suggest: string[];
  /** Passage numbers, best first. */
  rank: number[];
}

export type TaskKind = keyof TaskInputs;

/** Does a task, here or elsewhere. Rejects with the signal's reason when it is aborted. */
export type Perform = <Kind extends TaskKind>(
  kind: Kind,
  input: TaskInputs[Kind],
  signal?: AbortSignal,
) => Promise<TaskResults[Kind]>;

const WORK: { [Kind in TaskKind]: (input: TaskInputs[Kind]) => TaskResults[Kind] } = {
  summarize: summarizeByExtraction,
  answer: answerByExtraction,
  suggest: ({ sources }) => suggestQuestions(sources),
  rank: (asked) => retrieve(asked).map(({ number }) => number),
};

/** Does a task in this thread, blocking it. */
export function perform<Kind extends TaskKind>(kind: Kind, input: TaskInputs[Kind]): TaskResults[Kind] {
  return WORK[kind](input);
}

/** The same as a `Perform`, for callers without another thread. */
export const performHere: Perform = async (kind, input, signal) => {
  signal?.throwIfAborted();
  return perform(kind, input);
};
