import type { Readable } from 'node:stream';
import { z } from 'zod';
import { MAX_SOUND_TRACKS } from '#contract/limits.ts';
import type { SoundTrackFacts } from '#contract/sound-tracks.ts';
import { AppError } from '../../app-error.ts';
import { floatsOf } from '../floats.ts';
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
import { TOOL_LIMITS } from '../limits.ts';
import { holdsSound } from '../mix-down.ts';
import { followPackets, type PacketFacts } from '../sound-clock.ts';
import { readTag } from '../tag-text.ts';
import {
  MAX_TAG_LENGTH,
  type MediaInfo,
  type OneTrack,
  type ProbeOptions,
  type SoundTrack,
  type ToolOptions,
  type WantedSound,
} from '../tool.ts';
import { hasTrueSizes } from '../wav-header.ts';
import { INPUT, OUTPUT, QUIET, run } from './run.ts';

/** Only what `Probe` reads: lyrics, pictures and chapters of a stranger's recording can be megabytes. */
const PROBED = [
  'format=format_name,duration,start_time',
  'format_tags=major_brand,title',
  'stream=index,codec_type,codec_name,channels',
  'stream_disposition=attached_pic,default,comment,visual_impaired',
  'stream_tags=title,language',
].join(':');

const Seconds = z.coerce.number().optional().catch(undefined);
const Stream = z.object({
  index: z.int(),
  codec_type: z.string().optional(),
  codec_name: z.string().optional(),
  channels: z.int().optional(),
  disposition: z
    .object({
      attached_pic: z.number(),
      default: z.number(),
      comment: z.number(),
      visual_impaired: z.number(),
    })
    .partial()
    .optional(),
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
export async function probe(path: string, { wanted = null, ...options }: ProbeOptions): Promise<MediaInfo> {
  const args = ['-v', 'error', ...INPUT, '-show_entries', PROBED, '-of', 'json', `file:${path}`];
  const { format, streams } = parseProbe(
    await run('ffprobe', args, { ...options, limits: TOOL_LIMITS.probe }),
  );
  const { format_name: formatName, duration, tags } = format;
  const sounds = streams.filter((stream) => stream.codec_type === 'audio');
  const { tracks, numbers } = await chooseSound(path, sounds, wanted, options);
  const origin = { formatName, start: format.start_time ?? 0 };
  const sound = await readSound(path, { sounds, numbers, origin }, options);
  const picture = streams.find(
    (stream) => stream.codec_type === 'video' && stream.disposition?.attached_pic !== 1,
  );
  return {
    formatName,
    majorBrand: tags?.major_brand ?? null,
    // Ogg has its tags in the stream.
    title: readTag(titleIn(tags) ?? titleIn(sounds[0]?.tags)),
    durationMs: duration && duration > 0 ? Math.round(duration * 1000) : null,
    audioCodec: sounds.find(({ index }) => index === sound?.index)?.codec_name ?? null,
    videoCodec: picture?.codec_name ?? null,
    hasTrueSizes: formatName !== 'wav' || (await hasTrueSizes(path)),
    sound,
    tracks,
  };
}

/** The numbers of the tracks that are heard, and what is told of those that were listened to. */
async function chooseSound(
  path: string,
  sounds: readonly Stream[],
  wanted: WantedSound,
  options: ToolOptions,
): Promise<{ tracks: SoundTrackFacts[]; numbers: number[] }> {
  if (isNumbers(wanted)) {
    const numbers = wanted.filter((number) => sounds[number - 1]);
    if (numbers.length > 0) return { tracks: [], numbers };
    return chooseSound(path, sounds, null, options);
  }
  const listened: ListenedTrack[] = [];
  for (const [at, each] of sounds.slice(0, MAX_SOUND_TRACKS).entries())
    listened.push({
      number: at + 1,
      language: trackLanguage(each.tags && tagIn(each.tags, 'language')),
      isDefault: each.disposition?.default === 1,
      isAside: each.disposition?.comment === 1 || each.disposition?.visual_impaired === 1,
      // A single track is heard, whatever it holds.
      heard: sounds.length === 1 ? 'sound' : await listen(path, each, options),
    });
  const tracks = listened.map((track) => {
    const { tags, channels = 1 } = sounds[track.number - 1] ?? {};
    return trackFacts(track, { title: trackTitle(titleIn(tags)), channels });
  });
  return { tracks, numbers: heardTracks(listened, wanted) };
}

/** What is heard, of these tracks. */
async function readSound(
  path: string,
  {
    sounds,
    numbers,
    origin,
  }: {
    sounds: readonly Stream[];
    numbers: readonly number[];
    origin: { formatName: string; start: number };
  },
  options: ToolOptions,
): Promise<SoundTrack | null> {
  const read = async (number: number): Promise<OneTrack[]> => {
    const stream = sounds[number - 1];
    if (!stream) return [];
    const packets = await readPackets(path, stream, origin, options);
    return [{ index: stream.index, number, channels: stream.channels ?? 1, ...packets }];
  };
  const tracks: OneTrack[] = [];
  for (const number of numbers) tracks.push(...(await read(number)));
  const [first, ...others] = tracks;
  return first ? heardTogether([first, ...others], sounds.length) : null;
}

/** Decodes a sound track until something is heard in it. */
async function listen(path: string, { index }: Stream, options: ToolOptions): Promise<Listened> {
  let heard: Listened = 'nothing';
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

function titleIn(tags: Record<string, string> = {}): string | null {
  return tagIn(tags, 'title')?.slice(0, MAX_TAG_LENGTH) || null;
}

/** Some formats have tag names in capitals. */
function tagIn(tags: Record<string, string>, wanted: string): string | undefined {
  return Object.entries(tags).find(([name]) => name.toLowerCase() === wanted)?.[1];
}
