import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { listEpisodes, searchPodcasts, transcribePodcast } from '#contract/podcasts.ts';
import { cancelTranscript, deleteTranscript, getTranscript, retryTranscript } from '#contract/transcripts.ts';
import { OutboundError } from '#server/outbound/outbound-error.ts';
import { startWorkers } from '#server/worker.ts';
import { sharedApp, type TestApp, type TestAppOptions, testApp } from '#tests/support/app.ts';
import { onFileFinished } from '#tests/support/file-end.ts';
import { gatedEngine } from '#tests/support/gated-engine.ts';
import type { Person } from '#tests/support/person.ts';
import { longFeed, type PodcastDouble, rssFeed, startPodcastDouble } from '#tests/support/podcast-double.ts';
import { encoded, wavRecording } from '#tests/support/recordings.ts';

const recording = await wavRecording(12_000);
const etag = '"episode-1"';

let doubleOfFile: Promise<PodcastDouble> | undefined;

/** The double of the file as if it had just started. */
async function freshDouble() {
  doubleOfFile ??= startPodcastDouble().then((double) => {
    onFileFinished(double.close);
    return double;
  });
  const double = await doubleOfFile;
  double.reset();
  return double;
}

/** The double of the file, the application that its tests share, and a new person. What the application was asked before, it may remember. */
async function withPodcasts() {
  const double = await freshDouble();
  const test = await sharedApp({ workers: true, env: double.env });
  return { ...test, test, double, ann: await test.person() };
}

/** The same with an application of its own, which remembers nothing and may be stopped. */
async function withOwnPodcasts(options: TestAppOptions = {}) {
  const double = await freshDouble();
  const test = await testApp({ ...options, env: double.env });
  return { ...test, test, double, ann: await test.person() };
}

/** A million tags within each other, in 7 MB. */
function deepFeed(): Buffer {
  return Buffer.from(`<rss version="2.0"><channel><title>x</title>${'<item>'.repeat(1_000_000)}`);
}

const feedOf = (inner: string) => Buffer.from(`<rss version="2.0"><channel>${inner}</channel></rss>`);

const search = (person: Person, query: string, limit?: number) =>
  person.call(searchPodcasts, { body: limit === undefined ? { query } : { query, limit } });
const episodes = (person: Person, id: string, query: { limit?: number; offset?: number } = {}) =>
  person.call(listEpisodes, { params: { id }, query });
const transcribe = async (person: Person, url: string, title = 'Episode 1') =>
  (await person.call(transcribePodcast, { body: { url, title } })).transcriptId;

