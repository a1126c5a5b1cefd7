import { QueryObserver } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { createQueryClient } from './query-client.ts';

describe('what the server said', () => {
  /** A query that is being watched, with each of its requests, which are answered by hand. */
  function watched() {
    const client = createQueryClient();
    const answers: ((value: string) => void)[] = [];
    const observer = new QueryObserver(client, {
      queryKey: ['list'],
      queryFn: () => new Promise<string>((resolve) => answers.push(resolve)),
    });
    observer.subscribe(() => undefined);
    return { client, answers, observer };
  }

  it('is asked for again when it became stale while it was fetched for the first time', async () => {
    const { client, answers, observer } = watched();
    const done = client.invalidateQueries({ queryKey: ['list'] });
    expect(answers).toHaveLength(1);
    answers[0]?.('from before the change');
    await expect.poll(() => answers.length).toBe(2);
    answers[1]?.('from after the change');
    await done;
    expect(observer.getCurrentResult().data).toBe('from after the change');
  });

  it('is asked for once more only, however often it became stale', async () => {
    const { client, answers, observer } = watched();
    answers[0]?.('first');
    await expect.poll(() => observer.getCurrentResult().data).toBe('first');
    const done = [1, 2, 3].map(() => client.invalidateQueries({ queryKey: ['list'] }));
    answers.at(-1)?.('second');
    await Promise.all(done);
    expect(observer.getCurrentResult().data).toBe('second');
    expect(observer.getCurrentResult().isStale).toBe(false);
  });
});
