import { parentPort, workerData } from 'node:worker_threads';
import { perform } from './tasks.ts';

// The body of a thread that `performAside` starts: one task, one answer.
parentPort?.postMessage(perform(workerData.kind, workerData.input));
