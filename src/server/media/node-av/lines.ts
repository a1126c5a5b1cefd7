import { setImmediate } from 'node:timers/promises';
import { Decoder, type Demuxer, Encoder, FilterAPI, type Muxer } from 'node-av/api';
import {
  AV_NOPTS_VALUE,
  AVERROR_EOF,
  FF_ENCODER_AAC,
  FF_ENCODER_LIBMP3LAME,
  FF_ENCODER_LIBX264,
} from 'node-av/constants';
import { FFmpegError, type Frame, type IRational, type Packet, type Stream } from 'node-av/lib';
import { PLAYABLE } from '../playable.ts';
import { NoAudio } from './open.ts';

/** Pictures per second where a stream does not say. */
const USUAL_RATE = { num: 25, den: 1 };

/** The way of one stream's packets into a file. */
export interface Line {
  index: number;
  take(packet: Packet): void;
  finish(): void;
  isOver(): boolean;
  /** When the latest packet begins, in seconds from the recording's time 0. */
  reached(): number;
  /** How many were written. */
  packets(): number;
}

export interface LineOptions {
  /** For what is encoded. */
  filter: string;
  /** Where the recording's time 0 is on the container's clock, in seconds. */
  zero: number;
  /** How far reading goes, in seconds from the recording's time 0. */
  until: number;
}

/** The stream of the sound that is heard. */
export function soundOf(input: Demuxer, { index }: { index: number }): Stream {
  const stream = input.streams[index];
  if (!stream) throw new NoAudio('no sound stream');
  return stream;
}

/** Sound through its decoder, a filter and an encoder. */
export function encodeSound(
  stream: Stream,
  output: Muxer,
  format: 'mp3' | 'mp4',
  options: LineOptions,
): Line {
  const codec = format === 'mp3' ? FF_ENCODER_LIBMP3LAME : FF_ENCODER_AAC;
  return encode(stream, output, options, (decoder, filter) =>
    Encoder.createSync(codec, { decoder, filter, bitrate: PLAYABLE.audioBitrate }),
  );
}

/** The picture through its decoder, a filter and an encoder. */
export function encodePicture(stream: Stream, output: Muxer, options: LineOptions): Line {
  return encode(stream, output, options, (decoder, filter) =>
    Encoder.createSync(FF_ENCODER_LIBX264, {
      decoder,
      filter,
      options: { preset: PLAYABLE.preset, crf: PLAYABLE.quality },
    }),
  );
}

/** Packets as they are, from the recording's time 0 on. */
export function copy(stream: Stream, output: Muxer, { zero }: Pick<LineOptions, 'zero'>): Line {
  const target = output.addStream(stream);
  const copied = output.getStream(target);
  // Each container has its own name for a codec.
  if (copied) copied.codecpar.codecTag = 0;
  const clock = clockOf(stream, zero);
  const offset = BigInt(Math.round((zero * stream.timeBase.den) / stream.timeBase.num));
  let written = 0;
  return {
    index: stream.index,
    take: (packet) => {
      clock.follow(packet);
      if (packet.pts !== AV_NOPTS_VALUE) packet.pts -= offset;
      if (packet.dts !== AV_NOPTS_VALUE) packet.dts -= offset;
      output.writePacketSync(packet, target);
      written += 1;
    },
    finish: () => output.writePacketSync(null, target),
    isOver: () => false,
    reached: clock.reached,
    packets: () => written,
  };
}

function encode(
  stream: Stream,
  output: Muxer,
  { filter: description, zero, until }: LineOptions,
  createEncoder: (decoder: Decoder, filter: FilterAPI) => Encoder,
): Line {
  // Without broken packets, as players do.
  const decoder = Decoder.createSync(stream, { exitOnError: false });
  const filter = FilterAPI.create(description, { framerate: pictureRate(stream) });
  const encoder = createEncoder(decoder, filter);
  const target = output.addStream(encoder);
  const clock = clockOf(stream, zero);
  let written = 0;
  let isFull = false;

  function write(frame: Frame | null): void {
    for (const packet of encoder.encodeAllSync(frame)) {
      output.writePacketSync(packet, target);
      written += 1;
      packet.free();
    }
    frame?.free();
  }

  function decode(packet: Packet | null): void {
    for (const frame of decoder.decodeAllSync(packet)) {
      if (!isFull) pass(frame);
      frame.free();
    }
  }

  function pass(frame: Frame): void {
    try {
      for (const filtered of filter.processAllSync(frame)) write(filtered);
    } catch (error) {
      // The filter takes nothing after the end of the part.
      if (!(error instanceof FFmpegError && error.code === AVERROR_EOF)) throw error;
      isFull = true;
    }
  }

  return {
    index: stream.index,
    take: (packet) => {
      clock.follow(packet);
      decode(packet);
    },
    finish: () => {
      decode(null);
      if (!filter.isFilterInitialized) return;
      for (const filtered of filter.flushFramesSync()) write(filtered);
      if (!encoder.isEncoderInitialized) return;
      write(null);
      output.writePacketSync(null, target);
    },
    isOver: () => isFull || clock.reached() > until,
    reached: clock.reached,
    packets: () => written,
  };
}

/** What a filter counts pictures by; the filters of sound do not read it. */
function pictureRate({ avgFrameRate, rFrameRate }: Stream): IRational {
  return [avgFrameRate, rFrameRate].find(({ num, den }) => num > 0 && den > 0) ?? USUAL_RATE;
}

function clockOf({ timeBase: { num, den } }: Stream, zero: number) {
  let reached = 0;
  return {
    follow: ({ pts }: Packet) => {
      if (pts !== AV_NOPTS_VALUE) reached = (Number(pts) * num) / den - zero;
    },
    reached: () => reached,
  };
}

const PROGRESS_MS = 250;

/** Takes all packets along their lines until these are over. `onProgress` is told of the recording's time, in seconds. */
export async function takeAll(
  input: Demuxer,
  output: Muxer,
  lines: readonly Line[],
  onProgress: (seconds: number) => void,
): Promise<void> {
  let told = performance.now();
  for (const packet of input.packetsSync()) {
    if (packet === null) break;
    const line = lines.find(({ index }) => index === packet.streamIndex);
    if (line && !line.isOver()) line.take(packet);
    packet.free();
    if (lines.every((each) => each.isOver())) break;
    if (performance.now() - told < PROGRESS_MS) continue;
    told = performance.now();
    // What packets leave behind is only freed between turns of the event loop.
    await setImmediate();
    onProgress(Math.max(0, Math.min(...lines.map((each) => each.reached()))));
  }
  for (const line of lines) line.finish();
  if (lines.some((line) => line.packets() > 0)) output.closeSync();
}
