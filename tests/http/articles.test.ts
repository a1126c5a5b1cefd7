import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import {
  Article,
  addWebArticle,
  deleteArticle,
  getArticle,
  listArticles,
  UPLOAD_PDF_PATH,
  updateArticle,
} from '#contract/articles.ts';
import { MAX_ARTICLES, MAX_PDF_BYTES, MAX_TITLE_LENGTH } from '#contract/limits.ts';
import { deleteProject } from '#contract/projects.ts';
import { sweep } from '#server/features/upkeep/sweep.job.ts';
import { startWorkers } from '#server/worker.ts';
import { onFileFinished } from '#tests/support/file-end.ts';
import {
  newspaperPage,
  type PageDouble,
  page,
  paragraphs,
  startPageDouble,
} from '#tests/support/page-double.ts';
import { longPdf, makeDrawnPdf, makePdf, widthOf } from '#tests/support/pdfs.ts';
import type { Person } from '#tests/support/person.ts';
import { withOwnProject, withProject } from '#tests/support/projects.ts';
import { storedKeys } from '#tests/support/stored-keys.ts';
import { type PdfUpload, uploadPdf } from '#tests/support/upload-pdf.ts';
import { hear, openWindow } from '#tests/support/windows.ts';

let siteOfFile: ReturnType<typeof startPageDouble> | undefined;

/** A website and a project with its people, in the application that the tests of the file share. */
async function withPages() {
  const site = await pages();
  return addedTo(await withProject({ env: site.env }), site);
}

/** The same in an application of its own, for tests that look at all stored files. */
async function withOwnPages() {
  const site = await pages();
  return addedTo(await withOwnProject({ env: site.env }), site);
}

async function pages() {
  siteOfFile ??= startPageDouble().then((site) => {
    onFileFinished(site.close);
    return site;
  });
  const site = await siteOfFile;
  site.reset();
  return site;
}

function addedTo(test: Awaited<ReturnType<typeof withProject>>, site: PageDouble) {
  const add = (person: Person, url: string) =>
    person.call(addWebArticle, { body: { url, projectId: test.id } });
  return { ...test, test, site, add };
}

const get = (person: Person, url: string, headers: Record<string, string> = {}) =>
  person.app.inject({ method: 'GET', url, headers: { cookie: person.cookie, ...headers } });

const prose =
  'A short notice that is free for everybody to read, and that says in two or three sentences what there is to be said today. It goes on for a while.';

