import { perform } from '#ai/extractive/tasks.ts';
import type { Word } from '#contract/segments.ts';
import { timestampSegment, timestampWords } from '#domain/segments.ts';
import { speakersAgain } from '#domain/speakers-again.ts';
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
    case 'find-speakers':
      return speakersAgain(
        task.passages.map((passage) => ({ ...passage, words: JSON.parse(passage.words) as Word[] })),
        task.turns,
        task.taken,
      );
    default:
      return perform(task.kind, task.input);
  }
}

function wordsOf({ id, revision, words }: StoredWords) {
  // Written by this application, according to the column's schema.
  return timestampWords({ id, revision, words: JSON.parse(words) as Word[] });
}
