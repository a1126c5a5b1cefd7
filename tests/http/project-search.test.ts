import { describe, expect, it } from 'vitest';
import type { ProjectId } from '#contract/ids.ts';
import { searchProject } from '#contract/search.ts';
import type { Person } from '#tests/support/person.ts';
import { idOf, withEmptyProject, withProject } from '#tests/support/project.ts';
import { insertArticle, insertTalk } from '#tests/support/project-content.ts';
import { findPlace } from '#web/features/articles/quote-place.ts';

const find = (person: Person, id: ProjectId, q: string) =>
  person.call(searchProject, { params: { id }, query: { q } });

describe('the search in a project', () => {
  it('finds words in the transcripts of all its members, for each of them, as in the library', async () => {
    const { ann, ed, vic, id, ids } = await withProject();
    for (const person of [ann, ed, vic]) {
      const answer = await find(person, id, 'QUEEN');
      expect(answer).toMatchObject({ query: 'QUEEN', totalResults: 1, totalArticles: 0, articles: [] });
      const [found] = answer.results;
      // Ed's, under the name that he gave the speaker.
      expect(found?.transcript.id).toBe(ids.bees);
      expect(found?.matches[0]).toMatchObject({ type: 'timestamped', speaker: 'Mrs. Hive' });
    }
    const titled = await find(vic, id, 'council meeting');
    expect(titled.results[0]).toMatchObject({ transcript: { id: ids.council } });
    expect(titled.results[0]?.matches[0]?.type).toBe('title');
  });

  it('finds words in articles and their titles, with a quote that opens the place', async () => {
    const { vic, id, ids, sql } = await withProject();
    const answer = await find(vic, id, 'thrushes');
    expect(answer.totalResults).toBe(0);
    expect(answer.totalArticles).toBe(1);
    const [article] = answer.articles;
    expect(article).toMatchObject({ articleId: ids.lighthouse, title: 'A lighthouse learns to save power' });
    expect(article?.matchCount).toBeGreaterThan(0);
    const [row] = await sql('select content from articles where id = $1', [ids.lighthouse]);
    const content = String(row?.content);
    for (const { context, quote } of article?.matches ?? []) {
      expect(context.toLowerCase()).toContain('thrushes');
      const place = findPlace(content, quote);
      expect(place?.isWhole).toBe(true);
      expect(content.slice(place?.start, place?.end).toLowerCase()).toMatch(/^thrushes/);
    }
    expect((await find(vic, id, 'LEARNS to save')).articles).toMatchObject([
      { articleId: ids.lighthouse, matchCount: 1, matches: [] },
    ]);
  });

  it('ignores accents, takes wildcards as text, and finds parts of words in Korean and with emoji around', async () => {
    const { ann, id, sql } = await withEmptyProject();
    const userId = idOf(ann);
    const content = `${'🎈 '.repeat(40)}Das Café in der 항구도서관에서 100% geöffnet. ${'Noch ein Satz. '.repeat(30)}`;
    await insertArticle(sql, { projectId: id, userId, title: 'Über den Hafen', content });
    const lines = [{ speaker: 'A', text: '우리는 항구도서관에서 만났다.' }];
    await insertTalk(sql, { projectId: id, userId, title: '만남', lines, language: 'ko' });
    for (const q of ['cafe', '도서관', '100%', 'uber DEN'])
      expect((await find(ann, id, q)).totalArticles, q).toBe(1);
    expect((await find(ann, id, '도서관')).totalResults).toBe(1);
    for (const q of ['10_%', '%%', 'c_fe']) expect((await find(ann, id, q)).totalArticles, q).toBe(0);
    const [place] = (await find(ann, id, 'cafe')).articles[0]?.matches ?? [];
    expect(place?.quote.startsWith('Café in der')).toBe(true);
  });

  it('finds a frequent word in many transcripts, counts all and shows the newest twenty', async () => {
    const { ann, ed, id, sql } = await withEmptyProject();
    for (let at = 0; at < 24; at += 1) {
      const lines = [{ speaker: 'A', text: `The bridge is number ${at}, and it is a bridge.` }];
      await insertTalk(sql, { projectId: id, userId: idOf(at % 2 ? ann : ed), title: `Talk ${at}`, lines });
    }
    const answer = await find(ann, id, 'bridge');
    expect(answer.totalResults).toBe(24);
    expect(answer.results).toHaveLength(20);
    expect(answer.results[0]?.transcript.title).toBe('Talk 23');
  });

  it('finds nothing outside of the project, and nothing for strangers', async () => {
    const { ann, stan, id, sql } = await withProject();
    const lines = [{ speaker: 'A', text: 'A hippopotamus outside of it.' }];
    await insertTalk(sql, { projectId: null, userId: idOf(ann), title: 'Private hippopotamus', lines });
    expect(await find(ann, id, 'hippopotamus')).toMatchObject({ totalResults: 0, totalArticles: 0 });
    await expect(find(stan, id, 'queen')).rejects.toMatchObject({ status: 404, code: 'project_not_found' });
    for (const q of ['', 'a', ' \u0000 ', '\u0301\u0301'])
      await expect(find(ann, id, q)).rejects.toMatchObject({ status: 400, code: 'query_too_short' });
  });
});
