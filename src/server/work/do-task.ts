import { perform } from '#ai/extractive/tasks.ts';
import type { Word } from '#contract/segments.ts';
import { timestampSegment, timestampWords } from '#domain/segments.ts';
import { paragraphTexts } from '#domain/turns.ts';
import { packBeginning } from '../http/packed-json.ts';
import type { StoredWords, WorkTask } from './tasks.ts';

/** Does a task in this thread, blocking it. */
export function doTask(task: WorkTask): unknown {
  switch (task.kind) {
    case 'pack-text': {
      const timestampedTranscript = task.segments.map(timestampSegment);
      const transcript = paragraphTexts(timestampedTranscript).join('\n\n');
      return packBeginning({ transcript, timestampedTranscript });
    }
    case 'pack-words':
      return packBeginning({ segments: task.segments.map(wordsOf) });
    default:
      return perform(task.kind, task.input);
  }
}

function wordsOf({ id, revision, words }: StoredWords) {
  // Written by this application, according to the column's schema.
  return timestampWords({ id, revision, words: JSON.parse(words) as Word[] });
}
