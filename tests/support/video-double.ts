import { type FileReply, sendFile } from './file-replies.ts';
import { type ArrivedRequest, type Loopback, sendJson, startLoopback } from './loopback.ts';

export interface VideoDouble extends Loopback {
  /** Settings with which the application uses it. */
  env: Record<string, string>;
  /** Publishes a video and returns its link. */
  add(video: SiteVideo): string;
  /** Queues replies for calls of a kind, one per call, in place of the default. */
  fail(path: 'search' | 'player' | 'timedtext', ...statuses: (number | 'silent' | 'nonsense')[]): void;
  /** Forgets all videos, requests and queued replies. */
  reset(): void;
}

export interface SiteVideo {
  id: string;
  title?: string;
  channel?: string;
  seconds?: number;
  views?: string;
  isLive?: boolean;
  /** The player's status instead of OK; if `refusedTo` names clients, only they get it. */
  refusal?: { status: string; reason?: string };
  refusedTo?: readonly string[];
  captions?: readonly SiteCaptions[];
  /** Audio at a plain address; without it, only formats that require the site's script are listed. */
  sound?: FileReply;
}

export interface SiteCaptions {
  language: string;
  automatic?: boolean;
  /** Events in the 'json3' format; a text is sent as it is. */
  events: readonly object[] | string;
}

/**
 * Starts a double of the video site: the calls that youtubei.js 18.1 makes (search, player) and the files they refer to (captions,
 * audio), with only the fields that are read.
 */
export async function startVideoDouble(): Promise<VideoDouble> {
  const videos: SiteVideo[] = [];
  const failures: Record<string, (number | 'silent' | 'nonsense')[]> = {
    search: [],
    player: [],
    timedtext: [],
  };
  const find = (id: string | null | undefined) => videos.find((video) => video.id === id);
  const loopback = await startLoopback(async (request, response) => {
    const { pathname, searchParams } = new URL(request.path, 'http://double.test');
    const kind = pathname.split('/').at(-1) ?? '';
    const failure = failures[kind]?.shift();
    if (failure === 'silent') return;
    if (failure === 'nonsense') return void response.end('<!doctype html><p>Before you continue</p>');
    if (failure) return void response.writeHead(failure).end('{}');
    switch (kind) {
      case 'search':
        return sendJson(response, 200, searchAnswer(videos, request));
      case 'player': {
        const { videoId, context } = request.body as PlayerRequest;
        return sendJson(response, 200, playerAnswer(loopback.url, find(videoId), context.client.clientName));
      }
      case 'timedtext': {
        const track = find(searchParams.get('v'))?.captions?.[Number(searchParams.get('track'))];
        if (!track || searchParams.get('fmt') !== 'json3') return void response.writeHead(404).end();
        const { events } = track;
        return void response.end(typeof events === 'string' ? events : JSON.stringify({ events }));
      }
      default: {
        const sound = find(kind)?.sound;
        if (sound) await sendFile(request, response, sound);
        else response.writeHead(404).end();
      }
    }
  });
  return {
    ...loopback,
    env: { YOUTUBE_BASE_URL: loopback.url, OUTBOUND_ALLOW: new URL(loopback.url).host },
    add: (video) => {
      videos.push(video);
      return `https://www.youtube.com/watch?v=${video.id}`;
    },
    fail: (path, ...statuses) => void failures[path]?.push(...statuses),
    reset: () => {
      for (const list of [videos, loopback.requests, ...Object.values(failures)]) list.length = 0;
    },
  };
}

interface PlayerRequest {
  videoId: string;
  context: { client: { clientName: string } };
}

/** The client name of each call to the player. */
export function askedClients({ requests }: Pick<Loopback, 'requests'>): string[] {
  return requests
    .filter(({ path }) => path.startsWith('/youtubei/v1/player'))
    .map(({ body }) => (body as PlayerRequest).context.client.clientName);
}

