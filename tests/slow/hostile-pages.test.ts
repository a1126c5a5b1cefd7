import { expect, it, onTestFinished } from 'vitest';
import { addWebArticle } from '#contract/articles.ts';
import { getHealth } from '#contract/health.ts';
import { listEpisodes } from '#contract/podcasts.ts';
import { createProject } from '#contract/projects.ts';
import { listTranscripts } from '#contract/transcripts.ts';
import { Client } from '#tests/support/client.ts';
import { newspaperPage, startPageDouble } from '#tests/support/page-double.ts';
import { PATIENCE } from '#tests/support/patience.ts';
import { percentile } from '#tests/support/percentile.ts';
import { startPodcastDouble } from '#tests/support/podcast-double.ts';
import { startServer, temporaryFolder } from '#tests/support/server.ts';

/** Promised for 95 of 100 pairs of answers, of the health and of a list. */
const OTHERS_P95_MS = 500;

const around = (text: string) => `<html><body><article><p>hello ${text}</p></article></body></html>`;

/** Pages that are made to fill their reader's memory, or to keep it at work, and what is said of them. */
const HOSTILE: [name: string, html: string, answer: string][] = [
  ['three million <', around('<'.repeat(3_000_000)), 'article_too_large'],
  ['the same once more', around('<'.repeat(3_000_000)), 'article_too_large'],
  ['a million <', around('<'.repeat(1_000_000)), 'article_too_large'],
  ['comments', around('<!---->'.repeat(700_000)), 'article_too_large'],
  ['text within many tags', around(`${'<div>'.repeat(500)}${'x'.repeat(2_000_000)}`), 'article_too_large'],
  ['a huge attribute', around(`<p class="${'x '.repeat(2_000_000)}">`), 'article_no_text'],
];

it('survives hostile pages and feeds, says what is wrong with them, and answers others meanwhile', async () => {
  const site = await startPageDouble();
  onTestFinished(() => site.close());
  const double = await startPodcastDouble();
  onTestFinished(() => double.close());
  const allow = `${site.env.OUTBOUND_ALLOW},${double.env.OUTBOUND_ALLOW}`;
  const dataDir = await temporaryFolder();
  const env = { SPEECH_ENGINE: 'fake', ...site.env, ...double.env, OUTBOUND_ALLOW: allow };
  const server = await startServer(dataDir, env);
  const ann = await Client.signUp(server.url);
  const { id: projectId } = await ann.call(createProject, { body: { name: 'Pages' } });
  const add = (url: string) =>
    ann.call(addWebArticle, { body: { url, projectId } }).then(
      ({ title }) => title,
      (error: Error) => /"code":"(\w+)"/.exec(error.message)?.[1] ?? error.message,
    );

  const feed = double.list({
    title: 'Hostile',
    feed: {
      kind: 'file',
      bytes: Buffer.from(`<rss version="2.0"><channel>${'<item></item>'.repeat(1_800_000)}</channel></rss>`),
    },
  });
  const pages = HOSTILE.map(async ([name, html], index) => [name, await add(site.put(`/${index}`, html))]);
  const episodes = ann.call(listEpisodes, { params: { id: feed }, query: {} }).then(() => 'read', String);
  let isDone = false;
  const done = Promise.all([Promise.all(pages), episodes]).finally(() => {
    isDone = true;
  });
  const times: number[] = [];
  while (!isDone) {
    const began = performance.now();
    await ann.call(getHealth, {});
    await ann.call(listTranscripts, {});
    times.push(performance.now() - began);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const [answers, feedAnswer] = await done;
  expect(answers).toEqual(HOSTILE.map(([name, , answer]) => [name, answer]));
  expect(feedAnswer).toContain('feed_unreadable');
  expect(percentile(times, 0.95)).toBeLessThan(OTHERS_P95_MS * PATIENCE);
  expect(server.child.exitCode).toBeNull();
  expect(await add(site.put('/ordinary', newspaperPage()))).toBe('The depth of things');
});
