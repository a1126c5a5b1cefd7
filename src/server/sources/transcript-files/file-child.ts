import { answerTasks } from '../../work/answer-tasks.ts';
import { type FileAnswer, FileTask } from './file-protocol.ts';
import { readTranscript } from './read-transcript.ts';

// The process that reads transcripts made elsewhere, one after the other (see file-reader.ts).
answerTasks(FileTask, ({ bytes }): FileAnswer => {
  try {
    return readTranscript(bytes);
  } catch (error) {
    return { failure: String(error) };
  }
});