describe('search', () => {
  it('gives podcasts as the directory has them, and asks it once for the same thing', async () => {
    const { ann, double } = await withPodcasts();
    const id = double.list({ title: 'Deep Talk', feed: rssFeed([]) });
    double.list({ title: 'Deep but nowhere', feed: '', feedUrl: undefined });
    const { results } = await search(ann, ' deep ');
    expect(results).toEqual([
      {
        id,
        title: 'Deep Talk',
        author: 'Somebody',
        imageUrl: 'https://images.example.org/600.jpg',
        genre: 'Science',
        description: 'About depth.',
        episodeCount: 12,
      },
    ]);
    await search(ann, 'Deep');
    expect(double.requests.map(({ path }) => path)).toEqual([
      '/search?media=podcast&entity=podcast&term=deep&limit=15',
      `/feeds/${id}`,
    ]);
    expect((await search(ann, 'nothing like it', 8)).results).toEqual([]);
  });

  it('tells what a podcast is about: as the directory says, else as its feed does, of which it reads the beginning only', async () => {
    const { ann, double } = await withPodcasts();
    const told = { description: '<p>From the &amp; directory</p>', trackCount: 1 };
    double.list({ title: 'Talk 1', feed: rssFeed([]), ...told });
    double.list({
      title: 'Talk 2',
      feed: { kind: 'held', bytes: Buffer.from(longFeed()), at: 200_000, opened: new Promise(() => {}) },
    });
    double.list({ title: 'Talk 3', feed: { kind: 'status', status: 500 } });
    double.list({ title: 'Talk 4', feed: { kind: 'redirect', to: 'http://127.0.0.1:9/' } });
    double.list({ title: 'Talk 5', feed: '<!doctype html><p>Hello</p>' });
    const descriptions = async () =>
      (await search(ann, 'talk')).results.map(({ description }) => description);
    expect(await descriptions()).toEqual(['From the & directory', 'About depth.', '', '', '']);
    const asked = double.requests.length;
    expect(await descriptions()).toEqual(['From the & directory', 'About depth.', '', '', '']);
    expect(double.requests).toHaveLength(asked);
  });

  it('waits for slow feeds for a moment only, and for none while somebody types', async () => {
    const { ann, double, deps } = await withPodcasts();
    const id = double.list({ title: 'Slow talk', feed: 'silent' });
    // Never answered before the search is, however long that takes.
    const feed = Promise.withResolvers<never>();
    const fetch = deps.outbound.fetch.bind(deps.outbound);
    const fetches = vi
      .spyOn(deps.outbound, 'fetch')
      .mockImplementation((address, request) =>
        String(address).endsWith(`/feeds/${id}`) ? feed.promise : fetch(address, request),
      );
    onTestFinished(() => {
      fetches.mockRestore();
      feed.reject(new OutboundError('timeout', 'The feed is slow.'));
    });
    const body = { query: 'slow', limit: 8, descriptions: false };
    expect((await ann.call(searchPodcasts, { body })).results).toHaveLength(1);
    expect(fetches).toHaveBeenCalledTimes(1);
    expect((await search(ann, 'slow')).results).toMatchObject([{ title: 'Slow talk', description: '' }]);
    expect(fetches.mock.calls.map(([address]) => String(address)).at(-1)).toContain(`/feeds/${id}`);
  });

  it.each([
    [500, '', 'podcast_search_failed', 502],
    [200, 'not JSON', 'podcast_search_failed', 502],
    [200, '{"results":7}', 'podcast_search_failed', 502],
    [403, '', 'podcast_directory_busy', 503],
    [429, '', 'podcast_directory_busy', 503],
  ])('says so when the directory answers %s %j', async (status, body, code, answered) => {
    const { ann, double } = await withPodcasts();
    double.fail(status, body);
    await expect(search(ann, `deep ${status} ${body}`)).rejects.toMatchObject({ code, status: answered });
  });

  it('says so when the directory cannot be reached, or is none that may be', async () => {
    const gone = await startPodcastDouble();
    await gone.close();
    const { person } = await testApp({ env: gone.env });
    await expect(search(await person(), 'deep')).rejects.toMatchObject({ code: 'podcast_search_failed' });
    const inner = await testApp({ env: { PODCAST_DIRECTORY_URL: 'http://127.0.0.1:9' } });
    await expect(search(await inner.person(), 'deep')).rejects.toMatchObject({
      code: 'podcast_search_failed',
    });
  });

  it('refuses a search that is empty, too long, or for too few or too many results', async () => {
    const { ann, double } = await withPodcasts();
    for (const query of ['', '   ', 'x'.repeat(201)])
      await expect(search(ann, query)).rejects.toMatchObject({ code: 'invalid_input' });
    await expect(search(ann, 'deep', 0)).rejects.toMatchObject({ code: 'invalid_input' });
    await expect(search(ann, 'deep', 51)).rejects.toMatchObject({ code: 'invalid_input' });
    expect(double.requests).toEqual([]);
  });

  it('lets nobody ask without end', async () => {
    const { ann, person } = await withPodcasts();
    for (let asked = 0; asked < 120; asked += 1) await search(ann, 'too much');
    await expect(search(ann, 'too much')).rejects.toMatchObject({ status: 429, code: 'too_many_requests' });
    await expect(search(await person('Bob'), 'too much')).resolves.toEqual({ results: [] });
  });
});

