import { z } from 'zod';
import { type Caption, captionSegments } from '#domain/captions.ts';
import type { Transcription } from '#speech/engine.ts';
import type { Site } from './innertube.ts';
import type { CaptionTrack } from './player.ts';

/** The parts that we read of a caption file in the format 'json3'. Texts are in events; some events only move the window. */
const CaptionFile = z.object({
  events: z.array(
    z.object({
      tStartMs: z.number().catch(0),
      dDurationMs: z.number().nonnegative().catch(0),
      segs: z
        .array(z.object({ utf8: z.string().catch(''), tOffsetMs: z.number().nonnegative().optional() }))
        .optional()
        .catch(undefined),
    }),
  ),
});

/** The captions to use: in the spoken language, written by people rather than automatic. Undefined if there are none. */
export function chooseTrack(tracks: readonly CaptionTrack[]): CaptionTrack | undefined {
  const automatic = tracks.find(({ isAutomatic }) => isAutomatic);
  const written = tracks.filter(({ isAutomatic }) => !isAutomatic);
  // Automatic captions are in the spoken language; people's may be translations.
  const spoken = automatic && written.find(({ language }) => baseOf(language) === baseOf(automatic.language));
  if (automatic) return spoken ?? automatic;
  return written.find(({ language }) => baseOf(language) === 'en') ?? written[0];
}

function baseOf(language: string): string {
  return language.split('-', 1)[0]?.toLowerCase() ?? '';
}

/**
 * Converts a caption file to a transcription; undefined if it is empty or in an unknown format. Rejects with an AppError if it
 * cannot be fetched.
 */
export async function readCaptions(
  site: Site,
  track: CaptionTrack,
  signal: AbortSignal,
): Promise<Transcription | undefined> {
  const address = new URL(track.address, 'https://www.youtube.com');
  address.searchParams.set('fmt', 'json3');
  const file = CaptionFile.safeParse(parseJson(await site.read(address.href, signal)));
  if (!file.success) return undefined;
  const segments = captionSegments(file.data.events.flatMap(readEvent));
  return segments.length === 0
    ? undefined
    : { speakersBy: null, language: track.language, segments, lowConfidence: false };
}

function readEvent({
  tStartMs,
  dDurationMs,
  segs,
}: z.infer<typeof CaptionFile>['events'][number]): Caption[] {
  const parts = (segs ?? []).map(({ utf8, tOffsetMs }) => ({
    text: utf8,
    offsetMs: tOffsetMs === undefined ? null : Math.round(tOffsetMs),
  }));
  if (parts.every(({ text }) => text.trim() === '')) return [];
  const startMs = Math.max(0, Math.round(tStartMs));
  return [{ startMs, endMs: startMs + Math.round(dDurationMs), parts }];
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
