import { AnalysisError } from '#ai/analysis-error.ts';
import type { AnalysisProvider, AnswerHooks, ChatSource, ChatTurn } from '#ai/provider.ts';
import type { AnswerState } from '#contract/chat.ts';
import { type CheckedText, checkDraft, type Draft } from '#domain/citations.ts';
import type { ReadSources, SourceCounts } from '#domain/read-sources.ts';
import { type SourceIndex, sourceOf } from '#domain/source-index.ts';
import type { AnswerContext } from '../analysis/service.ts';

/** Why an answer ends early: somebody does not want the rest. */
export class StoppedByPerson extends Error {}

export interface WrittenAnswer extends CheckedText {
  state: Exclude<AnswerState, 'pending'>;
  /** What was read; null for an answer about one transcript. */
  read: ReadSources | null;
}

export interface AskedQuestion {
  provider: AnalysisProvider;
  context: AnswerContext;
  question: string;
  history: readonly ChatTurn[];
}

/**
 * Has the provider answer and checks what it wrote. An answer that ends early (stopped, interrupted, shutdown) is kept as far as
 * it got, without citations. Rejects with AnalysisError if there is no answer at all.
 */
export async function writeAnswer(
  { provider, context: { index, outOf, ...context }, question, history }: AskedQuestion,
  { signal, onText }: AnswerHooks,
): Promise<WrittenAnswer> {
  let shown = '';
  let read: readonly ChatSource[] = [];
  const hooks = {
    signal,
    onText: (text: string) => {
      shown += text;
      onText(text);
    },
    onRead: (sources: readonly ChatSource[]) => {
      read = sources;
    },
  };
  const check = (draft: Draft, state: WrittenAnswer['state']) => ({
    ...checkDraft(index, draft),
    state,
    read: outOf ? readSources(index, read, outOf) : null,
  });
  try {
    return check(await provider.answer({ question, ...context, history }, hooks), 'complete');
  } catch (error) {
    if (signal.aborted) {
      const state = signal.reason instanceof StoppedByPerson ? 'stopped' : 'cut_off';
      return check([{ kind: 'prose', text: shown, references: [] }], state);
    }
    if (error instanceof AnalysisError && error.problem.code === 'cut_off') {
      return check(error.problem.partial, 'cut_off');
    }
    throw error;
  }
}

/** Which of the indexed sources these are. */
function readSources(index: SourceIndex, read: readonly ChatSource[], outOf: SourceCounts): ReadSources {
  const sources = read.flatMap(
    ({ passages: [first] }) => (first && sourceOf(index, { passage: first.number })) ?? [],
  );
  return {
    transcripts: sources.flatMap((source) =>
      source.kind === 'transcript' ? (source.transcriptId ?? []) : [],
    ),
    articles: sources.flatMap((source) => (source.kind === 'article' ? source.articleId : [])),
    outOf,
  };
}
