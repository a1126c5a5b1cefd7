import { setImmediate } from 'node:timers/promises';
import { Decoder, type Demuxer, Encoder, type Muxer } from 'node-av/api';
import { AV_NOPTS_VALUE, FF_ENCODER_AAC, FF_ENCODER_LIBMP3LAME, FF_ENCODER_LIBX264 } from 'node-av/constants';
import type { Frame, Packet, Stream } from 'node-av/lib';
import { tracksIn } from '../heard-tracks.ts';
import { PLAYABLE } from '../playable.ts';
import type { SoundTrack } from '../tool.ts';
import { createFilter, createMix, type Filter } from './filters.ts';
import { NoAudio } from './open.ts';

/** The way of the packets of a stream, or of several that are mixed, into a file. */
export interface Line {
  /** The streams whose packets it takes. */
  indexes: readonly number[];
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

/** The streams of the sound that is heard. */
export function soundsOf(input: Demuxer, sound: SoundTrack): readonly [Stream, ...Stream[]] {
  const [first, ...others] = tracksIn(sound).flatMap(({ index }) => input.streams[index] ?? []);
  if (!first) throw new NoAudio('no sound stream');
  return [first, ...others];
}

/** Sound through its decoder, a filter and an encoder; several streams are mixed. */
export function encodeSound(
  streams: readonly [Stream, ...Stream[]],
  output: Muxer,
  format: 'mp3' | 'mp4',
  options: LineOptions,
): Line {
  const codec = format === 'mp3' ? FF_ENCODER_LIBMP3LAME : FF_ENCODER_AAC;
  const bitrate = PLAYABLE.audioBitrate;
  if (streams.length > 1)
    return encode(streams, output, { ...options, filter: createMix(streams, options.filter) }, () =>
      Encoder.createSync(codec, { bitrate, autoResample: true }),
    );
  const filter = createFilter(streams[0], options.filter);
  return encode([streams[0]], output, { ...options, filter }, (decoder) =>
    Encoder.createSync(codec, { decoder, filter: filter.api, bitrate }),
  );
}

/** The picture through its decoder, a filter and an encoder. */
export function encodePicture(stream: Stream, output: Muxer, options: LineOptions): Line {
  const filter = createFilter(stream, options.filter);
  return encode([stream], output, { ...options, filter }, (decoder) =>
    Encoder.createSync(FF_ENCODER_LIBX264, {
      decoder,
      filter: filter.api,
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
    indexes: [stream.index],
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
  streams: readonly [Stream, ...Stream[]],
  output: Muxer,
  { filter, zero, until }: Omit<LineOptions, 'filter'> & { filter: Filter },
  createEncoder: (decoder: Decoder) => Encoder,
): Line {
  // Without broken packets, as players do.
  const decoders = streams.map((stream) => Decoder.createSync(stream, { exitOnError: false }));
  const encoder = createEncoder(decoders[0] ?? Decoder.createSync(streams[0]));
  const target = output.addStream(encoder);
  const clocks = streams.map((stream) => clockOf(stream, zero));
  const reached = () => Math.max(...clocks.map((clock) => clock.reached()));
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

  function decode(packet: Packet | null, at: number): void {
    for (const frame of decoders[at]?.decodeAllSync(packet) ?? []) {
      if (!isFull) pass(frame, at);
      frame.free();
    }
  }

  function pass(frame: Frame, at: number): void {
    for (const filtered of filter.pass(frame, at)) write(filtered);
    isFull = filter.isFull();
  }

  return {
    indexes: streams.map(({ index }) => index),
    take: (packet) => {
      const at = streams.findIndex(({ index }) => index === packet.streamIndex);
      clocks[at]?.follow(packet);
      decode(packet, at);
    },
    finish: () => {
      for (const at of decoders.keys()) decode(null, at);
      for (const filtered of filter.flush()) write(filtered);
      if (!encoder.isEncoderInitialized) return;
      write(null);
      output.writePacketSync(null, target);
    },
    isOver: () => isFull || reached() > until,
    reached,
    packets: () => written,
  };
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
    const line = lines.find(({ indexes }) => indexes.includes(packet.streamIndex));
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
