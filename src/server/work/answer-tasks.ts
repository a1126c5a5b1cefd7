import type { z } from 'zod';

/**
 * The body of a `createProcessPool` process: answers each task it receives, and exits with its parent. An exception from `answer`
 * also ends it.
 */
export function answerTasks<Task>(Task: z.ZodType<Task>, answer: (task: Task) => object): void {
  // A signal to the whole group makes the parent stop, which then ends this process.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
  process.once('disconnect', () => process.exit(0));
  process.on('message', (message) => process.send?.(answer(Task.parse(message))));
}
