import { z } from 'zod';

/** What a transcript made elsewhere is, by its content. */
export const ImportFormat = z.enum([
  'srt',
  'vtt',
  'sbv',
  'ttml',
  'otr',
  'whisper',
  'whisperx',
  'whisper.cpp',
  'assemblyai',
  'deepgram',
  'tapescript',
  'txt',
  'docx',
]);
export type ImportFormat = z.infer<typeof ImportFormat>;

/** The formats' names on the screen and in messages. */
export const IMPORT_LABELS: Readonly<Record<ImportFormat, string>> = {
  srt: 'SRT',
  vtt: 'WebVTT',
  sbv: 'SBV',
  ttml: 'TTML',
  otr: 'oTranscribe',
  whisper: 'Whisper JSON',
  whisperx: 'WhisperX JSON',
  'whisper.cpp': 'whisper.cpp JSON',
  assemblyai: 'AssemblyAI JSON',
  deepgram: 'Deepgram JSON',
  tapescript: 'Tapescript JSON',
  txt: 'text',
  docx: 'Word',
};

/** Where a text comes from that no engine made: the file, and how well it fitted the recording. */
export const ImportFacts = z.object({
  format: ImportFormat,
  filename: z.string(),
  /** What was repaired or may be wrong, in sentences. */
  notes: z.array(z.string()),
  /** Words that were not heard in the recording: their times are estimated, and they are among the words to check. */
  unplacedWords: z.int(),
});
export type ImportFacts = z.infer<typeof ImportFacts>;

/** Where the times come from: the file, or what the recogniser hears at which moment. Texts without times are always 'heard'. */
export const ImportTiming = z.enum(['file', 'heard']);
export type ImportTiming = z.infer<typeof ImportTiming>;
