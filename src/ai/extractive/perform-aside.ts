import { Worker } from 'node:worker_threads';
import type { TextPassage } from '#domain/passages.ts';
import type { Retriever } from '#domain/retrieval.ts';
import { perform, type TaskInputs, type TaskKind, type TaskResults } from './tasks.ts';

/** Characters of a transcript from which its work gets a thread of its own: about three hours of talk, a tenth of a second of work. */
const LONG = 150_000;

/**
 * Does a task without holding up the server: a long transcript's in a thread, a short one's at once, as a thread takes longer to start.
 * Rejects with the signal's reason when it is aborted; a thread ends with it.
 */
export async function performAside<Kind extends TaskKind>(
  kind: Kind,
  input: TaskInputs[Kind],
  signal?: AbortSignal,
): Promise<TaskResults[Kind]> {
  signal?.throwIfAborted();
  if (lengthOf(passagesOf(input)) < LONG) return perform(kind, input);
  const worker = new Worker(new URL('./task-thread.ts', import.meta.url), { workerData: { kind, input } });
  try {
    return await new Promise((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
      worker.once('exit', () => reject(new Error('A thread of the analysis ended without an answer.')));
      signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
  } finally {
    await worker.terminate();
  }
}

/** Ranks passages in the same way. */
export const retrieveAside: Retriever = (question, passages) => performAside('rank', { question, passages });

function passagesOf(input: TaskInputs[TaskKind]): readonly TextPassage[] {
  return 'sources' in input
    ? input.sources.flatMap(({ passages }): readonly TextPassage[] => passages)
    : input.passages;
}

function lengthOf(passages: readonly TextPassage[]): number {
  return passages.reduce((sum, { text }) => sum + text.length, 0);
}
