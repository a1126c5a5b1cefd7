import type { z } from 'zod';

/** The body of a process of `createProcessPool`: answers each task that it is sent, and ends with its parent. What `answer` throws ends it, too. */
export function answerTasks<Task>(Task: z.ZodType<Task>, answer: (task: Task) => object): void {
  // Who stops the whole group asks the parent to end, which then ends this.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
  process.once('disconnect', () => process.exit(0));
  process.on('message', (message) => process.send?.(answer(Task.parse(message))));
}