describe('a web page', () => {
  it('becomes an article that members read, and that editors and the owner delete', async () => {
    const { test, site, add, ann, eve, vic, sam, id, params, sql } = await withPages();
    site.put('/depth', newspaperPage());
    const moved = site.put('/moved', { kind: 'redirect', to: '/depth?page=1#top' });
    const window = await openWindow(test, vic);
    const article = await add(ann, `  ${moved} `);
    expect(article).toMatchObject({
      projectId: id,
      type: 'web',
      title: 'The depth of things',
      author: 'Ann Author',
      publication: 'The Deep Paper',
      publishedDate: '2024-03-05T09:00:00.000Z',
      url: `${site.url}/depth?page=1`,
      metadata: { excerpt: 'What is below, and why.', pageCount: null, filename: null },
    });
    expect(article.content.split('\n\n')).toHaveLength(12);
    expect(article.content).toMatch(/^Paragraph 0 says .* That is the second\.$/s);
    expect(article.content).not.toMatch(/Home|newsletter|Most read/);
    expect(article.wordCount).toBe(article.content.split(/\s+/).length);
    await hear(window, (event) => event.type === 'project.changed' && event.id === id);

    const rows = await sql(
      'select start, "end", normalized, project_id from article_passages order by position',
    );
    expect(rows.length).toBeGreaterThan(2);
    for (const row of rows) {
      const text = article.content.slice(Number(row.start), Number(row.end));
      expect(row).toMatchObject({ normalized: text.toLowerCase(), project_id: id });
    }

    site.put('/other', newspaperPage({ title: 'Another' }));
    const other = await add(eve, `${site.url}/other`);
    expect(await vic.call(listArticles, { params, query: {} })).toEqual([other, article]);
    const facts = await vic.call(listArticles, { params, query: { content: 'false' } });
    expect(facts).toEqual([other, article].map((each) => ({ ...each, content: '' })));
    expect(await vic.call(getArticle, { params: { id: article.id } })).toEqual(article);

    // The same article, whatever stands around its address; the site is not asked again.
    const asked = site.requests.length;
    const again = `${site.url}/depth/?utm_source=x&page=1&fbclid=1#middle`;
    await expect(add(eve, again)).rejects.toMatchObject({ status: 409, code: 'article_exists' });
    expect(site.requests).toHaveLength(asked);
    await expect(add(eve, moved)).rejects.toMatchObject({ code: 'article_exists' });

    const remove = (person: Person) => person.call(deleteArticle, { params: { id: article.id } });
    await expect(add(vic, `${site.url}/third`)).rejects.toMatchObject({ status: 403, code: 'forbidden' });
    await expect(add(sam, `${site.url}/third`)).rejects.toMatchObject({
      status: 404,
      code: 'project_not_found',
    });
    await expect(sam.call(listArticles, { params, query: {} })).rejects.toMatchObject({
      code: 'project_not_found',
    });
    await expect(sam.call(getArticle, { params: { id: article.id } })).rejects.toMatchObject({
      status: 404,
      code: 'article_not_found',
    });
    await expect(remove(vic)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(remove(sam)).rejects.toMatchObject({ code: 'article_not_found' });
    expect(await remove(eve)).toEqual({ success: true });
    await expect(remove(eve)).rejects.toMatchObject({ code: 'article_not_found' });
    await hear(window, (event) => event.type === 'project.changed');
    expect(await sql('select 1 from article_passages where article_id = $1', [article.id])).toEqual([]);
    expect((await add(ann, moved)).id).not.toBe(article.id);
  });

  it('is its text and nothing else, whatever it holds', async () => {
    const { site, add, ann } = await withPages();
    const hostile = `
      <p>First <a href="javascript:alert(1)">a link</a> <img src=x onerror=alert(1)><script>alert('script')</script>end.</p>
      <p hidden>hidden by itself</p><p style="display: none">hidden by style</p><p aria-hidden="true">hidden for some</p>
      <template><p>a template</p></template><noscript><p>no script</p></noscript><style>p { color: red }</style>
      <svg><text>a drawing</text></svg><iframe src="/x">frame</iframe><!-- a comment -->
      <p>He wrote &lt;img src=x onerror=alert(1)&gt; and sho\u00adwed in\u200bvisible \u202emarks\u202c &#0; &#xd83d;.</p>
      <h2>A heading</h2><ul><li>One item</li><li>Another item</li></ul><pre>a\n  b</pre><p>line<br>break</p>
      <table><tr><td>1</td><td>2</td></tr></table>`;
    const url = site.put(
      '/hostile',
      newspaperPage({ body: paragraphs(6) + hostile, title: '<b>&lt;i>Title' }),
    );
    const { content, title } = await add(ann, url);
    expect(content.split('\n\n').slice(6)).toEqual([
      'First a link end.',
      'He wrote <img src=x onerror=alert(1)> and showed invisible marks \ufffd \ufffd.',
      'A heading',
      'One item',
      'Another item',
      'a\nb',
      'line\nbreak',
      '1 | 2',
    ]);
    expect(title).toContain('Title');
  });

  it('is read in its own encoding, with whatever tags it leaves out', async () => {
    const { site, add, ann } = await withPages();
    const shiftJis = Buffer.from([0x93, 0xfa, 0x96, 0x7b, 0x8c, 0xea]);
    const gb18030 = Buffer.from([0xd6, 0xd0, 0xce, 0xc4]);
    const around = (text: Buffer, head = '') =>
      Buffer.concat([Buffer.from(`<title>t</title>${head}<p>${prose} `), text, Buffer.from(` ${prose}`)]);
    const pages: [string, Buffer, string][] = [
      ['Café – naïve', Buffer.from('Café – naïve'), 'text/html'],
      ['日本語', shiftJis, 'text/html; charset=Shift_JIS'],
      ['中文', gb18030, 'application/xhtml+xml; charset="gb18030"'],
      ['café “x”', Buffer.from([0x63, 0x61, 0x66, 0xe9, 0x20, 0x93, 0x78, 0x94]), 'text/html'],
      ['été', Buffer.from([0xe9, 0x74, 0xe9]), 'text/html; charset=nonsense'],
    ];
    for (const [index, [expected, bytes, type]] of pages.entries()) {
      const url = site.put(`/${index}`, page(around(bytes), type));
      expect((await add(ann, url)).content, expected).toContain(`${expected} A short`);
    }
    const meta = '<meta http-equiv="Content-Type" content="text/html; charset=shift_jis">';
    const said = await add(ann, site.put('/meta', page(around(shiftJis, meta), 'text/html')));
    expect(said.content).toContain('日本語');
    const utf16 = Buffer.from(`\ufeff<html><body><p>${prose} Ω`, 'utf16le');
    expect((await add(ann, site.put('/16', page(utf16, 'text/html')))).content).toContain('Ω');
    const unmarked = page(utf16.subarray(2), 'text/html; charset=utf-16le');
    expect((await add(ann, site.put('/16le', unmarked))).content).toContain('Ω');
    const late = page(around(shiftJis, `<!-- ${'x '.repeat(5000)}-->${meta}`), 'text/html; charset=utf-8');
    expect((await add(ann, site.put('/late', late))).content).toContain('日本語');
  });

  it('behind a paywall says so, and one that only speaks of subscriptions is read', async () => {
    const { site, add, ann } = await withPages();
    const linked = (data: unknown) => `<script type="application/ld+json">${JSON.stringify(data)}</script>`;
    const schema = { '@context': 'https://schema.org', '@type': 'NewsArticle', headline: 'x' };
    const head = (data: unknown) => newspaperPage({ head: linked(data) });
    const teaser = (wall: string) => newspaperPage({ body: `<p>${prose}</p>${wall}` });
    const part = { '@type': 'WebPageElement', isAccessibleForFree: 'False', cssSelector: '.paywall' };
    const closed: Record<string, string> = {
      false: head({ ...schema, isAccessibleForFree: false }),
      'a word': head({ ...schema, isAccessibleForFree: 'False' }),
      'an address': head([{ ...schema, isAccessibleForFree: 'http://schema.org/False' }]),
      graph: head({ '@graph': [{ '@type': 'WebSite' }, { ...schema, isAccessibleForFree: ['false'] }] }),
      'main entity': head({ '@type': 'WebPage', mainEntity: { ...schema, isAccessibleForFree: false } }),
      part: head({ ...schema, hasPart: part }),
      'part that is there': newspaperPage({
        head: linked({ ...schema, isAccessibleForFree: true, hasPart: [part] }),
        body: `${paragraphs(5)}<div class="paywall">x</div>`,
      }),
      'own address': head([
        { ...schema, url: '/own%20address', isAccessibleForFree: false },
        { ...schema, url: '/another', isAccessibleForFree: true },
      ]),
      tier: newspaperPage({ head: '<meta property="article:content_tier" content="locked">' }),
      mark: newspaperPage({ head: '<meta itemprop="isAccessibleForFree" content="false">' }),
      words: teaser('<h2>Subscribe to continue reading</h2>'),
      button: teaser('<button>Jetzt abonnieren und weiterlesen</button>'),
      wall: teaser('<div id="paywall-offer"><p>Subscribers get more for 1 € a week.</p></div>'),
      french: teaser('<p>Il vous reste 80% de cet article à lire. La suite est réservée aux abonnés.</p>'),
    };
    for (const [name, html] of Object.entries(closed)) {
      await expect(add(ann, site.put(`/${encodeURIComponent(name)}`, html)), name).rejects.toMatchObject({
        status: 422,
        code: 'article_paywall',
        body: {
          message: 'This article is behind a paywall. Please upload a PDF copy instead.',
          paywallDetected: true,
        },
      });
    }
    const open: Record<string, string> = {
      free: head({ ...schema, isAccessibleForFree: 'True' }),
      'part that is not there': head({ ...schema, isAccessibleForFree: true, hasPart: part }),
      'another article': head({
        '@graph': [
          { ...schema, mainEntityOfPage: { '@id': '/another%20article' } },
          { ...schema, url: 'https://example.org/else', isAccessibleForFree: false },
        ],
      }),
      'a list': head({ '@type': 'ItemList', itemListElement: [{ ...schema, isAccessibleForFree: false }] }),
      'broken data': newspaperPage({
        head: '<script type="application/ld+json">{"isAccessibleForFree": false,</script>',
      }),
      'short and free': teaser('<p>Subscribe to our newsletter. Subscribers get it on Mondays.</p>'),
      'about walls': teaser(
        `<p>Many papers now ask everybody to subscribe to continue reading, which is what this short notice is about, and why it says so in its text. ${prose}</p>`,
      ),
      'long and about walls': newspaperPage({
        body: `${paragraphs(12)}<p>Subscribe to continue reading</p>`,
      }),
      'hidden wall': teaser(
        '<div class="paywall" hidden>Subscribe!</div><div class="no-paywall">Subscribe!</div>',
      ),
    };
    for (const [name, html] of Object.entries(open)) {
      const added = await add(ann, site.put(`/${encodeURIComponent(name)}`, html));
      expect(added.wordCount, name).toBeGreaterThan(20);
    }
  });

  it('that cannot be had says why', async () => {
    const { site, add, ann, eve, params } = await withPages();
    const signIn =
      '<html><body><form>Name <input name=n> Password <input type=password></form></body></html>';
    site.put('/login', newspaperPage({ body: `<p>${prose}</p>`, title: 'Please sign in' }));
    site.put('/circle', { kind: 'redirect', to: '/circle' });
    const status = (code: number) =>
      ({ kind: 'status', status: code, headers: { 'content-type': 'text/html' } }) as const;
    const deep = `<html><body>${'<div>'.repeat(100_000)}x`;
    const cases: [string, string, string][] = [
      ['the form', site.put('/form', signIn), 'article_login'],
      ['sent to it', site.put('/members', { kind: 'redirect', to: '/login?next=members' }), 'article_login'],
      ['401', site.put('/401', status(401)), 'article_login'],
      ['402', site.put('/402', status(402)), 'article_paywall'],
      ['403', site.put('/403', status(403)), 'article_denied'],
      ['429', site.put('/429', status(429)), 'article_denied'],
      ['404', `${site.url}/nowhere`, 'article_not_found_there'],
      ['410', site.put('/410', status(410)), 'article_not_found_there'],
      ['500', site.put('/500', status(500)), 'article_unreachable'],
      ['an image', site.put('/a.png', page('x', 'image/png')), 'article_not_page'],
      ['a PDF', site.put('/a.pdf', page(makePdf([['x']]), 'application/pdf')), 'article_not_page'],
      ['a PDF that is called a page', site.put('/b', page(makePdf([['x']]))), 'article_not_page'],
      [
        'an image that is called a page',
        site.put('/c', page(Buffer.from('\x89PNG\r\n\x1a\n\0\0'))),
        'article_not_page',
      ],
      ['JSON', site.put('/j', page('{}', 'application/json')), 'article_not_page'],
      ['nothing', site.put('/empty', page('')), 'article_no_text'],
      [
        'an application',
        site.put('/app', page('<div id=root></div><script>go()</script>')),
        'article_no_text',
      ],
      ['10 MB', site.put('/10', page(Buffer.alloc(10_000_000, '<p>x'))), 'article_too_large'],
      [
        'a packed bomb',
        site.put('/bomb', { kind: 'bomb', bytes: 200_000_000, type: 'text/html' }),
        'article_too_large',
      ],
      ['tags within each other', site.put('/deep', page(deep)), 'article_too_large'],
      ['three million <', site.put('/lt', page(`<p>hello ${'<'.repeat(3_000_000)}`)), 'article_too_large'],
      ['a million comments', site.put('/--', page('<!---->'.repeat(700_000))), 'article_too_large'],
      ['a million tags', site.put('/tags', page('<i>'.repeat(1_000_000))), 'article_too_large'],
      [
        'attributes',
        site.put(
          '/attributes',
          page(`<p ${Array.from({ length: 5000 }, (_, index) => `a${index}=1 `).join('')}>`),
        ),
        'article_too_large',
      ],
      ['a circle', `${site.url}/circle`, 'article_unreachable'],
      ['nobody there', 'http://nobody.invalid/', 'article_unreachable'],
      ['this machine', 'http://127.0.0.1/', 'address_refused'],
      ['another port of it', 'http://127.0.0.1:8081/x', 'address_refused'],
      ['without a scheme', '127.0.0.1/x', 'address_refused'],
      ['the cloud', 'http://169.254.169.254/latest/meta-data/', 'address_refused'],
      ['a file', 'file:///etc/passwd', 'address_refused'],
      ['a script', 'javascript:alert(1)', 'address_refused'],
      [
        'a redirect inside',
        site.put('/in', { kind: 'redirect', to: 'http://169.254.169.254/' }),
        'address_refused',
      ],
      [
        'a redirect to a file',
        site.put('/file', { kind: 'redirect', to: 'file:///etc/passwd' }),
        'address_refused',
      ],
      ['no address', 'not an address', 'article_url_invalid'],
      ['a word', 'word', 'article_url_invalid'],
    ];
    for (const [index, [name, url, code]] of cases.entries()) {
      // More in a minute than one person may ask for.
      await expect(add(index < 30 ? ann : eve, url), name).rejects.toMatchObject({ code });
    }
    await expect(add(ann, `${site.url}/empty`)).rejects.toMatchObject({
      status: 429,
      code: 'too_many_requests',
    });
    await expect(add(eve, '   ')).rejects.toMatchObject({ status: 400, message: 'Please enter a valid URL' });
    expect(await ann.call(listArticles, { params, query: {} })).toEqual([]);
  });

  it('added twice at the same instant is there once, and a project is full at its limit', async () => {
    const { site, add, ann, eve, sql, id, params } = await withPages();
    const url = site.put('/depth', newspaperPage());
    const both = await Promise.allSettled([add(ann, url), add(eve, url)]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(both.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'article_exists' },
    });
    await sql(
      `insert into articles (project_id, type, title, content, word_count, identity)
        select $1, 'web', 'x', '', 0, 'made ' || n from generate_series(2, $2::int) as n`,
      [id, MAX_ARTICLES],
    );
    await expect(add(ann, site.put('/more', newspaperPage()))).rejects.toMatchObject({
      code: 'too_many_articles',
    });
    expect(await ann.call(listArticles, { params, query: {} })).toHaveLength(MAX_ARTICLES);
  });

  it('is no longer fetched for who has gone, and nothing comes of it', async () => {
    const { listen, site, ann, id, params } = await withPages();
    const asked = Promise.withResolvers<void>();
    const gone = Promise.withResolvers<void>();
    const url = site.put('/silent', { kind: 'silent', asked: asked.resolve, gone: gone.resolve });
    const address = await listen();
    const leaving = new AbortController();
    const call = fetch(`${address}${addWebArticle.path}`, {
      method: 'POST',
      headers: { cookie: ann.cookie, 'content-type': 'application/json' },
      body: JSON.stringify({ url, projectId: id }),
      signal: leaving.signal,
    });
    await asked.promise;
    leaving.abort();
    await expect(call).rejects.toThrow();
    await gone.promise;
    expect(await ann.call(listArticles, { params, query: {} })).toEqual([]);
  });
});

