import { answerTasks } from '../../work/answer-tasks.ts';
import { type FileAnswer, FileTask } from './file-protocol.ts';
import { readTranscript, takeTranscript } from './read-transcript.ts';

// The process that reads transcripts made elsewhere, one after the other (see file-reader.ts).
answerTasks(FileTask, ({ bytes, wants }): FileAnswer => {
  try {
    return wants === 'preview' ? readTranscript(bytes) : takeTranscript(bytes);
  } catch (error) {
    return { failure: String(error) };
  }
});
