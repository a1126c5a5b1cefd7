import { z } from 'zod';

/** Which engine is requested. 'auto': AssemblyAI if there is a usable key, the local engine otherwise. */
export const SpeechChoice = z.enum(['auto', 'local', 'assemblyai']);
export type SpeechChoice = z.infer<typeof SpeechChoice>;

/** How a recording is to be transcribed. Every way in takes these, and the transcript keeps them for later runs. */
export const TranscriptionOptions = z.object({
  /** Whether to suggest who speaks. */
  suggestSpeakers: z.boolean().default(true),
  /** Decides where the recording goes: only 'local' keeps it on this installation for certain. */
  engine: SpeechChoice.default('auto'),
});
export type TranscriptionOptions = z.infer<typeof TranscriptionOptions>;

/** The same as fields of a form, which are texts. */
export const TranscriptionFields = TranscriptionOptions.extend({
  suggestSpeakers: z.stringbool().default(true),
});
