import { answerTasks } from '../../work/answer-tasks.ts';
import { decodeFeed } from './decode-feed.ts';
import { type FeedAnswer, FeedTask } from './feed.ts';
import { parseFeed } from './parse-feed.ts';

// The process that parses feeds, one after the other (see feed-reader.ts).
answerTasks(FeedTask, ({ bytes, contentType, address }): FeedAnswer => {
  try {
    return { feed: parseFeed(decodeFeed(bytes, contentType), address) };
  } catch (error) {
    return { failure: String(error) };
  }
});
