import { answerTasks } from './answer-tasks.ts';
import { doTask } from './do-task.ts';
import { type TaskReply, WorkTask } from './tasks.ts';

// The process of `task-pool.ts`: does one task after the other.
answerTasks(WorkTask, (task): TaskReply => {
  try {
    return { result: doTask(task) };
  } catch (error) {
    return { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
});
