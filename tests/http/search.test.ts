import { beforeEach, describe, expect, it } from 'vitest';
import { TranscriptId } from '#contract/ids.ts';
import { searchTranscripts } from '#contract/search.ts';
import { updateTranscript } from '#contract/transcripts.ts';
import { sharedApp } from '#tests/support/app.ts';
import type { Person } from '#tests/support/person.ts';
import { insertTalk } from '#tests/support/project-content.ts';

let ann: Person;
let test: Awaited<ReturnType<typeof sharedApp>>;
const add = async (title: string, ...said: string[]) => {
  const lines = said.map((text, at) => ({ speaker: `Speaker ${(at % 2) + 1}`, text, startMs: 65_000 * at }));
  return TranscriptId.parse(
    await insertTalk(test.sql, { projectId: null, userId: ann.user?.id ?? 0, title, lines }),
  );
};
const find = (q: string) => ann.call(searchTranscripts, { query: { q } });

beforeEach(async () => {
  test = await sharedApp();
  ann = await test.person();
});

it('finds words with their time and speaker', async () => {
  const id = await add('Interview', 'Good morning.', 'The budget is large.', 'Which budget?');
  await ann.call(updateTranscript, { params: { id }, body: { speakerNames: { 'Speaker 2': 'Grace' } } });
  expect(await find('budget')).toEqual({
    query: 'budget',
    totalResults: 1,
    results: [
      {
        transcript: {
          id,
          title: 'Interview',
          sourceType: 'upload',
          language: 'en',
          duration: 130.8,
          wordCount: 8,
        },
        matchCount: 2,
        matches: [
          {
            type: 'timestamped',
            timestamp: '1:05',
            start: 65,
            speaker: 'Grace',
            context: 'The budget is large.',
          },
          {
            type: 'timestamped',
            timestamp: '2:10',
            start: 130,
            speaker: 'Speaker 1',
            context: 'Which budget?',
          },
        ],
      },
    ],
  });
});

it.each([
  ['BUDGET', 'The budget is large.'],
  ['udge', 'The budget is large.'],
  ['cafe', 'At the Café Zürich.'],
  ['CAFÉ', 'the cafe'],
  ['zurich', 'At the Café Zürich.'],
  ['c++ (a|b', 'We write c++ (a|b) here.'],
  ['100%', 'It is 100% done.'],
  ['a_b', 'the name a_b'],
  ['\\', 'a back\\slash here'],
  ["o'brien", "Mr. O'Brien said"],
  ['"quoted"', 'the "quoted" word'],
  ['привет', 'ПРИВЕТ мир'],
  ['日本', '日本語です'],
  ['<b>', 'a <b> tag'],
])('finds %j in %j', async (query, text) => {
  const padding = query === '\\' ? `${query}s` : query;
  await add('T', 'Nothing here.', text);
  const { results } = await find(padding);
  expect(results).toMatchObject([{ matchCount: 1, matches: [{ context: text }] }]);
});

it.each([
  ["don't stop", 'don’t stop now'],
  ['don’t stop', "don't stop now"],
  ['"go home"', 'she said “go home” twice'],
  ['„go home“', 'she said "go home" twice'],
  ['"mot juste"', 'le «mot juste»'],
  ['well-known', 'a well\u2011known fact'],
  ['well\u2010known', 'a well-known fact'],
  ['10-12', 'pages 10–12'],
  ['10−12', 'pages 10-12'],
  ['wait-what', 'wait—what'],
  ['wait...', 'wait…'],
  ['10 km', '10\u00a0km'],
  ['10\u202fkm', '10 km'],
  ['10 km \u200b', '10 km.'],
  ['information', 'in\u00adfor\u200bmation'],
  ["cafe's", 'the Café’s door'],
  ['strasse', 'die Straße'],
  ['Straße', 'die STRASSE'],
  ['smorrebrod', 'Smørrebrød'],
  ['Smørrebrød', 'smorrebrod'],
  ['lodz', 'Łódź'],
  ['coeur', 'mon cœur'],
  ['fine', 'a ﬁne day'],
  ['abc12', 'ＡＢＣ１２'],
  ['ＡＢＣ１２', 'abc12'],
  ['カタカナ', 'ｶﾀｶﾅ'],
  ['istanbul', 'İstanbul'],
  ['isi', 'ısı'],
])('finds %j in %j, which is the same to a reader', async (query, text) => {
  await add('T', 'Nothing here.', text);
  const { results } = await find(query);
  expect(results).toMatchObject([{ matchCount: 1, matches: [{ context: text }] }]);
  await add(text, 'Nothing here.');
  expect((await find(query)).totalResults).toBe(2);
});