function playerAnswer(url: string, video: SiteVideo | undefined, client: string): object {
  if (!video) return { playabilityStatus: { status: 'ERROR', reason: 'Video unavailable' } };
  const { id, title = 'A Video', seconds = 12, refusal, refusedTo, captions = [] } = video;
  const isRefused = refusal !== undefined && (refusedTo === undefined || refusedTo.includes(client));
  return {
    responseContext: {},
    playabilityStatus: isRefused ? { ...refusal } : { status: 'OK', playableInEmbed: true },
    videoDetails: {
      videoId: id,
      title,
      lengthSeconds: String(seconds),
      isLiveContent: false,
      ...(video.isLive ? { isLive: true } : {}),
    },
    ...(isRefused ? {} : { streamingData: streams(url, video) }),
    ...(isRefused || captions.length === 0
      ? {}
      : {
          captions: {
            playerCaptionsTracklistRenderer: {
              captionTracks: captions.map(({ language, automatic }, track) => ({
                baseUrl: `https://www.youtube.com/api/timedtext?v=${id}&track=${track}&lang=${language}`,
                name: { simpleText: language },
                vssId: `${automatic ? 'a' : ''}.${language}`,
                languageCode: language,
                ...(automatic ? { kind: 'asr' } : {}),
                isTranslatable: true,
              })),
            },
          },
        }),
  };
}

function streams(url: string, { id, sound }: SiteVideo): object {
  const plain = sound
    ? { url: `${url}/videoplayback/${id}` }
    : { signatureCipher: 's=abc&url=https%3A%2F%2Fx' };
  const common = { approxDurationMs: '12000', quality: 'tiny', ...plain };
  const audio = { ...common, audioQuality: 'AUDIO_QUALITY_MEDIUM', audioSampleRate: '44100' };
  return {
    expiresInSeconds: '21540',
    formats: [{ ...common, itag: 18, mimeType: 'video/mp4; codecs="avc1, mp4a"', bitrate: 500_000 }],
    adaptiveFormats: [
      { ...common, itag: 137, mimeType: 'video/mp4; codecs="avc1"', bitrate: 4_000_000 },
      { ...audio, itag: 251, mimeType: 'audio/webm; codecs="opus"', bitrate: 140_000 },
      { ...audio, itag: 140, mimeType: 'audio/mp4; codecs="mp4a.40.2"', bitrate: 130_000 },
      { ...audio, itag: 140, mimeType: 'audio/mp4; codecs="mp4a.40.2"', bitrate: 130_500, isDrc: true },
    ],
  };
}

function searchAnswer(videos: readonly SiteVideo[], { body }: ArrivedRequest): object {
  const { query } = body as { query: string };
  const found = videos.filter(({ title = '' }) => title.toLowerCase().includes(query.toLowerCase()));
  const contents = found.map((video, index) =>
    // The site's lists use both forms.
    index % 2 === 0 ? { videoRenderer: videoRenderer(video) } : { lockupViewModel: lockup(video) },
  );
  return {
    responseContext: {},
    estimatedResults: String(found.length),
    contents: {
      twoColumnSearchResultsRenderer: {
        primaryContents: {
          sectionListRenderer: { contents: [{ itemSectionRenderer: { contents } }] },
        },
      },
    },
  };
}

function videoRenderer({ id, title = 'A Video', channel, seconds, views }: SiteVideo): object {
  return {
    videoId: id,
    title: { runs: [{ text: title }] },
    thumbnail: { thumbnails: [thumbnail(id, 360), thumbnail(id, 720)] },
    ...(channel ? { ownerText: { runs: [{ text: channel }] } } : {}),
    ...(seconds ? { lengthText: { simpleText: clock(seconds) } } : {}),
    ...(views ? { viewCountText: { simpleText: views } } : {}),
  };
}

function lockup({ id, title = 'A Video', channel, seconds, views }: SiteVideo): object {
  const row = (...parts: (string | undefined)[]) => {
    const told = parts.filter((content) => content !== undefined);
    return told.length === 0 ? [] : [{ metadataParts: told.map((content) => ({ text: { content } })) }];
  };
  return {
    contentId: id,
    contentType: 'LOCKUP_CONTENT_TYPE_VIDEO',
    contentImage: {
      thumbnailViewModel: {
        image: { sources: [thumbnail(id, 360), thumbnail(id, 720)] },
        overlays: [
          {
            thumbnailOverlayBadgeViewModel: {
              thumbnailBadges: [{ thumbnailBadgeViewModel: { text: seconds ? clock(seconds) : 'LIVE' } }],
            },
          },
        ],
      },
    },
    metadata: {
      lockupMetadataViewModel: {
        title: { content: title },
        metadata: {
          contentMetadataViewModel: { metadataRows: [...row(channel), ...row(views, '2 years ago')] },
        },
      },
    },
    rendererContext: {},
  };
}

function thumbnail(id: string, width: number): object {
  return { url: `https://i.ytimg.com/vi/${id}/${width}.jpg`, width, height: (width * 9) / 16 };
}

function clock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
