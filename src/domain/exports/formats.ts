/** The export formats, in the order of the menu. `name` is used in messages. */
export const FORMATS = {
  txt: { label: 'Text (TXT)', name: 'TXT', extension: 'txt', type: 'text/plain;charset=utf-8' },
  md: { label: 'Markdown', name: 'Markdown', extension: 'md', type: 'text/markdown;charset=utf-8' },
  pdf: { label: 'PDF', name: 'PDF', extension: 'pdf', type: 'application/pdf' },
  docx: {
    label: 'Word (DOCX)',
    name: 'DOCX',
    extension: 'docx',
    type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  },
  srt: {
    label: 'Subtitles (SRT)',
    name: 'SRT',
    extension: 'srt',
    type: 'application/x-subrip;charset=utf-8',
  },
  vtt: { label: 'Subtitles (WebVTT)', name: 'WebVTT', extension: 'vtt', type: 'text/vtt;charset=utf-8' },
  json: { label: 'Data (JSON)', name: 'JSON', extension: 'json', type: 'application/json;charset=utf-8' },
} as const;

export type ExportFormat = keyof typeof FORMATS;
export const ALL_FORMATS: readonly ExportFormat[] = ['txt', 'md', 'pdf', 'docx', 'srt', 'vtt', 'json'];

/** The plain text formats, which the command line can write too; the others need a library. */
export const TEXT_FORMATS = ['txt', 'md', 'srt', 'vtt', 'json'] as const satisfies readonly ExportFormat[];
export type TextFormat = (typeof TEXT_FORMATS)[number];

/** The formats whose subtitles can be checked. */
export const SUBTITLE_FORMATS = ['srt', 'vtt'] as const satisfies readonly ExportFormat[];
export type SubtitleFormat = (typeof SUBTITLE_FORMATS)[number];

/** Whether a format needs the times of words: WebVTT and JSON always do, SRT only if it is cut at words. */
export function usesWords(format: ExportFormat, cutAtWords: boolean): boolean {
  return format === 'json' || format === 'vtt' || (format === 'srt' && cutAtWords);
}
