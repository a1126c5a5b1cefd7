import { parentPort } from 'node:worker_threads';
import { decodeFeed } from './decode-feed.ts';
import { FeedTask, type FeedThreadAnswer } from './feed.ts';
import { parseFeed } from './parse-feed.ts';

// The thread that parses feeds, one after the other (see feed-reader.ts).
parentPort?.on('message', (message: unknown) => parentPort?.postMessage(answer(message)));

function answer(message: unknown): FeedThreadAnswer {
  const { bytes, contentType, address } = FeedTask.parse(message);
  try {
    return { feed: parseFeed(decodeFeed(bytes, contentType), address) };
  } catch (error) {
    return { failure: String(error) };
  }
}
