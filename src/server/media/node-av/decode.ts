import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';
import {
  AV_CHANNEL_LAYOUT_MONO,
  AV_SAMPLE_FMT_FLT,
  AVERROR_EOF,
  AVMEDIA_TYPE_AUDIO,
} from 'node-av/constants';
import {
  Codec,
  CodecContext,
  FFmpegError,
  type FormatContext,
  Frame,
  Packet,
  SoftwareResampleContext,
} from 'node-av/lib';
import { SAMPLE_RATE } from '../tool.ts';
import { NoAudio, openRecording } from './open.ts';

interface DecodeTask {
  path: string;
  target: string;
  maxMs: number;
}

const PROGRESS_SAMPLES = SAMPLE_RATE * 20;

/** Decodes the first audio stream to mono floats. Skips broken packets, as players do; `cut` says that the limit was reached. */
export function decode(
  task: DecodeTask,
  onProgress: (doneMs: number) => void,
): { samples: number; cut: boolean } {
  const context = openRecording(task.path);
  const index = context.findBestStream(AVMEDIA_TYPE_AUDIO);
  if (index < 0) throw new NoAudio('no sound stream');
  const decoder = openDecoder(context, index);
  const output = openSync(task.target, 'w');
  try {
    const writer = createWriter(output, task.maxMs, onProgress);
    const frame = new Frame();
    frame.alloc();
    for (const packet of packetsOf(context, index)) {
      if (decoder.sendPacketSync(packet) < 0) continue;
      drain(decoder, frame, writer);
      if (writer.isFull()) break;
    }
    decoder.sendPacketSync(null);
    drain(decoder, frame, writer);
    writer.flush();
    fsyncSync(output);
    return { samples: writer.samples(), cut: writer.isFull() };
  } finally {
    closeSync(output);
  }
}

function openDecoder(context: FormatContext, index: number): CodecContext {
  const stream = context.streams?.[index];
  const codec = stream && Codec.findDecoder(stream.codecpar.codecId);
  if (!codec) throw new Error('no decoder for this sound');
  const decoder = new CodecContext();
  decoder.allocContext3(codec);
  FFmpegError.throwIfError(decoder.parametersToContext(stream.codecpar), 'decoder parameters');
  FFmpegError.throwIfError(decoder.open2Sync(codec, null), 'open decoder');
  return decoder;
}

function* packetsOf(context: FormatContext, index: number): Generator<Packet> {
  const packet = new Packet();
  packet.alloc();
  while (context.readFrameSync(packet) >= 0) {
    if (packet.streamIndex === index) yield packet;
    packet.unref();
  }
}

function drain(decoder: CodecContext, frame: Frame, writer: Writer): void {
  for (;;) {
    const result = decoder.receiveFrameSync(frame);
    if (result === AVERROR_EOF || result < 0) return;
    writer.add(frame);
    frame.unref();
  }
}

interface Writer {
  add(frame: Frame): void;
  flush(): void;
  samples(): number;
  isFull(): boolean;
}

/** Resamples and writes frames. A stream whose format changes midway gets a new resampler. */
function createWriter(output: number, maxMs: number, onProgress: (doneMs: number) => void): Writer {
  const maxSamples = (maxMs * SAMPLE_RATE) / 1000;
  let resampler: SoftwareResampleContext | undefined;
  let format = '';
  let written = 0;
  let reported = 0;

  const write = (frame: Frame | null) => {
    const active = resampler;
    if (!active) return;
    const room = Math.max(1024, active.getOutSamples(frame?.nbSamples ?? 0));
    const buffer = Buffer.alloc(room * 4);
    const planes = frame ? (frame.extendedData ?? frame.data ?? null) : null;
    const converted = active.convertSync([buffer], room, planes, frame?.nbSamples ?? 0);
    if (converted <= 0) return;
    const kept = Math.min(converted, maxSamples - written);
    writeAll(output, buffer.subarray(0, kept * 4));
    written += kept;
    if (written - reported >= PROGRESS_SAMPLES) {
      reported = written;
      onProgress((written * 1000) / SAMPLE_RATE);
    }
  };
  return {
    add: (frame) => {
      const next = `${frame.format} ${frame.sampleRate} ${frame.channelLayout.nbChannels}`;
      if (next !== format) {
        write(null);
        resampler = openResampler(frame);
        format = next;
      }
      write(frame);
    },
    flush: () => write(null),
    samples: () => written,
    isFull: () => written >= maxSamples,
  };
}

/** A nearly full disk accepts part of the bytes, and only fails on the next write. */
function writeAll(output: number, bytes: Buffer): void {
  for (let done = 0; done < bytes.length; ) done += writeSync(output, bytes, done);
}

function openResampler(frame: Frame): SoftwareResampleContext {
  const resampler = new SoftwareResampleContext();
  const set = resampler.allocSetOpts2(
    AV_CHANNEL_LAYOUT_MONO,
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
