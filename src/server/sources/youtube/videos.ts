import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import type { FoundVideo } from '#contract/youtube.ts';
import { videoUrl } from '#domain/video-links.ts';
import type { Transcription } from '#speech/engine.ts';
import { AppError } from '../../app-error.ts';
import type { Outbound } from '../../outbound/outbound.ts';
import { type Downloaded, type DownloadOptions, download } from '../download.ts';
import { chooseTrack, readCaptions } from './caption-file.ts';
import { createSite, type Site } from './innertube.ts';
import { askPlayer, CLIENTS, type PlainFormat, type PlayerAnswer } from './player.ts';
import { searchSite } from './search.ts';
import { downloadByYtDlp } from './yt-dlp.ts';

/** YouTube's videos. */
export interface Videos {
  /** Best match first. Rejects with an AppError 'video_search_failed' or 'video_rate_limited'. */
  search(query: string, limit: number): Promise<FoundVideo[]>;
  /** Rejects with an AppError whose code begins with 'video_'. */
  open(id: string): Promise<Video>;
}

export interface Video {
  /** '' and null if YouTube does not say. */
  title: string;
  durationMs: number | null;
  /** Undefined if there are none to be had. */
  captions(signal: AbortSignal): Promise<Transcription | undefined>;
  /** Its audio, or the video with audio. Rejects with an AppError. */
  downloadSound(folder: string, options: DownloadOptions): Promise<Downloaded>;
}

const SEARCHES_KEPT = { ttl: 5 * 60_000, max: 200 };
/** The media servers throttle larger requests. */
const PIECE_BYTES = 10_000_000;

export interface VideosOptions {
  outbound: Outbound;
  /** Replaces YouTube's own addresses. */
  baseUrl: string | undefined;
  /** A yt-dlp program, for audio that cannot be downloaded otherwise. */
  ytDlpPath: string | undefined;
}

export function createVideos({ outbound, baseUrl, ytDlpPath }: VideosOptions): Videos {
  const site = createSite(outbound, baseUrl);
  const searches = new LRUCache<string, FoundVideo[]>(SEARCHES_KEPT);
  return {
    search: async (query, limit) => {
      const known = searches.get(query) ?? (await searchSite(site, query));
      searches.set(query, known);
      return known.slice(0, limit);
    },
    open: (id) => openVideo({ site, outbound, ytDlpPath, id, asked: new Map() }),
  };
}

interface VideoParts {
  site: Site;
  outbound: Outbound;
  ytDlpPath: string | undefined;
  id: string;
  /** The player's responses so far, by client. */
  asked: Map<string, Promise<PlayerAnswer>>;
}

async function openVideo(parts: VideoParts): Promise<Video> {
  const first = await firstAnswer(parts);
  return {
    title: first?.title ?? '',
    durationMs: first?.durationMs ?? null,
    captions: (signal) => findCaptions(parts, signal),
    downloadSound: (folder, options) => findSound(parts, folder, options),
  };
}

/** Undefined if the player refuses us, and yt-dlp should try. */
async function firstAnswer(parts: VideoParts): Promise<PlayerAnswer | undefined> {
  let refusal: unknown;
  for await (const answer of answers(parts, (error) => {
    refusal = error;
  })) {
    return answer;
  }
  const isOurs =
    refusal instanceof AppError && ['video_bot_check', 'video_download_failed'].includes(refusal.code);
  if (isOurs && parts.ytDlpPath !== undefined) return undefined;
  throw refusal;
}

/** The player's responses to one client after the other; each is queried once. */
async function* answers(
  { site, id, asked }: VideoParts,
  onRefusal: (error: unknown) => void = () => undefined,
): AsyncGenerator<PlayerAnswer> {
  for (const client of CLIENTS) {
    const asking = asked.get(client) ?? askPlayer(site, id, client);
    asked.set(client, asking);
    try {
      yield await asking;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      onRefusal(error);
      // Trying another client would change nothing, or make it worse.
      if (error.code === 'video_rate_limited' || error.code === 'video_live') return;
    }
  }
}

async function findCaptions(parts: VideoParts, signal: AbortSignal): Promise<Transcription | undefined> {
  for await (const { tracks } of answers(parts)) {
    const track = chooseTrack(tracks);
    // Captions that one client can read may be empty for another.
    const captions = track && (await readCaptions(parts.site, track, signal));
    if (captions) return captions;
  }
  return undefined;
}

async function findSound(parts: VideoParts, folder: string, options: DownloadOptions): Promise<Downloaded> {
  let failure: unknown = new AppError('video_download_failed', { cause: 'no plain address of its sound' });
  for await (const { formats } of answers(parts)) {
    const [format] = formats;
    if (!format) continue;
    try {
      return await downloadFormat(parts, format, folder, options);
    } catch (error) {
      options.signal.throwIfAborted();
      if (!(error instanceof AppError) || error.code === 'source_too_large') throw error;
      failure = asVideoFailure(error);
    }
  }
  if (parts.ytDlpPath === undefined) throw failure;
  return downloadByYtDlp(parts.ytDlpPath, { address: videoUrl(parts.id), folder }, options);
}

function downloadFormat(
  { outbound, id }: VideoParts,
  { itag, url, contentLength }: PlainFormat,
  folder: string,
  options: DownloadOptions,
): Promise<Downloaded> {
  const source = { address: url, folder: join(folder, String(itag)), pieceBytes: PIECE_BYTES };
  // Each response has new addresses; the file behind them is the same as long as its length is.
  const unchanging = contentLength === undefined ? {} : { unchanging: `${id}/${itag}/${contentLength}` };
  return download(outbound, { ...source, ...unchanging }, options);
}

/** Maps errors about podcasts to those about videos. */
function asVideoFailure(error: AppError): AppError {
  return new AppError(error.code === 'source_timeout' ? 'video_timeout' : 'video_download_failed', {
    cause: error,
  });
}
