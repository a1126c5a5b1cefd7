import type { Draft } from '#domain/citations.ts';
import type { Passage } from '#domain/passages.ts';
import { indexPassages, rankPassages } from '#domain/retrieval.ts';
import type { SummaryDraft } from '#domain/summary.ts';
import type { AnalysisSource, ChatQuestion } from '../provider.ts';
import { answerByExtraction } from './answer.ts';
import { suggestQuestions } from './suggestions.ts';
import { summarizeByExtraction } from './summary.ts';

/** Work over a whole transcript that needs nothing but a processor: what goes in. */
export interface TaskInputs {
  summarize: AnalysisSource;
  answer: ChatQuestion;
  suggest: AnalysisSource;
  rank: { question: string; passages: readonly Passage[] };
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
  suggest: suggestQuestions,
  rank: ({ question, passages }) =>
    rankPassages(indexPassages(passages), question).map(({ number }) => number),
};

export function perform<Kind extends TaskKind>(kind: Kind, input: TaskInputs[Kind]): TaskResults[Kind] {
  return WORK[kind](input);
}