describe('the title of an article', () => {
  it('is changed by those who may edit the project, and everyone sees it', async () => {
    const { ann, eve, vic, site, params, add } = await withPages();
    const { id } = await add(ann, site.put('/named', newspaperPage({ title: 'A draft' })));
    await eve.call(updateArticle, { params: { id }, body: { title: '  The old mill ' } });
    expect((await vic.call(getArticle, { params: { id } })).title).toBe('The old mill');
    expect((await vic.call(listArticles, { params, query: {} })).map(({ title }) => title)).toContain(
      'The old mill',
    );
    for (const title of ['', ' \n', 'x'.repeat(MAX_TITLE_LENGTH + 1)])
      await expect(eve.call(updateArticle, { params: { id }, body: { title } })).rejects.toMatchObject({
        status: 400,
      });
    await expect(vic.call(updateArticle, { params: { id }, body: { title: 'Mine' } })).rejects.toMatchObject({
      status: 403,
    });
    await ann.call(deleteArticle, { params: { id } });
    await expect(eve.call(updateArticle, { params: { id }, body: { title: 'Gone' } })).rejects.toMatchObject({
      code: 'article_not_found',
    });
  });

  it("is the name of a PDF's file where a program wrote the metadata", async () => {
    const { eve, id } = await withPages();
    const lines = [
      { text: 'The Journal of Rivers', size: 30 },
      ...Array.from({ length: 20 }, (_, at) => `Line ${at} says what is to be said about mills.`),
    ];
    const file = makePdf([lines], { info: { Title: 'Microsoft Word - draft7.docx' } });
    const response = await uploadPdf(eve, { file, filename: 'The_old_mill.pdf', projectId: id });
    expect(response.json()).toMatchObject({ title: 'The old mill' });
  });
});

