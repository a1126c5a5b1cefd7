import { expect, it, onTestFinished } from 'vitest';
import { FEED_TIMEOUT_MS } from '#contract/limits.ts';
import { listEpisodes } from '#contract/podcasts.ts';
import { testApp } from '#tests/support/app.ts';
import { PATIENCE } from '#tests/support/patience.ts';
import { startPodcastDouble } from '#tests/support/podcast-double.ts';

it('waits 15 seconds for a feed and no longer', async () => {
  const double = await startPodcastDouble();
  onTestFinished(() => double.close());
  const { person } = await testApp({ env: double.env });
  const ann = await person();
  const id = double.list({ title: 'Slow', feed: 'silent' });
  const started = performance.now();
  await expect(ann.call(listEpisodes, { params: { id }, query: {} })).rejects.toMatchObject({
    code: expect.stringMatching(/^feed_/),
  });
  const waitedMs = performance.now() - started;
  expect(waitedMs).toBeGreaterThan(FEED_TIMEOUT_MS - 1000);
  expect(waitedMs).toBeLessThan(FEED_TIMEOUT_MS * PATIENCE);
});
