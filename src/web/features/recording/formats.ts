import { mediaTypeOf } from '#contract/media-types.ts';
import { formatDateTime } from '#web/lib/format.ts';

/** MP4 first. The codec inside differs between browsers, so the server goes by content. */
const PREFERRED = [
  'audio/mp4;codecs=opus',
  'audio/mp4',
  'audio/webm;codecs=opus',
  'audio/webm',
  'audio/ogg;codecs=opus',
  'audio/ogg',
] as const;

/** The first type that the browser can record; undefined leaves the choice to the browser. */
export function chooseType(isSupported: (type: string) => boolean): string | undefined {
  return PREFERRED.find(isSupported);
}

/** 'recording-2026-11-21T17-45-00.webm': the name by which the server and the player recognize recordings, whatever the format. */
export function sentName(startedAt: number): string {
  return `recording-${stampOf(startedAt)}.webm`;
}

/** The name of a downloaded copy, with the extension of its actual format, so that other programs can open it. */
export function savedName(startedAt: number, mimeType: string): string {
  return `recording-${stampOf(startedAt)}.${endingOf(mimeType)}`;
}

/** 'Recording, Nov 21, 2026, 5:45 PM', in the reader's language. */
export function liveRecordingTitle(startedAt: number): string {
  return `Recording, ${formatDateTime(new Date(startedAt).toISOString())}`;
}

function stampOf(startedAt: number): string {
  return new Date(startedAt).toISOString().slice(0, 19).replaceAll(':', '-');
}

function endingOf(mimeType: string): string {
  const type = mediaTypeOf(mimeType);
  if (type === 'audio/mp4') return 'm4a';
  return type === 'audio/ogg' ? 'ogg' : 'webm';
}