describe('a PDF', () => {
  it('becomes an article whose file members open, and which goes with it', async () => {
    const { test, ann, eve, vic, sam, visitor, id, params } = await withOwnPages();
    const file = longPdf(3);
    const response = await uploadPdf(eve, { file, filename: '../on\u202e depth (1).pdf', projectId: id });
    expect(response.statusCode).toBe(201);
    const article = Article.parse(response.json());
    expect(article).toMatchObject({
      type: 'pdf',
      title: 'A Long Work',
      author: 'Ann Author',
      publication: null,
      url: `/api/articles/${article.id}/file`,
      metadata: { pageCount: 3, filename: 'on depth (1).pdf' },
    });
    expect(article.content).toContain('to be said, and On page 1 line 1 says');
    expect(article.content).not.toMatch(/Journal of Depth|\n\n\d/);
    expect(await vic.call(getArticle, { params: { id: article.id } })).toEqual(article);

    const url = article.url ?? '';
    const whole = await get(vic, url);
    expect(whole.headers).toMatchObject({
      'content-type': 'application/pdf',
      'x-content-type-options': 'nosniff',
      'content-disposition': "inline; filename*=UTF-8''on%20depth%20%281%29.pdf",
      'accept-ranges': 'bytes',
    });
    expect(whole.headers['content-security-policy']).toContain('sandbox');
    expect(whole.rawPayload.equals(file)).toBe(true);
    const part = await get(vic, url, { range: 'bytes=0-4' });
    expect([part.statusCode, part.body]).toEqual([206, '%PDF-']);
    expect((await get(sam, url)).json()).toMatchObject({ code: 'article_not_found' });
    expect((await get(visitor(), url)).statusCode).toBe(401);
    expect((await get(ann, '/api/articles/x/file')).statusCode).toBe(404);

    // The same file, under another name and the other way round.
    const again = await uploadPdf(ann, { file, filename: 'copy.pdf', projectId: id, order: 'file first' });
    expect([again.statusCode, again.json().code]).toEqual([409, 'article_exists']);
    const other = Article.parse(
      (await uploadPdf(ann, { projectId: id, order: 'file first', filename: 'a_b.pdf' })).json(),
    );
    expect(other).toMatchObject({ title: 'a b', author: null, metadata: { pageCount: 1 } });
    expect(await storedKeys(test)).toHaveLength(2);
    await sweep(test.deps, -60_000, new AbortController().signal);
    expect(await storedKeys(test)).toHaveLength(2);

    await startWorkers(test.deps);
    await eve.call(deleteArticle, { params: { id: article.id } });
    await expect.poll(() => storedKeys(test)).toHaveLength(1);
    expect((await get(vic, url)).statusCode).toBe(404);
    await ann.call(deleteProject, { params });
    await expect.poll(() => storedKeys(test)).toEqual([]);
  });

  it('in Hebrew or Arabic is read in its order, in plain letters', async () => {
    const { ann, id } = await withPages();
    // As printers draw it: all from left to right, each word or letter where it is seen.
    const line = (y: number, ...texts: readonly string[]) => {
      let x = 72;
      return texts.map((text) => {
        const drawn = { text: [...text].toReversed().join(''), x, y };
        x += widthOf(text);
        return drawn;
      });
    };
    const inOrder = (text: string) => [...text].toReversed().join('');
    const pages = [
      [
        ...line(700, 'הוחלפה המנורה בחשמל.', ' ', inOrder('1962'), ' ', 'בשנת'),
        ...line(660, 'ונפתח לאוניות קיטור.', ' ', inOrder('Harbour Works'), ' ', 'הנמל נבנה בידי'),
      ],
      line(
        700,
        '.',
        'ﻢ',
        'ﻜ',
        'ﻴ',
        'ﻠ',
        'ﻋ',
        ' ',
        'م',
        'ﻼ',
        'ﺴ',
        'ﻟ',
        'ا',
        ' ',
        inOrder('1962'),
        ' ',
        'م',
        'ﺎ',
        'ﻋ',
      ),
    ];
    const response = await uploadPdf(ann, { file: makeDrawnPdf(pages), projectId: id });
    expect(response.json().content).toBe(
      [
        'בשנת 1962 הוחלפה המנורה בחשמל.',
        'הנמל נבנה בידי Harbour Works ונפתח לאוניות קיטור.',
        'عام 1962 السلام عليكم.',
      ].join('\n\n'),
    );
  });

  it('that was cut off before its cross-reference table is read', async () => {
    const { ann, id } = await withPages();
    const whole = longPdf(3);
    const file = whole.subarray(0, whole.lastIndexOf('xref\n0 '));
    const [one, other] = [
      await uploadPdf(ann, { file, projectId: id }),
      await uploadPdf(ann, { file: whole, projectId: id }),
    ];
    expect(one.statusCode).toBe(201);
    expect(one.json().content).toBe(other.json().content);
  });

  it('that cannot be taken says why, and leaves nothing behind', async () => {
    const { test, ann, eve, vic, sam, id, params } = await withOwnPages();
    const text = ['A page with enough of a text to be read and to be taken for one.'];
    const small = makePdf([text]).length;
    const padded = (bytes: number) => {
      const roughly = makePdf([text], { padding: bytes - small - 100 });
      return makePdf([text], { padding: bytes - small - 100 + (bytes - roughly.length) });
    };
    // In most fonts, the space is the third glyph and the letters follow in their order.
    const withoutNames = (letters: string) =>
      letters.replaceAll(/./g, (letter) => String.fromCharCode(letter.charCodeAt(0) - 29));
    const locked = await readFile(new URL('../fixtures/locked.pdf', import.meta.url));
    const cut = longPdf(3).subarray(0, 3000);
    const cases: [string, Person, PdfUpload, number, string, string?][] = [
      [
        'a byte too many',
        ann,
        { file: padded(MAX_PDF_BYTES + 1) },
        413,
        'pdf_too_large',
        'PDF file must be smaller than 25MB',
      ],
      [
        'the same before the project',
        ann,
        { file: padded(MAX_PDF_BYTES + 1), order: 'file first' },
        413,
        'pdf_too_large',
      ],
      [
        'a text that is too large as well',
        ann,
        { file: Buffer.alloc(MAX_PDF_BYTES + 1, 'a'), filename: 'a.txt', type: 'text/plain' },
        413,
        'pdf_too_large',
      ],
      [
        'the same by its content alone',
        ann,
        { file: Buffer.alloc(MAX_PDF_BYTES + 1, 'a') },
        413,
        'pdf_too_large',
      ],
      ['a text of the largest size', ann, { file: Buffer.alloc(MAX_PDF_BYTES, 'a') }, 415, 'pdf_wrong_type'],
      [
        'a text',
        ann,
        { file: Buffer.from('a text'), filename: 'a.txt', type: 'text/plain' },
        415,
        'pdf_wrong_type',
        'Only PDF files are allowed',
      ],
      ['a text that is called a PDF', ann, { file: Buffer.from('a text') }, 415, 'pdf_wrong_type'],
      [
        'a mark that comes late',
        ann,
        { file: Buffer.concat([Buffer.alloc(1024), makePdf([text])]) },
        415,
        'pdf_wrong_type',
      ],
      [
        'no file chosen',
        ann,
        { file: Buffer.alloc(0), filename: '', type: 'application/octet-stream' },
        400,
        'pdf_missing',
        'Please select a PDF file',
      ],
      ['another field', ann, { name: 'file' }, 400, 'pdf_missing'],
      ['no project', ann, { projectId: undefined }, 400, 'invalid_input'],
      ['a strange project', ann, { projectId: 'x' }, 400, 'invalid_input'],
      ['a viewer', vic, {}, 403, 'forbidden'],
      ['a viewer, file first', vic, { order: 'file first' }, 403, 'forbidden'],
      ['a stranger', sam, {}, 404, 'project_not_found'],
      ['a password', eve, { file: locked }, 422, 'pdf_encrypted'],
      ['pictures of pages', eve, { file: makePdf([[], ['7']]) }, 422, 'pdf_scanned'],
      [
        'fonts without names of letters',
        eve,
        {
          file: makeDrawnPdf([[{ text: withoutNames(text.join()), x: 72, y: 700 }]], {
            hasGlyphTable: false,
          }),
        },
        422,
        'pdf_fonts_unnamed',
      ],
      ['a part of a file', eve, { file: Buffer.concat([cut, Buffer.alloc(2000)]) }, 422, 'pdf_unreadable'],
      ['only the mark', eve, { file: Buffer.from('%PDF-1.7') }, 422, 'pdf_unreadable'],
      ['1,001 pages', eve, { file: makePdf(Array(1001).fill(text)) }, 422, 'pdf_too_long'],
    ];
    for (const [name, person, sent, status, code, message] of cases) {
      const response = await uploadPdf(person, { projectId: id, ...sent });
      const answer = response.json();
      expect([response.statusCode, answer.code], name).toEqual([status, code]);
      if (message) expect(answer.message).toBe(message);
    }
    const none = await ann.app.inject({
      method: 'POST',
      url: UPLOAD_PDF_PATH,
      headers: { cookie: ann.cookie },
    });
    expect(none.json()).toMatchObject({ code: 'pdf_missing' });
    const half = await ann.app.inject({
      method: 'POST',
      url: UPLOAD_PDF_PATH,
      headers: { cookie: ann.cookie, 'content-type': 'multipart/form-data; boundary=x' },
      payload: `--x\r\ncontent-disposition: form-data; name="pdf"; filename="a.pdf"\r\ncontent-type: application/pdf\r\n\r\n%PDF-1.7`,
    });
    expect(half.json()).toMatchObject({ code: 'upload_incomplete' });
    expect(await storedKeys(test)).toEqual([]);

    const largest = await uploadPdf(ann, { file: padded(MAX_PDF_BYTES), projectId: id });
    expect([largest.statusCode, largest.json().code]).toEqual([201, undefined]);
    expect(await ann.call(listArticles, { params, query: {} })).toHaveLength(1);
  });
});
