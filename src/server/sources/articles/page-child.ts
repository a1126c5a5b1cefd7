import { answerTasks } from '../../work/answer-tasks.ts';
import { decodePage } from './decode-page.ts';
import { type PageAnswer, PageTask } from './page.ts';
import { readPage } from './read-page.ts';

// The process that reads web pages, one after the other (see page-reader.ts).
answerTasks(PageTask, ({ bytes, contentType, address, asked }): PageAnswer => {
  try {
    return readPage(decodePage(bytes, contentType), { address, asked });
  } catch (error) {
    return { failure: String(error) };
  }
});
