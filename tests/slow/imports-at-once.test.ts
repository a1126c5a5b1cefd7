import { expect, it } from 'vitest';
import { IMPORTS_PATH, PREVIEW_IMPORT_PATH } from '#contract/imports.ts';
import { testApp } from '#tests/support/app.ts';
import { subtitles } from '#tests/support/imports.ts';
import { PATIENCE } from '#tests/support/patience.ts';
import type { Person } from '#tests/support/person.ts';
import { type Call, callAtOnce, watch } from '#tests/support/storm.ts';

const AN_HOUR = subtitles(1200);
/** Promised for every answer to others, though both sides of each call are in this process. */
const SOON_MS = 1000;

const sent = (path: string, { cookie }: Person): Call => ({
  method: 'POST',
  path: `${path}?filename=talk.srt`,
  cookie,
  body: AN_HOUR,
});

const statusesOf = async (url: string, calls: readonly Call[]) => {
  const answers = await callAtOnce(url, calls);
  return Map.groupBy(answers, ({ status }) => status);
};

it('two hundred files at once are all read, and others notice nothing', async () => {
  const test = await testApp();
  const url = await test.listen();
  const bob = await test.person('Bob');
  const people = await Promise.all(Array.from({ length: 20 }, () => test.person()));
  const health = watch(url, { path: '/api/health' }, 20);
  const list = watch(url, { path: '/api/transcripts', cookie: bob.cookie }, 20);
  const statuses = await statusesOf(
    url,
    people.flatMap((person) =>
      Array.from({ length: 10 }, (_, index) =>
        sent(index % 2 === 0 ? PREVIEW_IMPORT_PATH : IMPORTS_PATH, person),
      ),
    ),
  );
  const noticed = [await health.stop(), await list.stop()];
  expect([...statuses].map(([status, { length }]) => [status, length]).toSorted()).toEqual([
    [200, 100],
    [201, 100],
  ]);
  expect(noticed.flatMap(({ failures }) => failures)).toEqual([]);
  expect(Math.max(...noticed.map(({ maxMs }) => maxMs))).toBeLessThan(SOON_MS * PATIENCE);
  expect(await test.sql('select count(*)::int as kept from imports')).toEqual([{ kept: 100 }]);
});

it('one person who sends more than thirty a minute is told to wait, and loses none that was taken', async () => {
  const test = await testApp();
  const url = await test.listen();
  const ann = await test.person('Ann');
  const statuses = await statusesOf(
    url,
    Array.from({ length: 200 }, () => sent(IMPORTS_PATH, ann)),
  );
  const taken = statuses.get(201)?.length ?? 0;
  expect([...statuses.keys()].toSorted()).toEqual([201, 429]);
  expect(await test.sql('select count(*)::int as kept from imports')).toEqual([{ kept: taken }]);
  expect(taken).toBeGreaterThan(0);
});
