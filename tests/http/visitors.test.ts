import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { editTranscript } from '#contract/edits.ts';
import type { TranscriptId } from '#contract/ids.ts';
import { createShare, getSharedTranscript, getSharedWords } from '#contract/shares.ts';
import { getTranscript } from '#contract/transcripts.ts';
import { type TestApp, testApp } from '#tests/support/app.ts';
import { longTalk } from '#tests/support/long-talk.ts';
import type { Person } from '#tests/support/person.ts';
import { insertTalk } from '#tests/support/project-content.ts';
import { callAndLeave, callAtOnce, callOnce, watch } from '#tests/support/storm.ts';

const THREE_HOURS_WORDS = 27_000;
/** Both sides of each call are in this process. */
const SOON_MS = 5000;

async function sharedTalk(words = THREE_HOURS_WORDS) {
  const test = await testApp();
  const [ann, bob] = [await test.person('Ann'), await test.person('Bob')];
  const lines = longTalk({ words, seed: 2 });
  const talk = { projectId: null, userId: Number(ann.user?.id), title: 'Long talk', lines };
  const id = (await insertTalk(test.sql, talk)) as TranscriptId;
  const { shareUrl } = await ann.call(createShare, { params: { id }, body: {} });
  const url = await test.listen();
  return { ...test, ann, bob, id, url, shareId: shareUrl.split('/').at(-1) ?? '' };
}

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
    const place = await sharedTalk();
    for (const what of ['/suggestions', '/words', '']) {
      const path = `/api/share/${place.shareId}${what}`;
      const slowest = await whatOthersNotice(place, async () => {
        const answers = await callAtOnce(
          place.url,
          Array.from({ length: 200 }, () => ({ path })),
        );
        expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
      });
      expect(slowest).toBeLessThan(SOON_MS);
    }
  });

  it('cost nobody anything when their sockets are closed', async () => {
    const place = await sharedTalk();
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
    expect(slowest).toBeLessThan(SOON_MS);
    expect((await callOnce(place.url, { path })).status).toBe(200);
  });
});

it('gives each reader the text as it is now, packed or not', async () => {
  const { ann, id, shareId, url, visitor } = await sharedTalk(500);
  const read = async (encoding: string) => {
    const headers = { 'accept-encoding': encoding };
    const response = await fetch(`${url}/api/share/${shareId}`, { headers });
    expect(response.headers.get('content-encoding')).toBe(encoding === 'gzip' ? 'gzip' : null);
    return getSharedTranscript.response.parse(await response.json());
  };
  const before = await read('gzip');
  expect(await read('identity')).toMatchObject({ timestampedTranscript: before.timestampedTranscript });
  const { timestampedTranscript } = await ann.call(getTranscript, { params: { id } });
  expect(before.timestampedTranscript).toEqual(timestampedTranscript);
  const [first] = timestampedTranscript;
  if (!first) throw new Error('There is no text.');
  const segment = { id: first.id, revision: first.revision };
  await ann.call(editTranscript, {
    params: { id },
    body: { kind: 'text', segment, text: 'Something else.' },
  });
  expect((await read('gzip')).timestampedTranscript[0]?.text).toBe('Something else.');
  expect((await ann.call(getTranscript, { params: { id } })).transcript).toContain('Something else.');
  const { segments } = await visitor().call(getSharedWords, { params: { shareId } });
  expect(segments[0]?.words.map(([text]) => text)).toEqual(['Something', 'else.']);
});

it('ends a search in the database when nobody waits for it any more', async () => {
  const { ann, sql, url } = await sharedTalk(500);
  await whileLocked(sql, async () => {
    const searching = async () => {
      const rows = await sql(
        "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%matching%'",
      );
      return rows.length;
    };
    const gone = new AbortController();
    const search = fetch(`${url}/api/transcripts/search?q=the`, {
      headers: { cookie: ann.cookie },
      signal: gone.signal,
    });
    await expect.poll(searching).toBe(1);
    gone.abort();
    await expect(search).rejects.toThrow();
    await expect.poll(searching).toBe(0);
  });
});

/** Nobody reads segments meanwhile. */
async function whileLocked(sql: TestApp['sql'], work: () => Promise<void>): Promise<void> {
  const locked = sql(
    'do $$ begin lock table segments; perform pg_sleep(60); exception when query_canceled then null; end $$',
  );
  try {
    await work();
  } finally {
    await sql("select pg_cancel_backend(pid) from pg_stat_activity where query like 'do $$%lock table%'");
    await locked;
  }
}
