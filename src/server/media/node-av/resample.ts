import { AV_CHANNEL_LAYOUT_MONO, AV_CHANNEL_LAYOUT_STEREO, AV_SAMPLE_FMT_FLT } from 'node-av/constants';
import { FFmpegError, type Frame, SoftwareResampleContext } from 'node-av/lib';
import { SAMPLE_RATE } from '../tool.ts';

/** Makes frames of any kind into floats at 16 kHz, of one channel or two in turn. A stream whose format changes midway gets a new resampler. */
export function createResampler(channels: 1 | 2): {
  add(frame: Frame): Float32Array;
  /** What is left inside of it; it begins anew after that. */
  flush(): Float32Array;
} {
  let resampler: SoftwareResampleContext | undefined;
  let format = '';

  const convert = (frame: Frame | null): Float32Array => {
    if (!resampler) return new Float32Array(0);
    const room = Math.max(1024, resampler.getOutSamples(frame?.nbSamples ?? 0));
    const samples = new Float32Array(room * channels);
    const planes = frame ? (frame.extendedData ?? frame.data ?? null) : null;
    const converted = resampler.convertSync(
      [Buffer.from(samples.buffer)],
      room,
      planes,
      frame?.nbSamples ?? 0,
    );
    return samples.subarray(0, Math.max(0, converted) * channels);
  };
  const flush = () => {
    const rest = convert(null);
    resampler?.free();
    resampler = undefined;
    format = '';
    return rest;
  };
  return {
    add: (frame) => {
      const next = `${frame.format} ${frame.sampleRate} ${frame.channelLayout.nbChannels}`;
      const rest = next === format ? undefined : flush();
      resampler ??= open(frame, channels);
      format = next;
      const samples = convert(frame);
      return rest && rest.length > 0 ? joined(rest, samples) : samples;
    },
    flush,
  };
}

function open(frame: Frame, channels: 1 | 2): SoftwareResampleContext {
  const resampler = new SoftwareResampleContext();
  const set = resampler.allocSetOpts2(
    channels === 1 ? AV_CHANNEL_LAYOUT_MONO : AV_CHANNEL_LAYOUT_STEREO,
    AV_SAMPLE_FMT_FLT,
    SAMPLE_RATE,
    frame.channelLayout,
    frame.format as Parameters<SoftwareResampleContext['allocSetOpts2']>[4],
    frame.sampleRate,
  );
  FFmpegError.throwIfError(set, 'resampler options');
  FFmpegError.throwIfError(resampler.init(), 'open resampler');
  return resampler;
}

function joined(first: Float32Array, second: Float32Array): Float32Array {
  const both = new Float32Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}
