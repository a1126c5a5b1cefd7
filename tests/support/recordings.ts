import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Decoder, Demuxer, Encoder, FilterAPI, Muxer, pipeline } from 'node-av/api';
import {
  AV_LOG_QUIET,
  AV_PIX_FMT_YUV420P,
  FF_ENCODER_AAC,
  FF_ENCODER_ADPCM_MS,
  FF_ENCODER_ALAC,
  FF_ENCODER_FLAC,
  FF_ENCODER_LIBMP3LAME,
  FF_ENCODER_LIBOPUS,
  FF_ENCODER_LIBVPX_VP8,
  FF_ENCODER_LIBX264,
  FF_ENCODER_MP2,
  FF_ENCODER_MPEG2VIDEO,
  FF_ENCODER_MPEG4,
  FF_ENCODER_PCM_S16BE,
  FF_ENCODER_PCM_S16LE,
  FF_ENCODER_WMAV2,
  FF_ENCODER_WMV2,
} from 'node-av/constants';
import { Log } from 'node-av/lib';
import { joinSounds, silence, tone, writeWav } from './speak.ts';

Log.setLevel(AV_LOG_QUIET);

/** The formats that people upload, each as common encoders write it (`film` is a WebM with a picture). */
export const FORMATS = {
  mp4: { muxer: 'mp4', audio: FF_ENCODER_AAC, video: FF_ENCODER_LIBX264, type: 'video/mp4' },
  mov: { muxer: 'mov', audio: FF_ENCODER_AAC, video: FF_ENCODER_LIBX264, type: 'video/quicktime' },
  avi: { muxer: 'avi', audio: FF_ENCODER_LIBMP3LAME, video: FF_ENCODER_MPEG4, type: 'video/x-msvideo' },
  mp3: { muxer: 'mp3', audio: FF_ENCODER_LIBMP3LAME, video: null, type: 'audio/mpeg' },
  aac: { muxer: 'adts', audio: FF_ENCODER_AAC, video: null, type: 'audio/aac' },
  flac: { muxer: 'flac', audio: FF_ENCODER_FLAC, video: null, type: 'audio/flac' },
  opus: { muxer: 'ogg', audio: FF_ENCODER_LIBOPUS, video: null, type: 'audio/ogg' },
  m4a: { muxer: 'ipod', audio: FF_ENCODER_AAC, video: null, type: 'audio/mp4' },
  adpcm: { muxer: 'wav', audio: FF_ENCODER_ADPCM_MS, video: null, type: 'audio/wav' },
  webm: { muxer: 'webm', audio: FF_ENCODER_LIBOPUS, video: null, type: 'audio/webm' },
  film: { muxer: 'webm', audio: FF_ENCODER_LIBOPUS, video: FF_ENCODER_LIBVPX_VP8, type: 'video/webm' },
  mkv: { muxer: 'matroska', audio: FF_ENCODER_AAC, video: FF_ENCODER_LIBX264, type: 'video/x-matroska' },
  mpeg: { muxer: 'mpeg', audio: FF_ENCODER_MP2, video: FF_ENCODER_MPEG2VIDEO, type: 'video/mpeg' },
  mts: { muxer: 'mpegts', audio: FF_ENCODER_AAC, video: FF_ENCODER_LIBX264, type: 'video/mp2t' },
  '3gp': { muxer: '3gp', audio: FF_ENCODER_AAC, video: FF_ENCODER_MPEG4, type: 'video/3gpp' },
  wmv: { muxer: 'asf', audio: FF_ENCODER_WMAV2, video: FF_ENCODER_WMV2, type: 'video/x-ms-wmv' },
  mxf: { muxer: 'mxf_opatom', audio: FF_ENCODER_PCM_S16LE, video: null, type: 'application/mxf' },
  flv: { muxer: 'flv', audio: FF_ENCODER_AAC, video: FF_ENCODER_LIBX264, type: 'video/x-flv' },
  wma: { muxer: 'asf', audio: FF_ENCODER_WMAV2, video: null, type: 'audio/x-ms-wma' },
  aiff: { muxer: 'aiff', audio: FF_ENCODER_PCM_S16BE, video: null, type: 'audio/aiff' },
  caf: { muxer: 'caf', audio: FF_ENCODER_ALAC, video: null, type: 'audio/x-caf' },
  m4b: { muxer: 'ipod', audio: FF_ENCODER_AAC, video: null, type: 'audio/x-m4b' },
  w64: { muxer: 'w64', audio: FF_ENCODER_PCM_S16LE, video: null, type: 'audio/x-w64' },
  au: { muxer: 'au', audio: FF_ENCODER_PCM_S16BE, video: null, type: 'audio/basic' },
} as const;
export type Format = keyof typeof FORMATS;

const SIZE = { width: 160, height: 90 };
const FRAME_RATE = 10;

/** A recording of two tones and a pause, as a 16-bit WAV file. */
export async function wavRecording(durationMs: number): Promise<Buffer> {
  const part = Math.floor(durationMs / 3);
  const sound = joinSounds(tone(part, 440, 0.5), silence(durationMs - 2 * part), tone(part, 660, 0.25));
  return inFolder(async (folder) => {
    await writeWav(join(folder, 'a.wav'), sound);
    return readFile(join(folder, 'a.wav'));
  });
}

