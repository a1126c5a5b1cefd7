import { FilterAPI } from 'node-av/api';
import { AV_CHANNEL_LAYOUT_STEREO, AV_SAMPLE_FMT_FLT, AVERROR_EOF } from 'node-av/constants';
import { FFmpegError, Frame, type IRational, type Stream } from 'node-av/lib';
import { PLAYABLE } from '../playable.ts';

/** Pictures per second where a stream does not say. */
const USUAL_RATE = { num: 25, den: 1 };

/** In samples of each channel: with more than a frame of theirs, encoders keep some back. */
const MOST_AT_ONCE = 1024;

/** What frames go through between decoders and an encoder. */
export interface Filter {
  /** `at`: of which of the streams the frame is. */
  pass(frame: Frame, at: number): Iterable<Frame>;
  flush(): Iterable<Frame>;
  /** Whether it takes nothing more: the part is over. */
  isFull(): boolean;
}

/** FFmpeg's filter of one stream. */
export function createFilter(stream: Stream, description: string): Filter & { api: FilterAPI } {
  const api = FilterAPI.create(description, { framerate: pictureRate(stream) });
  let isFull = false;
  return {
    api,
    pass: (frame) => {
      if (isFull) return [];
      try {
        return api.processAllSync(frame);
      } catch (error) {
        // It takes nothing after the end of the part.
        if (!(error instanceof FFmpegError && error.code === AVERROR_EOF)) throw error;
        isFull = true;
        return [];
      }
    },
    flush: () => (api.isFilterInitialized ? api.flushFramesSync() : []),
    isFull: () => isFull,
  };
}

const CHANNELS = 2;
/** In samples of each channel: how much is written at once, and how far a track may be behind before it counts as silent there. Containers have them side by side. */
const [PIECE, MOST_BEHIND] = [PLAYABLE.audioRate, 10 * PLAYABLE.audioRate];

/**
 * Adds up sound streams, each as loud as it is. FFmpeg's own filter keeps all that comes before a track that begins late.
 *
 * @param description the filter of each of them, which begins at 0 and leaves no holes
 */
export function createMix(streams: readonly Stream[], description: string): Filter {
  const filters = streams.map((stream) =>
    createFilter(stream, `${description},aformat=sample_fmts=flt:channel_layouts=stereo`),
  );
  /** How far each has come, and what is written, in samples of each channel. */
  const ends = streams.map(() => 0);
  let written = 0;
  /** What is not written yet. */
  let sum = new Float32Array(CHANNELS * (PIECE + MOST_BEHIND));

  const add = (frame: Frame, at: number) => {
    const samples = samplesOf(frame);
    const from = CHANNELS * ((ends[at] ?? 0) - written);
    if (from + samples.length > sum.length) sum = grown(sum, from + samples.length);
    for (let index = Math.max(0, -from); index < samples.length; index += 1)
      sum[from + index] = (sum[from + index] ?? 0) + (samples[index] ?? 0);
    ends[at] = (ends[at] ?? 0) + samples.length / CHANNELS;
    frame.free();
  };
  const write = function* (count: number): Generator<Frame> {
    for (let at = 0; at < count; at += MOST_AT_ONCE) {
      const part = sum.subarray(CHANNELS * at, CHANNELS * Math.min(count, at + MOST_AT_ONCE));
      yield frameOf(part, written + at);
    }
    sum.copyWithin(0, CHANNELS * count);
    sum.fill(0, sum.length - CHANNELS * count);
    written += count;
  };
  const isFull = () => filters.every((filter) => filter.isFull());
  return {
    pass: function* (frame, at) {
      for (const filtered of filters[at]?.pass(frame, at) ?? []) add(filtered, at);
      const open = ends.filter((_, each) => !filters[each]?.isFull());
      const ready = Math.max(Math.min(...open), Math.max(...ends) - MOST_BEHIND);
      while (Math.min(ready, Math.max(...ends)) - written >= PIECE) yield* write(PIECE);
    },
    flush: function* () {
      for (const [at, filter] of filters.entries()) for (const filtered of filter.flush()) add(filtered, at);
      const end = Math.max(...ends);
      while (written < end) yield* write(Math.min(PIECE, end - written));
    },
    isFull,
  };
}

/** The samples of a frame of floats, both channels in turn. */
function samplesOf({ data, nbSamples }: Frame): Float32Array {
  const [bytes] = data ?? [];
  if (!bytes) return new Float32Array(0);
  // A copy, because floats have to stand at a multiple of four bytes.
  const copy = Uint8Array.prototype.slice.call(
    bytes,
    0,
    nbSamples * CHANNELS * Float32Array.BYTES_PER_ELEMENT,
  );
  return new Float32Array(copy.buffer);
}

/** A frame of these samples, cut off where they are louder than sound can be. */
function frameOf(samples: Float32Array, from: number): Frame {
  const kept = samples.map((sample) => Math.max(-1, Math.min(1, sample)));
  return Frame.fromAudioBuffer(Buffer.from(kept.buffer), {
    nbSamples: samples.length / CHANNELS,
    format: AV_SAMPLE_FMT_FLT,
    sampleRate: PLAYABLE.audioRate,
    channelLayout: AV_CHANNEL_LAYOUT_STEREO,
    timeBase: { num: 1, den: PLAYABLE.audioRate },
    pts: BigInt(from),
  });
}

function grown(samples: Float32Array, length: number): Float32Array<ArrayBuffer> {
  const larger = new Float32Array(Math.max(length, 2 * samples.length));
  larger.set(samples);
  return larger;
}

/** What a filter counts pictures by; the filters of sound do not read it. */
function pictureRate({ avgFrameRate, rFrameRate }: Stream): IRational {
  return [avgFrameRate, rFrameRate].find(({ num, den }) => num > 0 && den > 0) ?? USUAL_RATE;
}
