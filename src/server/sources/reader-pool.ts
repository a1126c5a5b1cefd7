import { createProcessPool, type ProcessPool, type ProcessPoolOptions } from '../work/process-pool.ts';

/**
 * Two at once: each uses a core and some hundred megabytes. Processes are replaced often, so that nothing a stranger's text
 * leaves behind in one lasts long.
 */
const FOR_STRANGERS_TEXTS = {
  processes: 2,
  waiting: 1000,
  graceMs: 0,
  idleMs: 30_000,
  retiresAfter: { workedMs: 3000, tasks: 100 },
} as const;

/** Processes that read strangers' texts of one kind: a hostile text affects only its process. */
export function createReaderPool<Task, Answer>(
  options: Omit<ProcessPoolOptions<Answer>, keyof typeof FOR_STRANGERS_TEXTS>,
): ProcessPool<Task, Answer> {
  return createProcessPool({ ...FOR_STRANGERS_TEXTS, ...options });
}