describe('episodes', () => {
  it('pages through 2,000 of them, and fetches the feed once', async () => {
    const { ann, double } = await withPodcasts();
    const id = double.list({ title: 'The Long One', feed: longFeed() });
    const [first, twin] = await Promise.all([episodes(ann, id), episodes(ann, id)]);
    expect(twin).toEqual(first);
    expect(first).toMatchObject({ hasMore: true, totalCount: 2000, podcast: { id, title: 'The Long One' } });
    expect(first.episodes).toHaveLength(20);
    expect(first.episodes[0]).toMatchObject({ episodeNumber: 2000, duration: 3723 });
    const second = await episodes(ann, id, { offset: 20, limit: 100 });
    expect(second.episodes[0]?.episodeNumber).toBe(1980);
    const last = await episodes(ann, id, { offset: 1980 });
    expect(last).toMatchObject({ hasMore: false, episodes: { length: 20 } });
    expect(await episodes(ann, id, { offset: 5000 })).toMatchObject({ hasMore: false, episodes: [] });
    expect(double.requests.map(({ path }) => path)).toEqual([
      `/lookup?id=${id}&entity=podcast`,
      `/feeds/${id}`,
    ]);
    expect((await search(ann, 'long')).results[0]?.description).toBe('About depth.');
  });

  it('follows redirects of a feed, and no further than it may', async () => {
    const { ann, double } = await withPodcasts();
    const feed = rssFeed([{ title: 'One', audioUrl: '/one.mp3' }]);
    double.put('/moved', { kind: 'file', bytes: Buffer.from(feed) });
    const moved = double.list({ title: 'Moved', feed: { kind: 'redirect', to: '/moved' } });
    const { episodes: found } = await episodes(ann, moved);
    expect(found[0]?.audioUrl).toBe(`${double.url}/one.mp3`);
    const targets = ['http://127.0.0.1:9/', 'file:///etc/passwd', `/feeds/${Number(moved) + 3}`];
    for (const to of targets) {
      const id = double.list({ title: 'Away', feed: { kind: 'redirect', to } });
      if (to.startsWith('/')) double.put(to, { kind: 'redirect', to });
      await expect(episodes(ann, id), to).rejects.toMatchObject({ code: 'feed_unreachable', status: 502 });
    }
  });

  it.each([
    ['a page', { kind: 'file', bytes: Buffer.from('<!doctype html><p>Hello</p>') }, 'feed_unreadable'],
    ['nothing', { kind: 'file', bytes: Buffer.alloc(0) }, 'feed_unreadable'],
    ['half a feed', { kind: 'file', bytes: Buffer.from(longFeed(20).slice(0, 9000)) }, 'feed_unreadable'],
    ['tags without end', { kind: 'file', bytes: deepFeed() }, 'feed_unreadable'],
    [
      'more items than anybody has',
      { kind: 'file', bytes: feedOf('<item></item>'.repeat(1_800_000)) },
      'feed_unreadable',
    ],
    [
      'a text of tags',
      { kind: 'file', bytes: feedOf(`<title>${'<'.repeat(20_000_000)}`) },
      'feed_unreadable',
    ],
    ['50 MB', { kind: 'file', bytes: Buffer.alloc(50_000_000, ' ') }, 'feed_too_large'],
    ['a packed bomb', { kind: 'bomb', bytes: 500_000_000 }, 'feed_too_large'],
    ['not found', { kind: 'status', status: 404 }, 'feed_unreachable'],
  ] as const)('says what is wrong with a feed: %s', async (_, reply, code) => {
    const { ann, double } = await withPodcasts();
    const id = double.list({ title: 'Broken', feed: reply });
    await expect(episodes(ann, id)).rejects.toMatchObject({ code });
  });

  it.each([
    [500, 'podcast_directory_failed'],
    [403, 'podcast_directory_busy'],
  ])('speak of episodes, not of a search, when the directory answers %i', async (status, code) => {
    const { ann, double } = await withPodcasts();
    double.fail(status);
    await expect(episodes(ann, '99')).rejects.toMatchObject({
      code,
      message: expect.not.stringContaining('search'),
    });
  });

  it('say what the podcast is about, by the directory where the feed does not', async () => {
    const { ann, double } = await withPodcasts();
    const id = double.list({ title: 'Talk', feed: rssFeed([], { description: '' }), description: 'Told.' });
    expect((await episodes(ann, id)).podcast).toEqual({ id, title: 'Deep Talk', description: 'Told.' });
  });

  it('knows no podcast that the directory does not know', async () => {
    const { ann } = await withPodcasts();
    await expect(episodes(ann, '99')).rejects.toMatchObject({ status: 404, code: 'podcast_not_found' });
    await expect(episodes(ann, 'abc')).rejects.toMatchObject({ status: 404 });
  });
});

