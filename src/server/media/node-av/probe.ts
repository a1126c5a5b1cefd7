import {
  AV_DISPOSITION_ATTACHED_PIC,
  AV_DISPOSITION_DEFAULT,
  AV_NOPTS_VALUE,
  AVMEDIA_TYPE_AUDIO,
  AVMEDIA_TYPE_VIDEO,
} from 'node-av/constants';
import { avGetCodecName, type FormatContext, type Stream } from 'node-av/lib';
import { holdsSound } from '../mix-down.ts';
import { followPackets, type PacketFacts } from '../sound-clock.ts';
import { readTag } from '../tag-text.ts';
import { MAX_TAG_LENGTH, MAX_TRACKS, type MediaInfo } from '../tool.ts';
import { framesOf, packetsOf } from './frames.ts';
import { openRecording } from './open.ts';
import { createResampler } from './resample.ts';

/** Reads what a recording contains, all but the header of a WAV. Throws if it cannot be opened. */
export function probe(path: string): Omit<MediaInfo, 'hasTrueSizes'> {
  const context = openRecording(path);
  const { duration } = context;
  const sounds = streamsOf(context, AVMEDIA_TYPE_AUDIO);
  const heard = chooseSound(path, sounds);
  const picture = streamsOf(context, AVMEDIA_TYPE_VIDEO).find(
    ({ disposition }) => !(disposition & AV_DISPOSITION_ATTACHED_PIC),
  );
  return {
    formatName: context.iformat?.name ?? '',
    majorBrand: context.metadata?.get('major_brand') ?? null,
    // Ogg has its tags in the stream.
    title: readTag(
      (context.metadata?.get('title') || sounds[0]?.metadata?.get('title'))?.slice(0, MAX_TAG_LENGTH),
    ),
    durationMs: duration === AV_NOPTS_VALUE || duration <= 0n ? null : inMs(duration),
    audioCodec: heard ? codecOf(heard) : null,
    videoCodec: picture ? codecOf(picture) : null,
    sound: heard
      ? {
          index: heard.index,
          number: sounds.findIndex(({ index }) => index === heard.index) + 1,
          of: sounds.length,
          channels: heard.codecpar.channels,
          ...readPackets(context, heard),
        }
      : null,
  };
}

const codecOf = ({ codecpar }: Stream) => avGetCodecName(codecpar.codecId);

function streamsOf({ streams }: FormatContext, type: typeof AVMEDIA_TYPE_AUDIO | typeof AVMEDIA_TYPE_VIDEO) {
  return (streams ?? []).filter(({ codecpar }) => codecpar.codecType === type);
}

/** Microseconds in milliseconds. A stranger's header can say more than a number can hold exactly. */
function inMs(duration: bigint): number {
  return Math.min(Number(duration / 1000n), Number.MAX_SAFE_INTEGER);
}

/** The sound track that is heard; see `SoundTrack`. */
function chooseSound(path: string, sounds: readonly Stream[]): Stream | undefined {
  const isDefault = ({ disposition }: Stream) => ((disposition & AV_DISPOSITION_DEFAULT) === 0 ? 0 : 1);
  const [first, ...others] = sounds.toSorted((a, b) => isDefault(b) - isDefault(a));
  if (!first || others.length === 0) return first;
  let silent: Stream | undefined;
  for (const each of [first, ...others].slice(0, MAX_TRACKS)) {
    const heard = listen(path, each.index);
    if (heard === 'sound') return each;
    if (heard === 'silence') silent ??= each;
  }
  return silent ?? first;
}

/** Decodes a sound track until something is heard in it. */
function listen(path: string, index: number): 'sound' | 'silence' | 'nothing' {
  let heard: 'silence' | 'nothing' = 'nothing';
  const resampler = createResampler(2);
  try {
    for (const frame of framesOf(openRecording(path), index)) {
      heard = 'silence';
      if (holdsSound(resampler.add(frame))) return 'sound';
    }
  } catch {
    // No decoder knows it.
  }
  return heard;
}

/** Reads the time stamps and sizes of a sound track's packets. */
function readPackets(context: FormatContext, stream: Stream): PacketFacts {
  const { startTime } = context;
  const { num, den } = stream.timeBase;
  const seconds = (stamp: bigint) => (Number(stamp) * num) / den;
  const packets = followPackets({
    formatName: context.iformat?.name ?? '',
    codec: codecOf(stream) ?? '',
    start: startTime === AV_NOPTS_VALUE ? 0 : Number(startTime) / 1e6,
  });
  for (const { pts, duration, size } of packetsOf(context, stream.index))
    packets.add(pts === AV_NOPTS_VALUE ? null : seconds(pts), seconds(duration), size);
  return packets.read();
}
