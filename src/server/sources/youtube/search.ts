import type { YTNodes } from 'youtubei.js';
import type { FoundVideo } from '#contract/youtube.ts';
import { videoUrl } from '#domain/video-links.ts';
import { AppError } from '../../app-error.ts';
import type { Site } from './innertube.ts';

const UNKNOWN = 'Unknown';
/** Wide enough for a list. */
const THUMBNAIL_WIDTH = 320;

/** YouTube's videos for a query, best match first. Rejects with an AppError 'video_search_failed' or 'video_rate_limited'. */
export async function searchSite(site: Site, query: string): Promise<FoundVideo[]> {
  try {
    const [{ YTNodes: nodes }, youtube] = await Promise.all([import('youtubei.js'), site.open()]);
    const { results, videos } = await youtube.search(query, { type: 'video' });
    // `results` has the order of the page; `videos`, sorted by type, also has those within shelves.
    const found = [...results, ...videos].flatMap((video) => {
      if (video.is(nodes.Video)) return [presentVideo(video)];
      return video.is(nodes.LockupView) ? [presentLockup(video, nodes)] : [];
    });
    return [...new Map(found.map((video) => [video.id, video])).values()];
  } catch (cause) {
    if (cause instanceof AppError && cause.code === 'video_rate_limited') throw cause;
    throw new AppError('video_search_failed', { cause });
  }
}

function presentVideo(video: YTNodes.Video): FoundVideo {
  return present(video.video_id, {
    title: video.title.toString(),
    thumbnails: video.thumbnails,
    channelTitle: video.author.name,
    duration: video.length_text?.toString(),
    viewCount: video.view_count?.toString() || video.short_view_count?.toString(),
  });
}

/** The newer format of YouTube's lists: unnamed rows of text. The first row is the channel, the second views and age; what is missing leaves no gap. */
function presentLockup(video: YTNodes.LockupView, nodes: typeof YTNodes): FoundVideo {
  const rows = video.metadata?.metadata?.metadata_rows.map((row) =>
    (row.metadata_parts ?? []).map(({ text }) => text?.toString() ?? ''),
  );
  const image = video.content_image?.is(nodes.ThumbnailView) ? video.content_image : undefined;
  const badges = image?.overlays.flatMap((overlay) => {
    if (overlay.is(nodes.ThumbnailOverlayBadgeView) || overlay.is(nodes.ThumbnailBottomOverlayView)) {
      return [...overlay.badges].flatMap((badge) => (badge.is(nodes.ThumbnailBadgeView) ? badge.text : []));
    }
    return [];
  });
  return present(video.content_id, {
    title: video.metadata?.title.toString(),
    thumbnails: image?.image ?? [],
    channelTitle: rows?.[0]?.find((text) => !isViews(text) && !isAge(text)),
    duration: badges?.find((text) => /^\d+(:\d\d)+$/.test(text)),
    viewCount: rows?.flat().find(isViews),
  });
}

/** '1.2M views', 'No views', '230 watching': the site is asked in English. */
function isViews(text: string): boolean {
  return /\b(views?|watching)$/i.test(text);
}

/** '2 years ago', 'Streamed 3 days ago'. */
function isAge(text: string): boolean {
  return /\bago$/i.test(text);
}

interface Shown {
  title: string | undefined;
  thumbnails: readonly { url: string; width: number }[];
  channelTitle: string | undefined;
  duration: string | undefined;
  viewCount: string | undefined;
}

function present(id: string, { title, thumbnails, channelTitle, duration, viewCount }: Shown): FoundVideo {
  const smallestFirst = [...thumbnails].sort((a, b) => a.width - b.width);
  const thumbnail = smallestFirst.find(({ width }) => width >= THUMBNAIL_WIDTH) ?? smallestFirst.at(-1);
  return {
    id,
    title: known(title),
    url: videoUrl(id),
    thumbnail: thumbnail?.url.replace(/^\/\//, 'https://') ?? `https://i.ytimg.com/vi/${id}/mqdefault.jpg`,
    channelTitle: known(channelTitle),
    duration: known(duration),
    viewCount: known(viewCount),
  };
}

/** The library writes 'N/A' for a text that the site does not send. */
function known(text: string | undefined): string {
  return text && text !== 'N/A' ? text : UNKNOWN;
}