describe('transcribing an episode', () => {
  it('downloads it, plays it from our own store, and transcribes it', async () => {
    const { ann, app, double, test } = await withPodcasts();
    const url = double.put('/1.mp3', { kind: 'file', bytes: await encoded(recording, 'mp3'), etag });
    const id = await transcribe(ann, double.put('/go', { kind: 'redirect', to: url }));
    const transcript = await ann.settled(id);
    expect(transcript).toMatchObject({
      status: 'completed',
      title: 'Episode 1',
      sourceType: 'podcast',
      sourceUrl: `${double.url}/go`,
      originalFilename: null,
      mediaUrl: `/media/${id}/recording.mp3`,
      duration: expect.closeTo(12, 0),
    });
    expect(transcript.segmentCount).toBeGreaterThan(0);
    const { token } = (
      await app.inject({ url: `/api/media-token/${id}`, headers: { cookie: ann.cookie } })
    ).json();
    const media = await app.inject({ url: `${transcript.mediaUrl}?token=${token}` });
    expect(media.rawPayload.equals(await encoded(recording, 'mp3'))).toBe(true);
    await expect.poll(() => readdir(join(test.deps.config.dataDir, 'work'))).toEqual([]);
  });

  it('takes the sound of a video, whatever it is called', async () => {
    const { ann, double } = await withPodcasts();
    const bytes = await encoded(recording, 'mp4');
    const id = await transcribe(ann, double.put('/video', { kind: 'file', bytes, type: 'text/plain' }));
    expect(await ann.settled(id)).toMatchObject({
      status: 'completed',
      mediaUrl: `/media/${id}/recording.mp4`,
    });
  });

  it.each([
    ['nothing there', { kind: 'status', status: 404 }, 'source_not_found'],
    ['not given out', { kind: 'status', status: 403 }, 'source_denied'],
    ['2 GB', { kind: 'declaring', bytes: recording, length: 2_000_000_000 }, 'source_too_large'],
    ['empty', { kind: 'file', bytes: Buffer.alloc(0) }, 'source_empty'],
    ['a text', { kind: 'file', bytes: Buffer.from('Sorry, not here.\n'.repeat(90)) }, 'source_not_media'],
    ['a page', { kind: 'file', bytes: Buffer.from('<html></html>'), type: 'text/html' }, 'source_not_media'],
    ['noise', { kind: 'file', bytes: Buffer.alloc(5000, 1) }, 'media_unreadable'],
    ['a way to this machine', { kind: 'redirect', to: 'http://127.0.0.1:9/' }, 'address_refused'],
  ] as const)('ends as failed with a reason: %s', async (_, reply, code) => {
    const { ann, double, test, sql } = await withPodcasts();
    const id = await transcribe(ann, double.put('/bad.mp3', reply));
    expect(await ann.settled(id)).toMatchObject({
      status: 'failed',
      errorCode: code,
      errorMessage: expect.stringMatching(/\w/),
    });
    const job = "select state::text from pgboss.job where name = 'transcribe' and data->>'transcriptId' = $1";
    await expect.poll(() => sql(job, [id])).toEqual([{ state: 'completed' }]);
    await expect.poll(() => readdir(join(test.deps.config.dataDir, 'work'))).toEqual([]);
  });

  it.each([
    'http://127.0.0.1:9/a.mp3',
    'http://2130706433/',
    'http://user:word@example.org/a.mp3',
    'http://[::1]/',
  ])('refuses %s at once', async (url) => {
    const { ann, sql } = await withPodcasts();
    await expect(transcribe(ann, url)).rejects.toMatchObject({ status: 400, code: 'address_refused' });
    expect(await sql('select id from transcripts where user_id = $1', [ann.user?.id])).toEqual([]);
  });

  it.each([
    '',
    'not an address',
    'file:///etc/passwd',
    'ftp://example.org/a.mp3',
    `http://example.org/${'x'.repeat(5000)}`,
  ])('refuses what is no web address: %s', async (url) => {
    const { ann } = await withPodcasts();
    await expect(transcribe(ann, url)).rejects.toMatchObject({ status: 400, code: 'invalid_input' });
  });

  it('takes a title of any length, and none', async () => {
    const { ann, double } = await withPodcasts();
    const titleOf = async (path: string, title?: string) => {
      const url = `${double.url}/${path}`;
      const { transcriptId: id } = await ann.call(transcribePodcast, {
        body: title === undefined ? { url } : { url, title },
      });
      return (await ann.call(getTranscript, { params: { id } })).title;
    };
    expect(await titleOf('a', `${'x'.repeat(199)} ${'y'.repeat(300)}`)).toBe('x'.repeat(199));
    expect(await titleOf('b', '  ')).toBe('Untitled episode');
    expect(await titleOf('c')).toBe('Untitled episode');
  });

  it('answers the one that is running to a double click, and makes a new one for a later wish', async () => {
    const { ann, double, person, deps } = await withOwnPodcasts();
    const url = double.put('/1.mp3', { kind: 'file', bytes: recording });
    const both = await Promise.all([transcribe(ann, url), transcribe(ann, url), transcribe(ann, url)]);
    expect(new Set(both).size).toBe(1);
    expect(await transcribe(await person('Bob'), url)).not.toBe(both[0]);
    expect(await transcribe(ann, `${url}?other`)).not.toBe(both[0]);
    await startWorkers(deps);
    await ann.settled(both[0]);
    expect(await transcribe(ann, url)).not.toBe(both[0]);
  });
});

