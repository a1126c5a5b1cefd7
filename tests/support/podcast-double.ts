import { type FileReply, sendFile } from './file-replies.ts';
import { type Loopback, sendJson, startLoopback } from './loopback.ts';

export interface PodcastDouble extends Loopback {
  /** Settings with which the application uses it. */
  env: Record<string, string>;
  /** Lists a podcast with this feed, given as a text or as a reply. Returns its id. */
  list(podcast: { title: string; feed: string | FeedReply } & Partial<Listing>): string;
  /** Publishes a file and returns its address. */
  put(path: string, reply: FileReply): string;
  /** Makes the directory answer the next request with this status. */
  fail(status: number, body?: string): void;
  /** Forgets all podcasts, files, requests and queued replies; ids are never given twice. */
  reset(): void;
}

type FeedReply = FileReply | 'silent';

interface Listing {
  artistName: string;
  trackCount: number;
  /** Apple's directory gives none. */
  description: string;
  /** Left out of the response if undefined, as for podcasts that are exclusive to Apple. */
  feedUrl: string | undefined;
}

/** Starts a server with a podcast directory (iTunes Search API: search, lookup), feeds and files. */
export async function startPodcastDouble(): Promise<PodcastDouble> {
  const podcasts: Record<string, unknown>[] = [];
  let nextId = 1_000_000;
  const files = new Map<string, FeedReply>();
  const failures: { status: number; body: string }[] = [];
  const loopback = await startLoopback(async (request, response) => {
    const { pathname, searchParams } = new URL(request.path, 'http://double.test');
    if (pathname === '/search' || pathname === '/lookup') {
      const failure = failures.shift();
      if (failure) return void response.writeHead(failure.status).end(failure.body);
      const term = searchParams.get('term')?.toLowerCase() ?? '';
      const results = podcasts
        .filter(({ collectionId, collectionName }) =>
          pathname === '/lookup'
            ? String(collectionId) === searchParams.get('id')
            : String(collectionName).toLowerCase().includes(term),
        )
        .slice(0, Number(searchParams.get('limit') ?? 50));
      return sendJson(
        response,
        200,
        { resultCount: results.length, results },
        { 'content-type': 'text/javascript; charset=utf-8' },
      );
    }
    const reply = files.get(pathname);
    if (!reply) return void response.writeHead(404).end('not found');
    if (reply !== 'silent') await sendFile(request, response, reply);
  });
  const put = (path: string, reply: FeedReply) => {
    files.set(path, reply);
    return `${loopback.url}${path}`;
  };
  return {
    ...loopback,
    env: { PODCAST_DIRECTORY_URL: loopback.url, OUTBOUND_ALLOW: new URL(loopback.url).host },
    put,
    list: ({ title, feed, ...listing }) => {
      const collectionId = nextId;
      nextId += 1;
      const reply: FeedReply =
        typeof feed === 'string' && feed !== 'silent'
          ? { kind: 'file', bytes: Buffer.from(feed), type: 'application/rss+xml' }
          : (feed as FeedReply);
      podcasts.push({
        wrapperType: 'track',
        kind: 'podcast',
        collectionId,
        trackId: collectionId,
        collectionName: title,
        artistName: 'Somebody',
        artworkUrl100: 'https://images.example.org/100.jpg',
        artworkUrl600: 'https://images.example.org/600.jpg',
        primaryGenreName: 'Science',
        trackCount: 12,
        feedUrl: put(`/feeds/${collectionId}`, reply),
        ...listing,
      });
      return String(collectionId);
    },
    fail: (status, body = '') => void failures.push({ status, body }),
    reset: () => {
      for (const list of [podcasts, loopback.requests, failures]) list.length = 0;
      files.clear();
    },
  };
}

export interface FeedItem {
  title?: string;
  audioUrl?: string;
  type?: string;
  guid?: string;
  pubDate?: string;
  duration?: string;
  description?: string;
  episode?: string;
}

/** An RSS 2.0 feed with these items. */
export function rssFeed(
  items: readonly FeedItem[],
  { title = 'Deep Talk', description = 'About depth.' } = {},
): string {
  const lines = items.map(
    (item) => `<item>
      ${tag('title', item.title)}${tag('guid', item.guid)}${tag('pubDate', item.pubDate)}
      ${tag('itunes:duration', item.duration)}${tag('itunes:episode', item.episode)}
      ${item.description === undefined ? '' : `<description><![CDATA[${item.description}]]></description>`}
      ${item.audioUrl === undefined ? '' : `<enclosure url="${asXml(item.audioUrl)}" length="1" type="${item.type ?? 'audio/mpeg'}"/>`}
    </item>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
    <rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"><channel>
    ${tag('title', title)}${tag('description', description)}${lines.join('\n')}</channel></rss>`;
}

/** The feed of a podcast that has been going for years, about 4 MB: 2,000 episodes, a week between each. */
export function longFeed(episodes = 2000): string {
  const notes = `<p>In this episode we go on. ${'There is a lot to be said about it, and we say it. '.repeat(30)}</p>`;
  return rssFeed(
    Array.from({ length: episodes }, (_, index) => ({
      title: `Episode ${episodes - index}: going on`,
      guid: `long-${episodes - index}`,
      audioUrl: `https://media.example.org/long/${episodes - index}.mp3`,
      pubDate: new Date(Date.UTC(2024, 0, 1) - index * 7 * 24 * 3_600_000).toUTCString(),
      duration: '01:02:03',
      episode: String(episodes - index),
      description: notes,
    })),
    { title: 'The Long One' },
  );
}

function tag(name: string, value: string | undefined): string {
  return value === undefined ? '' : `<${name}>${asXml(value)}</${name}>`;
}

function asXml(value: string): string {
  return value.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;');
}
