import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { query, sharedApplication } from '#tests/support/application.ts';
import { haveAccount, openPage } from '#tests/support/browser.ts';
import { haveTranscript } from '#tests/support/finished-transcript.ts';
import { wavRecording } from '#tests/support/recordings.ts';

// The first words of a text, which the server puts into the page so that they can be read while its script is on its way.
const application = await sharedApplication();
const { url, browser } = application;
const talk = { name: 'talk.wav', buffer: await wavRecording(31_000) };

/** A new person with a finished transcript; `share` is the path of its public link. */
async function withTranscript(width = 1280) {
  const page = await openPage(browser, { width });
  await haveAccount(page, url);
  const id = await haveTranscript(page, application, talk);
  // Without the hint about suggested speakers, which moves the text down.
  const [row] = await query(
    application,
    `update transcripts set speakers_suggested = false where id = $1
      returning (select text from segments where transcript_id = $1 order by position limit 1) as first`,
    [id],
  );
  const api = `${url}/api/transcripts/${id}`;
  const { shareUrl } = await (await page.request.post(`${api}/share`, { data: {} })).json();
  return { page, id, api, share: new URL(shareUrl).pathname, first: String(row?.first) };
}

/** The page at a path as the server sends it. */
const sent = async (page: Page, path: string) => {
  const response = await page.request.get(url + path);
  return { html: await response.text(), cache: response.headers()['cache-control'] };
};

describe('the page that the server sends', () => {
  it('has the first words for those who may read them, and is then kept nowhere', async () => {
    const { page, id, share, first } = await withTranscript();
    for (const path of [`/transcript/${id}`, `/?transcript=${id}`, share]) {
      const { html, cache } = await sent(page, path);
      expect([html.includes(first), cache]).toEqual([true, 'no-store']);
    }
    const visitor = await openPage(browser);
    expect((await sent(visitor, share)).html).toContain(first);
  });

  it('has none for anybody else, or where something else will be shown', async () => {
    const { page, id, api, share, first } = await withTranscript();
    const without = async (reader: Page, path: string) => {
      const { html, cache } = await sent(reader, path);
      expect([html.includes(first), html.includes('first-look'), cache]).toEqual([false, false, 'no-cache']);
    };
    const visitor = await openPage(browser);
    const stranger = await openPage(browser);
    await haveAccount(stranger, url);
    for (const reader of [visitor, stranger])
      for (const path of [`/transcript/${id}`, `/?transcript=${id}`]) await without(reader, path);
    // A moment, another page, none at all.
    for (const path of [`/transcript/${id}?t=12`, `${share}?t=12`, `/library?transcript=${id}`, '/'])
      await without(page, path);
    await page.request.delete(`${api}/share`);
    await without(visitor, share);
    await query(
      application,
      'delete from sessions where user_id = (select user_id from transcripts where id = $1)',
      [id],
    );
    await without(page, `/transcript/${id}`);
  });

  it('shows as text whatever somebody called a transcript or said in it', async () => {
    const { page, id, api } = await withTranscript();
    const title = '</div><img src=x onerror=alert(1)>$& "quoted"';
    await page.request.patch(api, { data: { title } });
    await query(
      application,
      `update segments set text = '<script>alert(2)</script>' || text where transcript_id = $1`,
      [id],
    );
    const { html } = await sent(page, `/transcript/${id}`);
    expect(html).toContain('&lt;/div&gt;&lt;img src=x onerror=alert(1)&gt;$&amp; &quot;quoted&quot;');
    expect(html).toContain('&lt;script&gt;alert(2)&lt;/script&gt;');
    expect(html).not.toMatch(/<img src=x|<script>alert/);
  });

  it('has no more than a screen of them, and no half of a character', async () => {
    const { page, id } = await withTranscript();
    const words = async (text: string) => {
      await query(application, 'update segments set text = $2 where transcript_id = $1', [id, text]);
      const { html } = await sent(page, `/transcript/${id}`);
      const rows = [...html.matchAll(/<p class="first-look-words"[^>]*>(.*?)<\/p>/gs)];
      return rows.map(([, row = '']) => row);
    };
    // The longest passages that there may be: only the first is on the screen.
    for (const word of ['lala ', '말씀', '\u{1F600}']) {
      const rows = await words(word.repeat(20_000 / word.length));
      expect(rows).toEqual([Array.from(word.repeat(8000)).slice(0, 8000).join('')]);
    }
    expect(await words('')).toEqual(Array(6).fill(''));
  });
});

describe('in the browser, the first words', () => {
  it.each([375, 1280])(
    'stand where the text will stand, and leave when it is there (%i px)',
    async (width) => {
      const { page, id, share, first } = await withTranscript(width);
      for (const path of [`/transcript/${id}`, `/?transcript=${id}`, share]) {
        const script = Promise.withResolvers<void>();
        await page.route('**/assets/*.js', async (route) => {
          await script.promise;
          await route.continue();
        });
        await page.goto(url + path, { waitUntil: 'commit' });
        await page.locator('#first-look').getByText(first).waitFor();
        const places = (name: string) =>
          page.locator(`.${name}-words, .${name}-time, .${name}-speaker`).evaluateAll((rows) =>
            rows.slice(0, 6).map((row) => {
              const { x, y, width, height } = row.getBoundingClientRect();
              const top = y - (rows[0]?.getBoundingClientRect().y ?? 0);
              return row.matches('p') ? [x, top, width, height] : [x, top];
            }),
          );
        const topOf = async (row: string) => (await page.locator(row).first().boundingBox())?.y ?? Number.NaN;
        const before = await places('first-look');
        expect(before).toHaveLength(6);
        const top = await topOf('.first-look-row');
        // It is not the text: whoever waits for that waits on.
        expect(await page.locator('.segment').count()).toBe(0);
        script.resolve();
        await page.locator('#root').getByText(first).first().waitFor();
        expect(await page.locator('#first-look').count()).toBe(0);
        await expect.poll(() => places('segment')).toEqual(before);
        // What is known of a recording takes one line more or less above it.
        expect(Math.abs((await topOf('.segment')) - top)).toBeLessThanOrEqual(24);
        await page.unrouteAll({ behavior: 'wait' });
      }
    },
  );

  it('make way for what somebody does, if they are still there', async () => {
    const { page, id } = await withTranscript();
    const text = Promise.withResolvers<void>();
    await page.route(`**/api/transcripts/${id}`, async (route) => {
      await text.promise;
      await route.continue();
    });
    await page.goto(`${url}/transcript/${id}`);
    await page.locator('#root header').waitFor();
    expect(await page.locator('#first-look').count()).toBe(1);
    await page.keyboard.press('Tab');
    expect(await page.locator('#first-look').count()).toBe(0);
    text.resolve();
    await page.locator('.segment-words').first().waitFor();
  });
});
