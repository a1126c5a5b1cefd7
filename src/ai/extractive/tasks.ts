import type { Draft } from '#domain/citations.ts';
import { indexPassages, rankPassages, type SearchedPassage } from '#domain/retrieval.ts';
import type { SummaryDraft } from '#domain/summary.ts';
import type { AnalysisSource, ChatQuestion, ChatSource } from '../provider.ts';
import { answerByExtraction } from './answer.ts';
import { suggestQuestions } from './suggestions.ts';
import { summarizeByExtraction } from './summary.ts';

/** Work over whole sources that needs nothing but a processor: what goes in. */
export interface TaskInputs {
  summarize: AnalysisSource;
  answer: ChatQuestion;
  suggest: { sources: readonly ChatSource[] };
  rank: { question: string; passages: readonly SearchedPassage[] };
}

/** And what comes out. */
export interface TaskResults {
  summarize: SummaryDraft;
  answer: Draft;
  suggest: string[];
  /** Passage numbers, best first. */
  rank: number[];
}

export type TaskKind = keyof TaskInputs;

const WORK: { [Kind in TaskKind]: (input: TaskInputs[Kind]) => TaskResults[Kind] } = {
  summarize: summarizeByExtraction,
  answer: answerByExtraction,
  suggest: ({ sources }) => suggestQuestions(sources),
  rank: ({ question, passages }) =>
    rankPassages(indexPassages(passages), question).map(({ number }) => number),
};

export function perform<Kind extends TaskKind>(kind: Kind, input: TaskInputs[Kind]): TaskResults[Kind] {
  return WORK[kind](input);
}
