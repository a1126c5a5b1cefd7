import { z } from 'zod';
import { SoundChoice, SoundTrackFacts } from '#contract/sound-tracks.ts';

const SoundTask = z.object({
  index: z.int(),
  channels: z.int(),
  zero: z.number(),
  start: z.number(),
  isBroken: z.boolean(),
});

const OneTrackMessage = SoundTask.extend({
  number: z.int(),
  firstMs: z.int(),
  lastMs: z.int(),
  hasConstantRate: z.boolean(),
});
const SoundTrackMessage = OneTrackMessage.extend({
  of: z.int(),
  mixedWith: z.array(OneTrackMessage).readonly(),
});

/** The child's task, as its only command-line argument, in JSON. */
export const MediaTask = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('probe'),
    path: z.string(),
    wanted: z.union([z.array(z.int()).readonly(), SoundChoice]).nullable(),
  }),
  z.object({
    kind: z.literal('decode'),
    path: z.string(),
    target: z.string(),
    maxMs: z.int(),
    sound: SoundTask,
  }),
  z.object({
    kind: z.literal('make-playable'),
    path: z.string(),
    target: z.string(),
    sound: SoundTrackMessage,
    plan: z.object({
      copyAudio: z.boolean(),
      video: z.enum(['none', 'copy', 'encode']),
      filters: z.object({ sound: z.string(), picture: z.string() }),
    }),
  }),
  z.object({
    kind: z.literal('cut-clip'),
    path: z.string(),
    target: z.string(),
    startMs: z.number(),
    endMs: z.number(),
    format: z.enum(['mp3', 'mp4']),
    captionsFolder: z.string().optional(),
    sound: SoundTrackMessage,
  }),
]);
export type MediaTask = z.infer<typeof MediaTask>;

const MediaInfoMessage = z.object({
  formatName: z.string(),
  majorBrand: z.string().nullable(),
  title: z.string().nullable(),
  durationMs: z.int().nullable(),
  audioCodec: z.string().nullable(),
  videoCodec: z.string().nullable(),
  sound: SoundTrackMessage.nullable(),
  tracks: z.array(SoundTrackFacts).readonly(),
});

/** The child's messages. It exits after 'result' and 'failed'. */
export const MediaReply = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('progress'), doneMs: z.number() }),
  z.object({ kind: z.literal('probed'), info: MediaInfoMessage }),
  z.object({ kind: z.literal('decoded'), samples: z.int(), hasGaps: z.boolean(), cut: z.boolean() }),
  z.object({ kind: z.literal('made') }),
  z.object({
    kind: z.literal('failed'),
    message: z.string(),
    reason: z.enum(['no-audio', 'disk-full', 'nothing', 'unreadable']),
  }),
]);
export type MediaReply = z.infer<typeof MediaReply>;
