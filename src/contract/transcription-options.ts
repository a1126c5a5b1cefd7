import { z } from 'zod';
import { wholeNumber } from './ids.ts';
import { LanguageTag } from './languages.ts';
import { MAX_SOUND_TRACKS, MAX_SPEAKERS } from './limits.ts';
import { SoundChoice } from './sound-tracks.ts';
import { SpeechChoice } from './speech-engines.ts';

/** How a recording is to be transcribed. Every way in takes these, and the transcript keeps them for later runs. */
export const TranscriptionOptions = z.object({
  /** Whether to suggest who speaks. */
  suggestSpeakers: z.boolean().default(true),
  /** How many people speak, if somebody knows; null: that is found out. Only used if speakers are suggested. */
  speakers: z.int().min(1).max(MAX_SPEAKERS).nullable().default(null),
  /** Decides where the recording goes: only 'local' keeps it on this installation for certain. */
  engine: SpeechChoice.default('auto'),
  /** The language that is spoken; null: the engine finds out. */
  language: LanguageTag.nullable().default(null),
  /** Which sound of a recording with several tracks is heard; null: what its tracks suggest. One that a new recording does not have counts as null. */
  soundTrack: SoundChoice.nullable().default(null),
});
export type TranscriptionOptions = z.infer<typeof TranscriptionOptions>;

/** What is asked for unless somebody chooses something else. */
export const USUAL_OPTIONS: TranscriptionOptions = {
  suggestSpeakers: true,
  speakers: null,
  engine: 'auto',
  language: null,
  soundTrack: null,
};

/** The same as fields of a form, which are texts. */
export const TranscriptionFields = TranscriptionOptions.extend({
  suggestSpeakers: z.stringbool().default(true),
  speakers: z
    .literal('')
    .transform(() => null)
    .or(wholeNumber({ min: 1, max: MAX_SPEAKERS }))
    .default(null),
  language: z
    .literal('')
    .transform(() => null)
    .or(LanguageTag)
    .default(null),
  soundTrack: z
    .literal('')
    .transform(() => null)
    .or(z.literal('mixed'))
    .or(wholeNumber({ min: 1, max: MAX_SOUND_TRACKS }))
    .default(null),
});
