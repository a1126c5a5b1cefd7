import { askWorker } from '#web/lib/ask-worker.ts';

/** What the worker says. */
export type HashAnswer =
  | { kind: 'progress'; percent: number }
  | { kind: 'done'; sha256: string }
  | { kind: 'failed'; message: string };

interface HashFile {
  file: Blob;
  signal: AbortSignal;
  /** 0 to 100. */
  onProgress: (percent: number) => void;
}

/**
 * SHA-256 of a file in hex, computed in a worker piece by piece, whatever the file's size. Rejects with the signal's reason if it is
 * aborted, which stops the work at once, and with an Error if the file cannot be read.
 */
export function hashFile({ file, signal, onProgress }: HashFile): Promise<string> {
  return askWorker({
    open: () => new Worker(new URL('./hash-worker.ts', import.meta.url), { type: 'module' }),
    task: file,
    signal,
    notLoaded: 'The worker that hashes files cannot be loaded.',
    read: (answer: HashAnswer) => {
      if (answer.kind === 'done') return { result: answer.sha256 };
      if (answer.kind === 'failed') return { failure: answer.message };
      onProgress(answer.percent);
      return undefined;
    },
  });
}