it('takes no apostrophe for nothing, nor nothing for a text', async () => {
  await add('T', 'a shell on the beach');
  for (const q of ["she'll", 'she’ll']) expect((await find(q)).totalResults).toBe(0);
  await expect(find('\u200b\u00ad\u200b')).rejects.toMatchObject({ code: 'query_too_short' });
});

it.each(['a_b', '10%0', 'x%y'])('takes the signs of %j for themselves', async (query) => {
  await add('T', 'axb 1000 xzy');
  expect(await find(query)).toMatchObject({ totalResults: 0, results: [] });
});

it('finds titles, counts every match, and sends the first three', async () => {
  await add('Budget talk', ...Array.from({ length: 5 }, (_, number) => `budget ${number}`));
  const { results } = await find('budget');
  expect(results[0]?.matchCount).toBe(6);
  expect(results[0]?.matches.map(({ type, context }) => [type, context])).toEqual([
    ['title', 'Budget talk'],
    ['timestamped', 'budget 0'],
    ['timestamped', 'budget 1'],
  ]);
});

it("never finds other people's words", async () => {
  await add('Secret', 'the hidden budget');
  const bob = await test.person('Bob');
  expect(await bob.call(searchTranscripts, { query: { q: 'hidden' } })).toMatchObject({
    totalResults: 0,
    results: [],
  });
});

it.each(['', ' ', 'a', ' a '])('refuses %j as too short', async (q) => {
  await expect(find(q)).rejects.toMatchObject({ status: 400, code: 'query_too_short' });
});

it('takes hostile queries as text', async () => {
  for (const q of ["'; drop table users; --", '%%', 'a\u0000b', '🎙🎙', '\ud800x', 'x'.repeat(200)]) {
    expect(await find(q)).toMatchObject({ results: [] });
  }
  await expect(find('x'.repeat(201))).rejects.toMatchObject({ status: 400 });
});

describe('among thousands of segments', () => {
  const line = (text: string) => ({ speaker: 'Speaker 1', text });
  beforeEach(async () => {
    const userId = ann.user?.id ?? 0;
    // More than the index is asked for at once; the third and the fourth talk lack the frequent word in part and altogether.
    for (const [title, frequent] of [
      ['One', 3000],
      ['Two', 3000],
      ['Three', 2],
      ['Four', 0],
    ] as const) {
      const lines = Array.from({ length: 3000 }, (_, at) =>
        line(at >= 3000 - frequent ? `budget number ${at}` : `other number ${at}`),
      );
      await insertTalk(test.sql, { projectId: null, userId, title, lines });
    }
  });

  it('finds a frequent word, in all transcripts that have it and with all its places', async () => {
    const { totalResults, results } = await find('budget');
    expect(totalResults).toBe(3);
    expect(results.map(({ transcript, matchCount }) => [transcript.title, matchCount])).toEqual([
      ['Three', 2],
      ['Two', 3000],
      ['One', 3000],
    ]);
    expect(results.map(({ matches }) => matches.map(({ context }) => context))).toEqual([
      ['budget number 2998', 'budget number 2999'],
      ['budget number 0', 'budget number 1', 'budget number 2'],
      ['budget number 0', 'budget number 1', 'budget number 2'],
    ]);
  });

  it('finds a rare one, and none of other people', async () => {
    expect(await find('other number 2997')).toMatchObject({
      totalResults: 2,
      results: [{ matchCount: 1, matches: [{ context: 'other number 2997' }] }, { matchCount: 1 }],
    });
    const bob = await test.person('Bob');
    await insertTalk(test.sql, {
      projectId: null,
      userId: bob.user?.id ?? 0,
      title: 'His',
      lines: [line('budget')],
    });
    for (const q of ['budget', 'budget number 17'])
      expect((await bob.call(searchTranscripts, { query: { q } })).totalResults).toBe(q === 'budget' ? 1 : 0);
  });
});
