import { z } from 'zod';
import { answerTasks } from '#server/work/answer-tasks.ts';

// A process that replies with the number of requests so far, or does what the request says: never reply, exit, or use up all memory.
let asked = 0;
answerTasks(z.string(), (task) => {
  asked += 1;
  if (task === 'loop') for (;;);
  if (task === 'half a second') for (const until = performance.now() + 500; performance.now() < until; );
  if (task === 'settings')
    return {
      count: Object.keys(process.env).filter((name) => !/^(PWD|SHLVL|_|NODE_CHANNEL_.*)$/.test(name)).length,
    };
  if (task === 'exit') process.exit(1);
  if (task === 'throw') throw new Error('thrown');
  if (task === 'heap') for (const all: number[][] = []; ; ) all.push(new Array(100_000).fill(asked + 0.5));
  if (task === 'outside the heap')
    for (const all: Buffer[] = []; ; ) all.push(Buffer.alloc(5_000_000, asked));
  if (task === 'id') return { count: process.pid };
  return { count: asked };
});
