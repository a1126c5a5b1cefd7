import { parentPort } from 'node:worker_threads';
import { decodePage } from './decode-page.ts';
import { type PageAnswer, PageTask } from './page.ts';
import { readPage } from './read-page.ts';

// The thread that reads web pages, one after the other (see page-reader.ts).
parentPort?.on('message', (message: unknown) => parentPort?.postMessage(answer(message)));

function answer(message: unknown): PageAnswer {
  const { bytes, contentType, address, asked } = PageTask.parse(message);
  try {
    return readPage(decodePage(bytes, contentType), { address, asked });
  } catch (error) {
    return { failure: String(error) };
  }
}
