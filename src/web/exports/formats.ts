/** What a transcript can be exported as, in the order of the menu. `name` is what messages call it. */
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

/** Those whose subtitles can be checked. */
export const SUBTITLE_FORMATS = ['srt', 'vtt'] as const satisfies readonly ExportFormat[];
export type SubtitleFormat = (typeof SUBTITLE_FORMATS)[number];
