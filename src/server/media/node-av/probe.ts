import {
  AV_DISPOSITION_ATTACHED_PIC,
  AV_DISPOSITION_COMMENT,
  AV_DISPOSITION_DEFAULT,
  AV_DISPOSITION_VISUAL_IMPAIRED,
  AV_NOPTS_VALUE,
  AVMEDIA_TYPE_AUDIO,
  AVMEDIA_TYPE_VIDEO,
} from 'node-av/constants';
import { avGetCodecName, type FormatContext, type Stream } from 'node-av/lib';
import { MAX_SOUND_TRACKS } from '#contract/limits.ts';
import type { SoundTrackFacts } from '#contract/sound-tracks.ts';
import {
  heardTogether,
  heardTracks,
  isNumbers,
  type Listened,
  type ListenedTrack,
  trackFacts,
  trackLanguage,
  trackTitle,
} from '../heard-tracks.ts';
import { holdsSound } from '../mix-down.ts';
import { followPackets, type PacketFacts } from '../sound-clock.ts';
import { readTag } from '../tag-text.ts';
import { MAX_TAG_LENGTH, type MediaInfo, type SoundTrack, type WantedSound } from '../tool.ts';
import { framesOf, packetsOf } from './frames.ts';
import { openRecording } from './open.ts';
import { createResampler } from './resample.ts';

/** Reads what a recording contains, all but the header of a WAV. Throws if it cannot be opened. */
export function probe(path: string, wanted: WantedSound): Omit<MediaInfo, 'hasTrueSizes'> {
  const context = openRecording(path);
  const { duration } = context;
  const sounds = streamsOf(context, AVMEDIA_TYPE_AUDIO);
  const { tracks, numbers } = chooseSound(path, sounds, wanted);
  const sound = readSound(path, sounds, numbers);
  const heard = sounds.find(({ index }) => index === sound?.index);
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
    sound,
    tracks,
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

/** The numbers of the tracks that are heard, and what is told of those that were listened to. */
function chooseSound(
  path: string,
  sounds: readonly Stream[],
  wanted: WantedSound,
): { tracks: SoundTrackFacts[]; numbers: number[] } {
  if (isNumbers(wanted)) {
    const numbers = wanted.filter((number) => sounds[number - 1]);
    if (numbers.length > 0) return { tracks: [], numbers };
    return chooseSound(path, sounds, null);
  }
  const listened = sounds.slice(0, MAX_SOUND_TRACKS).map(
    ({ index, metadata, disposition }, at): ListenedTrack => ({
      number: at + 1,
      language: trackLanguage(metadata?.get('language')),
      isDefault: (disposition & AV_DISPOSITION_DEFAULT) !== 0,
      isAside: (disposition & (AV_DISPOSITION_COMMENT | AV_DISPOSITION_VISUAL_IMPAIRED)) !== 0,
      // A single track is heard, whatever it holds.
      heard: sounds.length === 1 ? 'sound' : listen(path, index),
    }),
  );
  const tracks = listened.map((track) => {
    const stream = sounds[track.number - 1];
    return trackFacts(track, {
      title: trackTitle(stream?.metadata?.get('title')),
      channels: stream?.codecpar.channels ?? 1,
    });
  });
  return { tracks, numbers: heardTracks(listened, wanted) };
}

/** What is heard, of these tracks. */
function readSound(path: string, sounds: readonly Stream[], numbers: readonly number[]): SoundTrack | null {
  const tracks = numbers.flatMap((number) => {
    const stream = sounds[number - 1];
    if (!stream) return [];
    const { index, codecpar } = stream;
    // Reading goes through the file once.
    return [{ index, number, channels: codecpar.channels, ...readPackets(openRecording(path), stream) }];
  });
  const [first, ...others] = tracks;
  return first ? heardTogether([first, ...others], sounds.length) : null;
}

/** Decodes a sound track until something is heard in it. */
function listen(path: string, index: number): Listened {
  let heard: Listened = 'nothing';
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
