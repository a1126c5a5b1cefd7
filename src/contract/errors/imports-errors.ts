import { MAX_IMPORT_SEGMENTS, MAX_TRANSCRIPT_LENGTH, MAX_WAITING_IMPORTS } from '../limits.ts';
import type { ErrorTable } from './error-table.ts';

/** Errors of transcripts made elsewhere. */
export const IMPORTS_ERRORS = {
  import_too_large: {
    status: 413,
    message: 'This file is larger than 32MB. Export it again as subtitles (SRT, WebVTT), or divide it.',
  },
  import_not_text: {
    status: 415,
    message:
      'This file is not a text. Save its text as TXT, or export subtitles (SRT, WebVTT) or JSON from the program that made it.',
  },
  import_unknown_json: {
    status: 422,
    message:
      'This JSON is not of a kind that is known here. Export subtitles (SRT, WebVTT) from the program that made it.',
  },
  import_unreadable: {
    status: 422,
    message:
      'No transcript was found in this file. Choose subtitles (SRT, WebVTT, SBV, TTML), JSON of this or another speech program, an oTranscribe file, a text or a Word document (DOCX).',
  },
  import_empty: { status: 422, message: 'Nothing is said in this file. Please choose another one.' },
  import_too_long: {
    status: 422,
    message: `This text is longer than ${MAX_TRANSCRIPT_LENGTH.toLocaleString('en')} characters or ${MAX_IMPORT_SEGMENTS.toLocaleString('en')} parts, a day of speech. Divide it.`,
  },
  import_times_too_long: {
    status: 422,
    message: 'The times of this file go beyond 24 hours. Check its times, or divide it.',
  },
  import_not_found: {
    status: 404,
    message: 'This text is not waiting any more. Choose its file again.',
  },
  import_beyond_end: {
    status: 422,
    message:
      'The text does not fit this recording: its times go on after the recording has ended. Check that both belong together, or import the text again with the times that are heard.',
  },
  import_does_not_fit: {
    status: 422,
    message:
      'The text does not fit this recording: hardly any of its words were heard. Check that both belong together, and the language.',
  },
  too_many_imports: {
    status: 429,
    message: `${MAX_WAITING_IMPORTS} of your texts are waiting to become transcripts. Use one of them, or wait a day.`,
  },
  import_too_complex: {
    status: 422,
    message:
      'This file takes too much time or memory to read. Save it again in the program that made it, as a text or as subtitles.',
  },
} as const satisfies ErrorTable;
