import type { Perform, TaskInputs, TaskKind, TaskResults } from '#ai/extractive/tasks.ts';
import type { ChatQuestion } from '#ai/provider.ts';
import type { Draft } from '#domain/citations.ts';
import type { Deps } from '../../deps.ts';
import { memoryPer } from '../../work/memory.ts';

const NEVER = new AbortController().signal;

const answers = memoryPer<Draft>({ ttl: 3_600_000, max: 1000 });
/** Sources that were read once are the same object until their text changes (`readSource`). */
const numbers = new WeakMap<ChatQuestion['sources'], number>();
let lastNumber = 0;

/** Performs tasks in other processes, and caches the answers to questions about the same sources. */
export function performRemembered({ work }: Pick<Deps, 'work'>): Perform {
  return <Kind extends TaskKind>(kind: Kind, input: TaskInputs[Kind], signal: AbortSignal = NEVER) => {
    if (kind !== 'answer' || !('history' in input)) return work.perform(kind, input, signal);
    // Once there are vectors, the same question finds more.
    const key = `${numberOf(input.sources)} ${input.nearness?.size ?? 0} ${input.question}`;
    const answer = answers(work).get(key, signal, (wanted) => work.perform('answer', input, wanted));
    // The cached answer has this kind.
    return answer as Promise<TaskResults[Kind]>;
  };
}

function numberOf(sources: ChatQuestion['sources']): number {
  const known = numbers.get(sources);
  if (known !== undefined) return known;
  lastNumber += 1;
  numbers.set(sources, lastNumber);
  return lastNumber;
}
