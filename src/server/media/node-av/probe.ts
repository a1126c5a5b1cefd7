import {
  AV_DISPOSITION_ATTACHED_PIC,
  AV_NOPTS_VALUE,
  AVMEDIA_TYPE_AUDIO,
  AVMEDIA_TYPE_VIDEO,
  type AVMediaType,
} from 'node-av/constants';
import { avGetCodecName, type FormatContext } from 'node-av/lib';
import { MAX_TAG_LENGTH, type MediaInfo } from '../tool.ts';
import { openRecording } from './open.ts';

/** Reads the format, streams and duration of a recording. Throws if it cannot be opened. */
export function probe(path: string): MediaInfo {
  const context = openRecording(path);
  const { duration } = context;
  return {
    formatName: context.iformat?.name ?? '',
    majorBrand: context.metadata?.get('major_brand') ?? null,
    title: (context.metadata?.get('title') || titleOfSound(context))?.slice(0, MAX_TAG_LENGTH) ?? null,
    durationMs: duration === AV_NOPTS_VALUE || duration <= 0n ? null : inMs(duration),
    audioCodec: codecOf(context, AVMEDIA_TYPE_AUDIO),
    videoCodec: codecOf(context, AVMEDIA_TYPE_VIDEO),
  };
}

/** Microseconds in milliseconds. A stranger's header can say more than a number can hold exactly. */
function inMs(duration: bigint): number {
  return Math.min(Number(duration / 1000n), Number.MAX_SAFE_INTEGER);
}

/** Ogg has its tags in the stream. */
function titleOfSound({ streams }: FormatContext): string | null {
  const sound = streams?.find(({ codecpar }) => codecpar.codecType === AVMEDIA_TYPE_AUDIO);
  return sound?.metadata?.get('title') || null;
}

/** The codec of the first stream of a type; cover art does not count as a video stream. */
function codecOf(context: FormatContext, type: AVMediaType): string | null {
  const stream = context.streams?.find(
    ({ codecpar, disposition }) =>
      codecpar.codecType === type && !(disposition & AV_DISPOSITION_ATTACHED_PIC),
  );
  return stream ? avGetCodecName(stream.codecpar.codecId) : null;
}
