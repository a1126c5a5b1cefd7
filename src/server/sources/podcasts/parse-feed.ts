import { type AtomFeed, parseFeed as parse, type RdfFeed, type RssFeed } from 'feedsmith';
import { MAX_TITLE_LENGTH } from '#contract/limits.ts';
import type { Episode } from '#contract/podcasts.ts';
import { chooseFile, type LinkedFile } from './choose-file.ts';
import { type FoundEpisode, withIds } from './episode-ids.ts';
import type { Feed } from './feed.ts';
import { readFeedDate } from './feed-date.ts';
import { withKnownForms } from './known-forms.ts';
import { MAX_DESCRIPTION, plainText, plainTitle } from './plain-text.ts';

type RssItem = RssFeed.Item<string>;
type AtomEntry = AtomFeed.Entry<string>;
type RdfItem = RdfFeed.Item<string>;
type Media = NonNullable<RssItem['media']>;

/** Tags, including unescaped ones in descriptions: a feed of 2,000 long episodes has a tenth of it. */
const MAX_TAGS = 800_000;
const MAX_DURATION_SECONDS = 7 * 24 * 3600;

/** Parses RSS (2.0, 1.0) or Atom. `address` is the feed's, for resolving relative addresses. Throws if it is not such a feed. */
export function parseFeed(text: string, address: string): Feed {
  if (hasMoreTags(text, MAX_TAGS)) throw new Error(`more than ${MAX_TAGS} tags`);
  const { format, feed } = parse(withKnownForms(text));
  if (format === 'rss') {
    return finish({
      title: plainTitle(feed.title ?? '', MAX_TITLE_LENGTH),
      description: plainText(feed.description ?? feed.itunes?.summary ?? '', MAX_DESCRIPTION),
      found: (feed.items ?? []).flatMap((item) => readItem(item as RssItem, address)),
    });
  }
  if (format === 'atom') {
    return finish({
      title: plainTitle(feed.title?.value ?? '', MAX_TITLE_LENGTH),
      description: plainText(feed.subtitle?.value ?? '', MAX_DESCRIPTION),
      found: (feed.entries ?? []).flatMap((entry) => readEntry(entry as AtomEntry, address)),
    });
  }
  if (format === 'rdf') {
    return finish({
      title: plainTitle(feed.title ?? '', MAX_TITLE_LENGTH),
      description: plainText(feed.description ?? '', MAX_DESCRIPTION),
      found: (feed.items ?? []).flatMap((item) => readRdfItem(item as RdfItem, address)),
    });
  }
  throw new Error(`a feed of the format ${format}`);
}

/** Before a tree is built, in linear time. */
function hasMoreTags(text: string, most: number): boolean {
  let count = 0;
  for (let at = text.indexOf('<'); at >= 0 && count <= most; at = text.indexOf('<', at + 1)) count += 1;
  return count > most;
}

function readItem(item: RssItem, address: string): FoundEpisode[] {
  return makeEpisode({
    guid: item.guid?.value,
    title: item.itunes?.title ?? item.title,
    description: item.description ?? item.itunes?.summary ?? item.content?.encoded,
    files: item.enclosures?.map(({ url, type }) => ({ address: url, type })),
    media: item.media,
    date: item.pubDate ?? item.dc?.dates?.[0],
    itunes: item.itunes,
    base: address,
  });
}

/** An item of RSS 1.0, whose enclosures stand here as Media RSS (`known-forms.ts`). */
function readRdfItem(item: RdfItem, address: string): FoundEpisode[] {
  return makeEpisode({
    guid: item.rdf?.about ?? item.link,
    title: item.title,
    description: item.description ?? item.content?.encoded,
    files: undefined,
    media: item.media,
    date: item.dc?.dates?.[0] ?? item.dcterms?.dates?.[0],
    itunes: undefined,
    base: address,
  });
}

function readEntry(entry: AtomEntry, address: string): FoundEpisode[] {
  return makeEpisode({
    guid: entry.id,
    title: entry.itunes?.title ?? entry.title?.value,
    description: entry.summary?.value ?? entry.content?.value,
    files: [
      ...(entry.links ?? [])
        .filter(({ rel }) => rel === 'enclosure')
        .map(({ href, type }) => ({ address: href, type })),
      ...(entry.content?.src === undefined ? [] : [{ address: entry.content.src, type: entry.content.type }]),
    ],
    media: entry.media,
    date: entry.published ?? entry.updated,
    itunes: entry.itunes,
    base: address,
  });
}

interface RawEpisode {
  guid: unknown;
  title: unknown;
  description: unknown;
  files: readonly LinkedFile[] | undefined;
  media: Media | undefined;
  date: unknown;
  itunes: { duration?: number; episode?: number } | undefined;
  base: string;
}

function makeEpisode({
  guid,
  title,
  description,
  files = [],
  media,
  date,
  itunes,
  base,
}: RawEpisode): FoundEpisode[] {
  const contents = [
    ...(media?.contents ?? []),
    ...(media?.groups ?? []).flatMap((group) => group.contents ?? []),
  ];
  const audioUrl = chooseFile(files, base) ?? chooseFile(contents.map(asFile), base);
  if (!audioUrl) return [];
  const { duration = contents.find((content) => isSensible(content.duration))?.duration, episode } =
    itunes ?? {};
  return [
    {
      guid: textOf(guid) || audioUrl,
      title: plainTitle(textOf(title), MAX_TITLE_LENGTH) || 'Untitled episode',
      description: plainText(textOf(description), MAX_DESCRIPTION),
      audioUrl,
      publishDate: readFeedDate(textOf(date)),
      duration: isSensible(duration) && duration > 0 && duration < MAX_DURATION_SECONDS ? duration : null,
      ...(isSensible(episode) && Number.isInteger(episode) ? { episodeNumber: episode } : {}),
    },
  ];
}

/** Media RSS says 'audio' or 'image' where it gives no type. */
function asFile({ url, type, medium }: NonNullable<Media['contents']>[number]): LinkedFile {
  return { address: url, type: type ?? (medium && `${medium}/`) };
}

/** Gives the episodes their ids, and puts the newest first; those without a date come last, in the feed's order. */
function finish({ found, ...facts }: Omit<Feed, 'episodes'> & { found: readonly FoundEpisode[] }): Feed {
  const timeOf = ({ publishDate }: Episode) => (publishDate === null ? 0 : Date.parse(publishDate));
  return { ...facts, episodes: withIds(found).sort((a, b) => timeOf(b) - timeOf(a)) };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function isSensible(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}
