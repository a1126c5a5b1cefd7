import type { ExportSource } from '#domain/exports/text-exports.ts';
import type { ExportAnswer, ExportResults, ExportTask } from './export-task.ts';

/**
 * Runs a task in its own worker, which is terminated at the end. Throws an Error with the worker's message, or the signal's
 * reason if it is aborted, which stops the work at once.
 */
export function runExport<Kind extends ExportTask['kind']>(
  task: Extract<ExportTask, { kind: Kind }>,
  signal: AbortSignal,
): Promise<ExportResults[Kind]> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const worker = new Worker(new URL('./export-worker.ts', import.meta.url), { type: 'module' });
    const end = () => {
      worker.terminate();
      signal.removeEventListener('abort', stop);
    };
    const stop = () => {
      end();
      reject(signal.reason);
    };
    signal.addEventListener('abort', stop);
    worker.addEventListener('message', ({ data }: MessageEvent<ExportAnswer<Kind>>) => {
      end();
      if (data.isDone) resolve(data.result);
      else reject(new Error(data.message));
    });
    worker.addEventListener('error', ({ message }) => {
      end();
      reject(new Error(message || 'The export worker cannot be loaded.'));
    });
    worker.postMessage('source' in task ? { ...task, source: exportedParts(task.source) } : task);
  });
}

/** The fields that the worker needs, because copying them blocks the page. */
function exportedParts(source: ExportSource): ExportSource {
  const { title, transcript, speakerNames, showSpeakers, duration, language, createdAt } = source;
  const hasSegments = source.timestampedTranscript.length > 0;
  return {
    title,
    transcript: hasSegments ? '' : transcript,
    speakerNames,
    showSpeakers,
    duration,
    language,
    createdAt,
    timestampedTranscript: source.timestampedTranscript.map(
      ({ id, revision, speaker, text, start, end }) => ({
        id,
        revision,
        speaker,
        text,
        start,
        end,
      }),
    ),
  };
}
