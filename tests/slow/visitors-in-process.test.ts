import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { PATIENCE } from '#tests/support/patience.ts';
import type { Person } from '#tests/support/person.ts';
import { sharedTalk } from '#tests/support/shared-talk.ts';
import { callAndLeave, callAtOnce, callOnce, watch } from '#tests/support/storm.ts';

const THREE_HOURS_WORDS = 27_000;
/** Promised for every answer, though both sides of each call are in this process. */
const SOON_MS = 1000;

async function whatOthersNotice({ url, bob }: { url: string; bob: Person }, storm: () => Promise<unknown>) {
  const health = watch(url, { path: '/api/health' }, 20);
  const list = watch(url, { path: '/api/transcripts', cookie: bob.cookie }, 20);
  await storm();
  const noticed = [await health.stop(), await list.stop()];
  expect(noticed.flatMap(({ failures }) => failures)).toEqual([]);
  return Math.max(...noticed.map(({ maxMs }) => maxMs));
}

describe('two hundred requests at once for a talk of three hours', () => {
  it('are answered to a visitor, and others notice nothing', async () => {
    const place = await sharedTalk(THREE_HOURS_WORDS);
    for (const what of ['/suggestions', '/words', '']) {
      const path = `/api/share/${place.shareId}${what}`;
      const slowest = await whatOthersNotice(place, async () => {
        const answers = await callAtOnce(
          place.url,
          Array.from({ length: 200 }, () => ({ path })),
        );
        expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
      });
      expect(slowest).toBeLessThan(SOON_MS * PATIENCE);
    }
  });

  it('cost nobody anything when their sockets are closed', async () => {
    const place = await sharedTalk(THREE_HOURS_WORDS);
    const path = `/api/share/${place.shareId}/suggestions`;
    const slowest = await whatOthersNotice(place, async () => {
      for (let round = 0; round < 4; round += 1) {
        await callAndLeave(
          place.url,
          Array.from({ length: 50 }, () => ({ path })),
        );
      }
      await delay(500);
    });
    expect(slowest).toBeLessThan(SOON_MS * PATIENCE);
    expect((await callOnce(place.url, { path })).status).toBe(200);
  });
});
