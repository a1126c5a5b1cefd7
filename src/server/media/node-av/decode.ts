import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';
import { AV_NOPTS_VALUE } from 'node-av/constants';
import type { Frame } from 'node-av/lib';
import { createMixer } from '../mix-down.ts';
import { isOff } from '../sound-clock.ts';
import { type OneTrack, SAMPLE_RATE } from '../tool.ts';
import { framesOf } from './frames.ts';
import { openRecording } from './open.ts';
import { createResampler } from './resample.ts';

interface DecodeTask {
  path: string;
  target: string;
  maxMs: number;
  sound: Pick<OneTrack, 'index' | 'channels' | 'zero' | 'isBroken'>;
}

const PROGRESS_SAMPLES = SAMPLE_RATE * 20;
const SILENCE = new Float32Array(SAMPLE_RATE);

/** Decodes a sound track to mono floats, at the times of its stamps; `cut` says that the limit was reached. */
export function decode(
  { path, target, maxMs, sound }: DecodeTask,
  onProgress: (doneMs: number) => void,
): { samples: number; hasGaps: boolean; cut: boolean } {
  const context = openRecording(path);
  const { num, den } = context.streams?.[sound.index]?.timeBase ?? { num: 0, den: 1 };
  const output = openSync(target, 'w');
  try {
    const writer = createWriter(output, sound.channels === 1 ? 1 : 2, maxMs, onProgress);
    for (const frame of framesOf(context, sound.index)) {
      const isStamped = frame.pts !== AV_NOPTS_VALUE && !sound.isBroken;
      writer.add(frame, isStamped ? (Number(frame.pts) * num) / den - sound.zero : null);
      if (writer.isFull()) break;
    }
    writer.end();
    fsyncSync(output);
    return { samples: writer.samples(), hasGaps: writer.hasGaps(), cut: writer.isFull() };
  } finally {
    closeSync(output);
  }
}

interface Writer {
  /** `at`: when the frame begins, in seconds from the recording's time 0; null if only its place says so. */
  add(frame: Frame, at: number | null): void;
  end(): void;
  samples(): number;
  hasGaps(): boolean;
  isFull(): boolean;
}

/** Writes frames at their times: silence where there is none, and nothing twice. */
function createWriter(
  output: number,
  channels: 1 | 2,
  maxMs: number,
  onProgress: (doneMs: number) => void,
): Writer {
  const maxSamples = (maxMs * SAMPLE_RATE) / 1000;
  const resampler = createResampler(channels);
  const mixer = channels === 2 ? createMixer() : undefined;
  /** In samples: handed on, written, reported, and still to be left out. */
  let [handed, written, reported, surplus] = [0, 0, 0, 0];
  /** When the next frame begins, in seconds, unless its stamp says otherwise. */
  let expected: number | null = null;
  let hasGaps = false;

  const write = (mono: Float32Array) => {
    const kept = mono.subarray(0, maxSamples - written);
    writeAll(output, Buffer.from(kept.buffer, kept.byteOffset, kept.byteLength));
    written += kept.length;
    if (written - reported < PROGRESS_SAMPLES) return;
    reported = written;
    onProgress((written * 1000) / SAMPLE_RATE);
  };
  const hand = (samples: Float32Array) => {
    const left = Math.min(surplus, samples.length / channels);
    surplus -= left;
    const kept = samples.subarray(left * channels);
    handed += kept.length / channels;
    write(mixer ? mixer.mix(kept) : kept);
  };
  const goOnAt = (seconds: number) => {
    hand(resampler.flush());
    const missing = Math.round(seconds * SAMPLE_RATE) - handed;
    surplus = Math.max(0, -missing);
    const until = Math.min(handed + missing, maxSamples);
    while (handed < until) hand(SILENCE.subarray(0, Math.min(SILENCE.length, channels * (until - handed))));
  };
  return {
    add: (frame, at) => {
      if (at !== null && (expected === null || isOff(at - expected))) {
        hasGaps ||= isOff(at - (expected ?? 0));
        goOnAt(at);
        expected = at;
      }
      expected = (expected ?? 0) + frame.nbSamples / frame.sampleRate;
      hand(resampler.add(frame));
    },
    end: () => {
      hand(resampler.flush());
      if (mixer) write(mixer.end());
    },
    samples: () => written,
    hasGaps: () => hasGaps,
    isFull: () => written >= maxSamples,
  };
}

/** A nearly full disk accepts part of the bytes, and only fails on the next write. */
function writeAll(output: number, bytes: Buffer): void {
  for (let done = 0; done < bytes.length; ) done += writeSync(output, bytes, done);
}
