import { parentPort, workerData } from 'node:worker_threads';
import { decodeFeed } from './decode-feed.ts';
import { FeedTask } from './feed.ts';
import { parseFeed } from './parse-feed.ts';

// The thread of one feed (see read-feed.ts): whatever fails here is the feed's fault.
const { bytes, contentType, address } = FeedTask.parse(workerData);
parentPort?.postMessage(parseFeed(decodeFeed(bytes, contentType), address));
