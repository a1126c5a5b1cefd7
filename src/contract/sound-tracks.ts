import { z } from 'zod';
import { MAX_SOUND_TRACKS } from './limits.ts';

/** Which sound of a recording is heard: all of its tracks that hold sound, mixed, or one of its tracks, counted from 1. */
export const SoundChoice = z.union([z.literal('mixed'), z.int().min(1).max(MAX_SOUND_TRACKS)]);
export type SoundChoice = z.infer<typeof SoundChoice>;

/** A sound track, as its recording describes it. */
export const SoundTrackFacts = z.object({
  /** Counted from 1. */
  number: z.int(),
  /** BCP 47 tag; null if it does not say. */
  language: z.string().nullable(),
  title: z.string().nullable(),
  channels: z.int(),
  /** False if nothing but silence is heard, or nothing can be decoded. */
  hasSound: z.boolean(),
  /** Whether it is a commentary, or describes the picture to people who cannot see it. */
  isAside: z.boolean(),
});
export type SoundTrackFacts = z.infer<typeof SoundTrackFacts>;
