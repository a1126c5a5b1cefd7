import { perform } from '#ai/extractive/tasks.ts';
import type { Word } from '#contract/segments.ts';
import { captionsBetween } from '#domain/exports/ass.ts';
import { cuesOf } from '#domain/exports/cues.ts';
import { placeWords } from '#domain/imports/place-words.ts';
import { createNoteFinder } from '#domain/note-places.ts';
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
    case 'lay-out-captions': {
      const { segments, startMs, endMs, ...shown } = task;
      const words = new Map(segments.map((segment) => [segment.id, timestampWords(segment)]));
      const source = { ...shown, timestampedTranscript: segments.map(timestampSegment) };
      return captionsBetween(cuesOf(source, { naming: 'in-text', words }), task);
    }
    case 'find-speakers':
      return speakersAgain(
        task.passages.map((passage) => ({ ...passage, words: parseWords(passage) })),
        task.turns,
        task.taken,
      );
    case 'place-words':
      return placeWords(task.segments, task.heard, task);
    case 'find-notes': {
      const segments = task.segments.map((segment) => ({ ...segment, words: parseWords(segment) }));
      return task.notes.map(createNoteFinder(segments, task));
    }
    default:
      return perform(task.kind, task.input);
  }
}

function wordsOf(stored: StoredWords) {
  return timestampWords({ ...stored, words: parseWords(stored) });
}

function parseWords({ words }: Pick<StoredWords, 'words'>): Word[] {
  // Written by this application, according to the column's schema.
  return JSON.parse(words) as Word[];
}
