import type { ExportSource } from '#domain/exports/text-exports.ts';
import { askWorker } from '#web/lib/ask-worker.ts';
import type { ExportAnswer, ExportResults, ExportTask } from './export-task.ts';

/**
 * Runs a task in its own worker, which is terminated at the end. Throws an Error with the worker's message, or the signal's
 * reason if it is aborted, which stops the work at once.
 */
export function runExport<Kind extends ExportTask['kind']>(
  task: Extract<ExportTask, { kind: Kind }>,
  signal: AbortSignal,
): Promise<ExportResults[Kind]> {
  return askWorker({
    open: () => new Worker(new URL('./export-worker.ts', import.meta.url), { type: 'module' }),
    task: 'source' in task ? { ...task, source: exportedParts(task.source) } : task,
    signal,
    notLoaded: 'The export worker cannot be loaded.',
    read: (answer: ExportAnswer<Kind>) =>
      answer.isDone ? { result: answer.result } : { failure: answer.message },
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