/** Samples (16 kHz, mono) as a 16-bit WAV file. */
export function wavOf(samples: Float32Array): Promise<Buffer> {
  return inFolder(async (folder) => {
    await writeWav(join(folder, 'a.wav'), samples);
    return readFile(join(folder, 'a.wav'));
  });
}

/** The recording of `wavRecording(3000)` in Ogg Vorbis, made with Debian's ffmpeg: node-av's encoder drops most of it. */
export function vorbisRecording(): Promise<Buffer> {
  return readFile(new URL('../fixtures/tones.ogg', import.meta.url));
}

/** The same recording in another format; video formats get moving gray pictures. */
export function encoded(wav: Buffer, format: Format): Promise<Buffer> {
  return inFolder(async (folder) => {
    const target = join(folder, `a.${format}`);
    const { muxer, audio, video } = FORMATS[format];
    await using input = await Demuxer.open(wav, { format: 'wav' });
    await using output = await Muxer.open(target, { format: muxer });
    const sound = await encodeSound(input, audio);
    if (video === null) {
      await pipeline(input, { audio: sound }, output).completion;
    } else {
      await using pictures = await Demuxer.open(greyPictures(input.duration), { format: 'rawvideo' });
      const picture = await encodePictures(pictures, video);
      await pipeline({ audio: input, video: pictures }, { audio: sound, video: picture }, output).completion;
    }
    await output.close();
    return readFile(target);
  });
}

/** Three seconds of noise as a phone's voice recorder writes them (AMR, 12.2 kbit/s): there is no free encoder. */
export function amrRecording(): Buffer {
  const frame = (index: number) =>
    Buffer.from([0x3c, ...Array.from({ length: 31 }, (_, at) => (index * 31 + at * 89) % 251)]);
  return Buffer.concat([Buffer.from('#!AMR\n'), ...Array.from({ length: 150 }, (_, index) => frame(index))]);
}

/** The same recording as an MP3 of a variable rate, with a table of where its hundredths are. */
export function variableMp3(wav: Buffer, rate = 48_000): Promise<Buffer> {
  return inFolder(async (folder) => {
    const target = join(folder, 'a.mp3');
    await using input = await Demuxer.open(wav, { format: 'wav' });
    await using output = await Muxer.open(target, { format: 'mp3' });
    const stream = input.audio();
    if (!stream) throw new Error('The recording has no sound.');
    const decoder = await Decoder.create(stream);
    const filter = FilterAPI.create(`aresample=${rate},aformat=sample_fmts=fltp:channel_layouts=mono`);
    const options = { abr: true };
    const encoder = await Encoder.create(FF_ENCODER_LIBMP3LAME, {
      decoder,
      filter,
      bitrate: 64_000,
      options,
    });
    await pipeline(input, { audio: [decoder, filter, encoder] }, output).completion;
    await output.close();
    return readFile(target);
  });
}

/** A recording in AAC at another rate, in one channel or as the voice in the middle of 5.1. */
export function aacOf(wav: Buffer, rate: number, layout: 'mono' | '5.1'): Promise<Buffer> {
  return inFolder(async (folder) => {
    const target = join(folder, 'a.m4a');
    await using input = await Demuxer.open(wav, { format: 'wav' });
    await using output = await Muxer.open(target, { format: 'ipod' });
    const stream = input.audio();
    if (!stream) throw new Error('The recording has no sound.');
    const decoder = await Decoder.create(stream);
    const channels = layout === 'mono' ? 'pan=mono|c0=c0' : 'pan=5.1|FC=c0';
    const filter = FilterAPI.create(`aresample=${rate},${channels},aformat=sample_fmts=fltp`);
    const encoder = await Encoder.create(FF_ENCODER_AAC, { decoder, filter, bitrate: 128_000 });
    await pipeline(input, { audio: [decoder, filter, encoder] }, output).completion;
    await output.close();
    return readFile(target);
  });
}

/** An MP3 with an embedded title (ID3v2.4; bytes are called Latin-1, whatever they are), and perhaps other texts by their names, and chapters of a millisecond each. */
export function titledMp3(
  mp3: Buffer,
  title: string | Buffer,
  { texts = {}, chapters = 0 }: { texts?: Record<string, string>; chapters?: number } = {},
): Buffer {
  const frames = Buffer.concat([
    textFrame('TIT2', title),
    ...Object.entries(texts).map(([name, text]) => textFrame('TXXX', `${name}\0${text}`)),
    ...Array.from({ length: chapters }, (_, number) => chapterFrame(number)),
  ]);
  return Buffer.concat([Buffer.from('ID3\x04\0\0', 'latin1'), sevenBits(frames.length), frames, mp3]);
}

/** Text in UTF-8, or bytes that are called Latin-1. */
function textFrame(name: string, text: string | Buffer): Buffer {
  return id3Frame(name, Buffer.concat([Buffer.from([typeof text === 'string' ? 3 : 0]), Buffer.from(text)]));
}

