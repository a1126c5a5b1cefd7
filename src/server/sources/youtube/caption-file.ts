import { z } from 'zod';
import { type Caption, captionSegments } from '#domain/captions.ts';
import type { Transcription } from '#speech/engine.ts';
import type { Site } from './innertube.ts';
import type { CaptionTrack } from './player.ts';

/** The form 'json3' of a caption file, as far as we read it. Texts are in events; some events only move the window. */
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

/** The captions to take: in the language that is spoken, by people before by a machine. Undefined where there are none. */
export function chooseTrack(tracks: readonly CaptionTrack[]): CaptionTrack | undefined {
  const automatic = tracks.find(({ isAutomatic }) => isAutomatic);
  const written = tracks.filter(({ isAutomatic }) => !isAutomatic);
  // A machine writes down what is spoken; people may have translated it.
  const spoken = automatic && written.find(({ language }) => baseOf(language) === baseOf(automatic.language));
  if (automatic) return spoken ?? automatic;
  return written.find(({ language }) => baseOf(language) === 'en') ?? written[0];
}

function baseOf(language: string): string {
  return language.split('-', 1)[0]?.toLowerCase() ?? '';
}

/** A caption file as a transcription; undefined where it is empty or in no form that we read. Rejects with an AppError when it cannot be had. */
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
  return segments.length === 0 ? undefined : { language: track.language, segments, lowConfidence: false };
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
