/** A message of a worker, read: a result or a failure ends it, undefined is about something on the way. */
export type WorkerAnswer<Result> = { result: Result } | { failure: string } | undefined;

interface WorkerTask<Message, Result> {
  /** Opens the worker, which is terminated at the end. */
  open: () => Worker;
  task: unknown;
  signal: AbortSignal;
  read: (message: Message) => WorkerAnswer<Result>;
  /** What the Error says if the worker cannot be loaded, and the browser does not say why. */
  notLoaded: string;
}

/**
 * Gives a task to a worker of its own and returns what it answers. Throws an Error with the worker's failure, or if it cannot be
 * loaded, and the signal's reason if it is aborted, which stops the work at once.
 */
export function askWorker<Message, Result>({
  open,
  task,
  signal,
  read,
  notLoaded,
}: WorkerTask<Message, Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const worker = open();
    const end = () => {
      worker.terminate();
      signal.removeEventListener('abort', stop);
    };
    const stop = () => {
      end();
      reject(signal.reason);
    };
    signal.addEventListener('abort', stop);
    worker.addEventListener('message', ({ data }: MessageEvent<Message>) => {
      const answer = read(data);
      if (!answer) return;
      end();
      if ('result' in answer) resolve(answer.result);
      else reject(new Error(answer.failure));
    });
    worker.addEventListener('error', ({ message }) => {
      end();
      reject(new Error(message || notLoaded));
    });
    worker.postMessage(task);
  });
}
