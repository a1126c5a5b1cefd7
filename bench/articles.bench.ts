// npm run bench -- articles: how long web pages and PDFs take from arrival to text, how much memory that needs, and what decompression bombs can do.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { MAX_PAGE_BYTES } from '#contract/limits.ts';
import { createOutbound } from '#server/outbound/outbound.ts';
import { createArticleSources } from '#server/sources/articles/article-sources.ts';
import { newspaperPage, page, paragraphs, startPageDouble } from '#tests/support/page-double.ts';
import { longPdf, makePdfBomb } from '#tests/support/pdfs.ts';
import { percentile } from '#tests/support/percentile.ts';
import { treeMemory } from './process-tree.ts';

const TIMES = 20;
const SAMPLE_MS = 50;
const { signal } = new AbortController();

const site = await startPageDouble();
const outbound = createOutbound({ allow: [new URL(site.url).host] });
const sources = createArticleSources(outbound);
const folder = await mkdtemp(join(tmpdir(), 'tapescript-articles-'));
const delay = monitorEventLoopDelay({ resolution: 5 });
try {
  console.log(`load ${loadavg()[0]?.toFixed(1)}`);
  const normal = site.put('/normal', newspaperPage({ body: paragraphs(60) }));
  // Like real pages: more markup than text.
  const marked = (count: number) =>
    newspaperPage({
      body: paragraphs(count).replaceAll('<p>', `<p class="text" data-track="${'x'.repeat(300)}">`),
    });
  const each = (marked(2000).length - marked(1000).length) / 1000;
  const largeHtml = marked(Math.floor(MAX_PAGE_BYTES / each) - 100);
  const large = site.put('/large', page(largeHtml));
  await report('the first page, which starts a process', 1, () => sources.readPage(normal, signal));
  delay.enable();
  await report('a page of 60 paragraphs', TIMES, () => sources.readPage(normal, signal));
  await report(`a page of ${(largeHtml.length / 1e6).toFixed(1)} MB`, 5, () =>
    sources.readPage(large, signal).catch(codeOf),
  );

  const path = join(folder, 'file.pdf');
  for (const pages of [1, 20, 500]) {
    await writeFile(path, longPdf(pages));
    await report(`a PDF of ${pages} pages`, pages > 100 ? 3 : 5, () =>
      sources.readPdf(path, signal).catch(codeOf),
    );
  }
  await writeFile(path, makePdfBomb(2000));
  await report('a PDF of 2 MB that decompresses to 2 GB', 3, () =>
    sources.readPdf(path, signal).catch(codeOf),
  );
  delay.disable();
  console.log(
    `event loop delay during the run: 99th percentile ${(delay.percentile(99) / 1e6).toFixed(0)} ms, longest ${(delay.max / 1e6).toFixed(0)} ms`,
  );
} finally {
  await rm(folder, { recursive: true });
  await outbound.close();
  await site.close();
}

/** Times some runs, and samples the memory of this process and its children meanwhile. */
async function report(what: string, times: number, run: () => Promise<unknown>): Promise<void> {
  const before = process.memoryUsage.rss();
  let [own, children] = [0, 0];
  const watch = setInterval(async () => {
    own = Math.max(own, process.memoryUsage.rss() - before);
    children = Math.max(children, (await treeMemory(process.pid)).children);
  }, SAMPLE_MS);
  const ms: number[] = [];
  let result: unknown;
  for (let done = 0; done < times; done += 1) {
    const started = performance.now();
    result = await run();
    ms.push(performance.now() - started);
  }
  clearInterval(watch);
  const end = typeof result === 'string' ? `, ended as ${result}` : '';
  console.log(
    `${what}: median ${percentile(ms, 0.5).toFixed(0)} ms, longest ${Math.max(...ms).toFixed(0)} ms; memory growth at most ${(own / 1e6).toFixed(0)} MB here, ${children} MB in a child process${end}`,
  );
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}
