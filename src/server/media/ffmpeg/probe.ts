import type { Readable } from 'node:stream';
import { z } from 'zod';
import { AppError } from '../../app-error.ts';
import { floatsOf } from '../floats.ts';
import { TOOL_LIMITS } from '../limits.ts';
import { holdsSound } from '../mix-down.ts';
import { followPackets, type PacketFacts } from '../sound-clock.ts';
import { readTag } from '../tag-text.ts';
import { MAX_TAG_LENGTH, MAX_TRACKS, type MediaInfo, type ToolOptions } from '../tool.ts';
import { hasTrueSizes } from '../wav-header.ts';
import { INPUT, OUTPUT, QUIET, run } from './run.ts';

/** Only what `Probe` reads: lyrics, pictures and chapters of a stranger's recording can be megabytes. */
const PROBED = [
  'format=format_name,duration,start_time',
  'format_tags=major_brand,title',
  'stream=index,codec_type,codec_name,channels',
  'stream_disposition=attached_pic,default',
  'stream_tags=title',
].join(':');

const Seconds = z.coerce.number().optional().catch(undefined);
const Stream = z.object({
  index: z.int(),
  codec_type: z.string().optional(),
  codec_name: z.string().optional(),
  channels: z.int().optional(),
  disposition: z.object({ attached_pic: z.number(), default: z.number() }).partial().optional(),
  tags: z.record(z.string(), z.string()).optional(),
});
type Stream = z.infer<typeof Stream>;
const Probe = z.object({
  format: z.object({
    format_name: z.string(),
    duration: Seconds,
    start_time: Seconds,
    tags: z.record(z.string(), z.string()).optional(),
  }),
  streams: z.array(Stream),
});

/** Reads what a recording contains, with ffprobe; rejects as `MediaTool.probe` does. */
export async function probe(path: string, options: ToolOptions): Promise<MediaInfo> {
  const args = ['-v', 'error', ...INPUT, '-show_entries', PROBED, '-of', 'json', `file:${path}`];
  const { format, streams } = parseProbe(
    await run('ffprobe', args, { ...options, limits: TOOL_LIMITS.probe }),
  );
  const { format_name: formatName, duration, tags } = format;
  const sounds = streams.filter((stream) => stream.codec_type === 'audio');
  const heard = await chooseSound(path, sounds, options);
  const picture = streams.find(
    (stream) => stream.codec_type === 'video' && stream.disposition?.attached_pic !== 1,
  );
  return {
    formatName,
    majorBrand: tags?.major_brand ?? null,
    // Ogg has its tags in the stream.
    title: readTag(titleIn(tags) ?? titleIn(sounds[0]?.tags)),
    durationMs: duration && duration > 0 ? Math.round(duration * 1000) : null,
    audioCodec: heard?.codec_name ?? null,
    videoCodec: picture?.codec_name ?? null,
    hasTrueSizes: formatName !== 'wav' || (await hasTrueSizes(path)),
    sound: heard
      ? {
          index: heard.index,
          number: sounds.indexOf(heard) + 1,
          of: sounds.length,
          channels: heard.channels ?? 1,
          ...(await readPackets(path, heard, { formatName, start: format.start_time ?? 0 }, options)),
        }
      : null,
  };
}

/** The sound track that is heard; see `SoundTrack`. */
async function chooseSound(
  path: string,
  sounds: readonly Stream[],
  options: ToolOptions,
): Promise<Stream | undefined> {
  const [first, ...others] = sounds.toSorted(
    (a, b) => (b.disposition?.default ?? 0) - (a.disposition?.default ?? 0),
  );
  if (!first || others.length === 0) return first;
  let silent: Stream | undefined;
  for (const each of [first, ...others].slice(0, MAX_TRACKS)) {
    const heard = await listen(path, each, options);
    if (heard === 'sound') return each;
    if (heard === 'silence') silent ??= each;
  }
  return silent ?? first;
}

/** Decodes a sound track until something is heard in it. */
async function listen(
  path: string,
  { index }: Stream,
  options: ToolOptions,
): Promise<'sound' | 'silence' | 'nothing'> {
  let heard: 'sound' | 'silence' | 'nothing' = 'nothing';
  const enough = new AbortController();
  const onOutput = async (output: Readable) => {
    for await (const samples of floatsOf(output)) {
      heard = holdsSound(samples) ? 'sound' : 'silence';
      if (heard === 'sound') return enough.abort(new Error('Enough was heard.'));
    }
  };
  const args = [...QUIET, ...INPUT, '-i', `file:${path}`, '-map', `0:${index}`, '-f', 'f32le', OUTPUT];
  const signal = AbortSignal.any([options.signal, enough.signal]);
  try {
    await run('ffmpeg', args, { signal, onOutput, limits: TOOL_LIMITS.decode });
  } catch (error) {
    options.signal.throwIfAborted();
    const isUndecodable = error instanceof AppError && error.code === 'media_unreadable';
    if (!enough.signal.aborted && !isUndecodable) throw error;
  }
  return heard;
}

/** Reads the time stamps and sizes of a sound track's packets. */
async function readPackets(
  path: string,
  { index, codec_name: codec = '' }: Stream,
  { formatName, start }: { formatName: string; start: number },
  options: ToolOptions,
): Promise<PacketFacts> {
  const packets = followPackets({ formatName, codec, start });
  const entries = [
    '-select_streams',
    String(index),
    '-show_entries',
    'packet=pts_time,duration_time,size',
    '-of',
    'csv=p=0',
  ];
  await run('ffprobe', ['-v', 'error', ...INPUT, ...entries, `file:${path}`], {
    ...options,
    limits: TOOL_LIMITS.decode,
    onLine: (line) => {
      const [at, duration, bytes] = line.split(',');
      packets.add(at && at !== 'N/A' ? Number(at) : null, Number(duration) || 0, Number(bytes));
    },
  });
  return packets.read();
}

/** Throws 'media_unreadable' if it is no answer, or was longer than is kept: it would be the same next time. */
function parseProbe(text: string): z.infer<typeof Probe> {
  try {
    return Probe.parse(JSON.parse(text));
  } catch (cause) {
    throw new AppError('media_unreadable', { cause });
  }
}

/** Some formats have tag names in capitals. */
function titleIn(tags: Record<string, string> = {}): string | null {
  const [, title] = Object.entries(tags).find(([name]) => name.toLowerCase() === 'title') ?? [];
  return title?.slice(0, MAX_TAG_LENGTH) || null;
}