describe('a download under way', () => {
  const bytes = Buffer.concat([recording, Buffer.alloc(200_000)]);
  const held = () => {
    const opened = Promise.withResolvers<void>();
    return {
      reply: { kind: 'held', bytes, at: 300_000, opened: opened.promise, etag } as const,
      open: opened.resolve,
    };
  };
  const downloading = async (
    { sql }: Pick<TestApp, 'sql'>,
    ann: Person,
    id: Awaited<ReturnType<typeof transcribe>>,
  ) => {
    await expect
      .poll(async () => (await ann.call(getTranscript, { params: { id } })).stage)
      .toBe('downloading');
    expect(await sql('select from media where transcript_id = $1', [id])).toEqual([]);
  };

  it('shows that it is being downloaded, and then completes', async () => {
    const gate = gatedEngine();
    const { ann, double, test } = await withOwnPodcasts({ workers: true, engine: gate.engine });
    const { reply, open } = held();
    const id = await transcribe(ann, double.put('/1.wav', reply));
    await downloading(test, ann, id);
    open();
    gate.open();
    expect(await ann.settled(id)).toMatchObject({ status: 'completed', progressPercent: 100 });
  });

  it('goes on after a clean stop from what has come', async () => {
    const { ann, double, test, deps } = await withOwnPodcasts({ workers: true });
    const { reply } = held();
    const id = await transcribe(ann, double.put('/1.wav', reply));
    await downloading(test, ann, id);
    const part = async () => {
      const names = await readdir(join(deps.config.dataDir, 'work'), { recursive: true });
      return names.filter((name) => name.endsWith('source.part'));
    };
    await expect.poll(part).toHaveLength(1);
    const [before] = await part();
    await deps.jobs.stop();
    const [after] = await part();
    expect(after).not.toBe(before);
    const [row] = await test.sql('select job_id from transcripts');
    expect(after?.startsWith(String(row?.job_id))).toBe(true);
    expect(await ann.call(getTranscript, { params: { id } })).toMatchObject({ status: 'processing' });
  });

  it('ends when it is cancelled, and begins again when it is wanted again', async () => {
    const { ann, double, test } = await withPodcasts();
    const { reply } = held();
    const path = '/1.wav';
    const id = await transcribe(ann, double.put(path, reply));
    await downloading(test, ann, id);
    await ann.call(cancelTranscript, { params: { id } });
    expect(await ann.settled(id)).toMatchObject({ status: 'failed', errorCode: 'cancelled' });
    double.put(path, { kind: 'file', bytes, etag, ranges: true });
    await ann.call(retryTranscript, { params: { id } });
    expect(await ann.settled(id)).toMatchObject({ status: 'completed', errorCode: null });
  });

  it('ends when its transcript is deleted, and leaves nothing', async () => {
    const { ann, double, test, deps } = await withOwnPodcasts({ workers: true });
    const { reply } = held();
    const id = await transcribe(ann, double.put('/1.wav', reply));
    await downloading(test, ann, id);
    await ann.call(deleteTranscript, { params: { id } });
    await expect.poll(() => readdir(join(deps.config.dataDir, 'work'))).toEqual([]);
    const files: string[] = [];
    for await (const { key } of deps.store.list('')) files.push(key);
    expect(files).toEqual([]);
  });

  it('goes on by Range when the connection breaks', async () => {
    const { ann, double } = await withPodcasts();
    const bytes = await wavRecording(100_000);
    const url = double.put('/1.wav', {
      kind: 'breaking',
      bytes,
      at: 1_500_000,
      times: 2,
      ranges: true,
      etag,
    });
    expect(await ann.settled(await transcribe(ann, url))).toMatchObject({ status: 'completed' });
    const goingOn = expect.stringMatching(/^bytes=\d{6,7}-$/);
    expect(double.requests.map(({ headers }) => headers.range)).toEqual([undefined, goingOn, goingOn]);
  });
});
