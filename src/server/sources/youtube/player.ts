import { z } from 'zod';
import type { ErrorCode } from '#contract/errors.ts';
import { AppError } from '../../app-error.ts';
import type { Site } from './innertube.ts';

/** The parts that we read of the player's response; the rest changes often. */
const PlayerAnswer = z.object({
  playabilityStatus: z.object({ status: z.string(), reason: z.string().catch('') }),
  videoDetails: z
    .object({
      title: z.string().catch(''),
      lengthSeconds: z.coerce.number().nonnegative().catch(0),
      isLive: z.boolean().catch(false),
      isUpcoming: z.boolean().catch(false),
    })
    .optional(),
  captions: z
    .object({
      playerCaptionsTracklistRenderer: z
        .object({
          captionTracks: z
            .array(z.object({ baseUrl: z.string(), languageCode: z.string(), kind: z.string().optional() }))
            .catch([]),
        })
        .optional(),
    })
    .optional()
    .catch(undefined),
  streamingData: z
    .object({
      formats: z.array(z.unknown()).catch([]),
      adaptiveFormats: z.array(z.unknown()).catch([]),
    })
    .optional()
    .catch(undefined),
});

/** An audio format (or video with audio) whose address can be used directly; others need YouTube's own script. */
const PlainFormat = z.object({
  itag: z.number(),
  url: z.string().min(1),
  mimeType: z.string(),
  bitrate: z.number().catch(0),
  contentLength: z.coerce.number().optional().catch(undefined),
  audioQuality: z.string().optional(),
  isDrc: z.boolean().catch(false),
  audioTrack: z.object({ audioIsDefault: z.boolean().catch(false) }).optional(),
});
export type PlainFormat = z.infer<typeof PlainFormat>;

export interface CaptionTrack {
  address: string;
  /** BCP 47. */
  language: string;
  /** Recognized automatically, not written by people. */
  isAutomatic: boolean;
}

export interface PlayerAnswer {
  title: string;
  durationMs: number | null;
  tracks: CaptionTrack[];
  /** Best for our purpose first. */
  formats: PlainFormat[];
}

/**
 * The YouTube clients to try in order: those known to give plain addresses first. Which of them work changes; a refusal of one
 * says nothing about the next.
 */
export const CLIENTS = ['ANDROID_VR', 'VISIONOS', 'IOS', 'WEB'] as const;
export type Client = (typeof CLIENTS)[number];

/** Queries the player about a video. Rejects with an AppError whose code begins with 'video_'. */
export async function askPlayer(site: Site, videoId: string, client: Client): Promise<PlayerAnswer> {
  const youtube = await site.open();
  const asked = { videoId, racyCheckOk: true, contentCheckOk: true, client };
  const { data } = await youtube.actions.execute('/player', asked).catch((cause: unknown) => {
    throw cause instanceof AppError ? cause : new AppError('video_download_failed', { cause });
  });
  const parsed = PlayerAnswer.safeParse(data);
  if (!parsed.success) throw new AppError('video_download_failed', { cause: parsed.error });
  const { playabilityStatus, videoDetails, captions, streamingData } = parsed.data;
  if (videoDetails?.isLive || videoDetails?.isUpcoming) throw new AppError('video_live');
  const code = refusalOf(playabilityStatus);
  if (code) throw new AppError(code, { cause: `${playabilityStatus.status}: ${playabilityStatus.reason}` });
  const seconds = videoDetails?.lengthSeconds ?? 0;
  const tracks = captions?.playerCaptionsTracklistRenderer?.captionTracks ?? [];
  return {
    title: videoDetails?.title ?? '',
    durationMs: seconds > 0 ? Math.round(seconds * 1000) : null,
    tracks: tracks.map(({ baseUrl, languageCode, kind }) => ({
      address: baseUrl,
      language: languageCode,
      isAutomatic: kind === 'asr',
    })),
    formats: plainFormats([...(streamingData?.adaptiveFormats ?? []), ...(streamingData?.formats ?? [])]),
  };
}

/** Why a video is unavailable; undefined if it is available. Matched by YouTube's English messages, because it gives no codes. */
function refusalOf({ status, reason }: { status: string; reason: string }): ErrorCode | undefined {
  if (status === 'OK') return undefined;
  if (status.startsWith('LIVE_STREAM')) return 'video_live';
  if (status.startsWith('AGE_') || /\bage\b|inappropriate|mature/i.test(reason))
    return 'video_age_restricted';
  if (/\bbot\b|unusual traffic/i.test(reason)) return 'video_bot_check';
  if (/live (event|stream)|premieres? (in|on)|will begin/i.test(reason)) return 'video_live';
  if (/private|unavailable|removed|not available|terminated|members|deleted|blocked/i.test(reason)) {
    return 'video_unavailable';
  }
  return status === 'LOGIN_REQUIRED' ? 'video_bot_check' : 'video_unavailable';
}

/** Audio only before video with audio, the original language before others, MP4 before others, then the better quality. */
function plainFormats(formats: readonly unknown[]): PlainFormat[] {
  const plain = formats.flatMap((format) => {
    const parsed = PlainFormat.safeParse(format);
    const hasSound = parsed.success && (parsed.data.audioQuality !== undefined || isSound(parsed.data));
    return parsed.success && hasSound && URL.canParse(parsed.data.url) ? [parsed.data] : [];
  });
  const rank = (format: PlainFormat) => [
    isSound(format) ? 0 : 1,
    format.audioTrack && !format.audioTrack.audioIsDefault ? 1 : 0,
    format.isDrc ? 1 : 0,
    format.mimeType.includes('/mp4') ? 0 : 1,
    -format.bitrate,
  ];
  return plain.sort((a, b) => {
    const [ranks, others] = [rank(a), rank(b)];
    const index = ranks.findIndex((value, at) => value !== others[at]);
    return index < 0 ? 0 : (ranks[index] ?? 0) - (others[index] ?? 0);
  });
}

function isSound({ mimeType }: PlainFormat): boolean {
  return mimeType.startsWith('audio/');
}
