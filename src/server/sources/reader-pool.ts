import { createProcessPool, type ProcessPool, type ProcessPoolOptions } from '../work/process-pool.ts';

/** Two at once: each takes a core and some hundred megabytes. Nothing that a stranger's text may have left behind in one lasts for long. */
const FOR_STRANGERS_TEXTS = {
  processes: 2,
  waiting: 1000,
  graceMs: 0,
  idleMs: 30_000,
  retiresAfter: { workedMs: 3000, tasks: 100 },
} as const;

/** Processes that read strangers' texts of one kind: a hostile text ends its process only. */
export function createReaderPool<Task, Answer>(
  options: Omit<ProcessPoolOptions<Answer>, keyof typeof FOR_STRANGERS_TEXTS>,
): ProcessPool<Task, Answer> {
  return createProcessPool({ ...FOR_STRANGERS_TEXTS, ...options });
}