function chapterFrame(number: number): Buffer {
  // Start and end in milliseconds, and in bytes, where all ones mean that they are not given.
  const times = Buffer.alloc(16, 0xff);
  times.writeUInt32BE(number, 0);
  times.writeUInt32BE(number + 1, 4);
  const id = Buffer.from(`chapter-${number}\0`);
  return id3Frame('CHAP', Buffer.concat([id, times, textFrame('TIT2', `Chapter ${number}`)]));
}

function id3Frame(name: string, content: Buffer): Buffer {
  return Buffer.concat([Buffer.from(name), sevenBits(content.length), Buffer.alloc(2), content]);
}

/** A number in four bytes of seven bits each, as in ID3 sizes. */
function sevenBits(value: number): Buffer {
  return Buffer.from([21, 14, 7, 0].map((shift) => (value >> shift) & 0x7f));
}

/** A recording in Matroska (WebM) with another duration in its header, in milliseconds. */
export function ofDuration(webm: Buffer, durationMs: number): Buffer {
  // The element 'Duration' with a content of eight bytes.
  const at = webm.indexOf(Buffer.from('448988', 'hex'));
  if (at < 0) throw new Error('The recording has no duration.');
  const changed = Buffer.from(webm);
  changed.writeDoubleBE(durationMs, at + 3);
  return changed;
}

/** A video without sound. */
export function silentVideo(durationMs: number): Promise<Buffer> {
  return inFolder(async (folder) => {
    const target = join(folder, 'a.mp4');
    await using pictures = await Demuxer.open(greyPictures(durationMs / 1000), { format: 'rawvideo' });
    await using output = await Muxer.open(target, { format: 'mp4' });
    await pipeline(pictures, { video: await encodePictures(pictures, FF_ENCODER_LIBX264) }, output)
      .completion;
    await output.close();
    return readFile(target);
  });
}

/** The difference between the lightest and the darkest pixel of each picture of a video. */
export async function contrastsOf(path: string): Promise<number[]> {
  await using input = await Demuxer.open(path);
  const stream = input.video();
  if (!stream) throw new Error('The video has no pictures.');
  using decoder = await Decoder.create(stream);
  const contrasts: number[] = [];
  for await (const frame of decoder.frames(input.packets(stream.index))) {
    if (frame === null) break;
    const [stride = 0] = frame.linesize;
    const luma = frame.data?.[0] ?? Buffer.alloc(0);
    const seen = Array.from({ length: frame.height }, (_, row) =>
      luma.subarray(row * stride, row * stride + frame.width),
    ).flatMap((line) => [...line]);
    contrasts.push(
      seen.reduce((most, each) => Math.max(most, each), 0) -
        seen.reduce((least, each) => Math.min(least, each), 255),
    );
    frame.free();
  }
  return contrasts;
}

function greyPictures(seconds: number) {
  const frames = Array.from({ length: Math.ceil(seconds * FRAME_RATE) }, (_, index) => {
    const luma = Buffer.alloc(SIZE.width * SIZE.height, (index * 8) % 255);
    return Buffer.concat([luma, Buffer.alloc((SIZE.width * SIZE.height) / 2, 128)]);
  });
  return {
    type: 'video',
    input: Buffer.concat(frames),
    ...SIZE,
    pixelFormat: AV_PIX_FMT_YUV420P,
    frameRate: { num: FRAME_RATE, den: 1 },
  } as const;
}

/** What encoders take that do not take 'fltp'. */
const SAMPLE_FORMATS: Readonly<Record<string, string>> = {
  [FF_ENCODER_FLAC]: 's16',
  [FF_ENCODER_ADPCM_MS]: 's16',
  [FF_ENCODER_LIBOPUS]: 'flt',
  [FF_ENCODER_PCM_S16BE]: 's16',
  [FF_ENCODER_PCM_S16LE]: 's16',
  [FF_ENCODER_ALAC]: 's16p',
  [FF_ENCODER_MP2]: 's16',
};

async function encodeSound(input: Demuxer, codec: (typeof FORMATS)[Format]['audio']) {
  const stream = input.audio();
  if (!stream) throw new Error('The recording has no sound.');
  const decoder = await Decoder.create(stream);
  const sampleFormat = SAMPLE_FORMATS[codec as string] ?? 'fltp';
  const filter = FilterAPI.create(`aresample=48000,aformat=sample_fmts=${sampleFormat}:channel_layouts=mono`);
  return [decoder, filter, await Encoder.create(codec, { decoder, filter, bitrate: 64_000 })];
}

type PictureCodec = NonNullable<(typeof FORMATS)[Format]['video']>;

async function encodePictures(input: Demuxer, codec: PictureCodec) {
  const stream = input.video();
  if (!stream) throw new Error('The recording has no pictures.');
  const decoder = await Decoder.create(stream);
  return [decoder, await Encoder.create(codec, { decoder, bitrate: 200_000 })];
}

async function inFolder<Result>(use: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'tapescript-recording-'));
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}
