import { AnalysisError } from '#ai/analysis-error.ts';
import type { AnalysisProvider, AnswerHooks, ChatTurn } from '#ai/provider.ts';
import type { AnswerState } from '#contract/chat.ts';
import { type CheckedText, checkDraft, type Draft } from '#domain/citations.ts';
import type { AnswerContext } from '../analysis/service.ts';

/** Why an answer ends early: somebody does not want the rest. */
export class StoppedByPerson extends Error {}

export interface WrittenAnswer extends CheckedText {
  state: Exclude<AnswerState, 'pending'>;
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
  { provider, context: { index, ...context }, question, history }: AskedQuestion,
  { signal, onText }: AnswerHooks,
): Promise<WrittenAnswer> {
  let shown = '';
  const hooks = {
    signal,
    onText: (text: string) => {
      shown += text;
      onText(text);
    },
  };
  const check = (draft: Draft, state: WrittenAnswer['state']) => ({ ...checkDraft(index, draft), state });
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
