/** What may be uploaded: the types that browsers report for a format, and its file extensions. The content decides in the end. */
const FORMATS = [
  { extensions: ['mp4'], types: ['video/mp4'] },
  { extensions: ['mov', 'qt'], types: ['video/quicktime'] },
  { extensions: ['avi'], types: ['video/x-msvideo', 'video/avi', 'video/msvideo', 'video/vnd.avi'] },
  { extensions: ['mp3'], types: ['audio/mpeg', 'audio/mp3', 'audio/mpeg3', 'audio/x-mpeg-3'] },
  { extensions: ['wav'], types: ['audio/wav', 'audio/x-wav', 'audio/wave', 'audio/vnd.wave'] },
  { extensions: ['aac'], types: ['audio/aac', 'audio/x-aac', 'audio/aacp'] },
  { extensions: ['flac'], types: ['audio/flac', 'audio/x-flac'] },
  { extensions: ['ogg', 'oga'], types: ['audio/ogg', 'application/ogg'] },
  { extensions: ['m4a'], types: ['audio/mp4', 'audio/x-m4a', 'audio/m4a'] },
] as const;

const TYPES: ReadonlySet<string> = new Set(FORMATS.flatMap((format) => format.types));
const EXTENSIONS: ReadonlySet<string> = new Set(FORMATS.flatMap((format) => format.extensions));

/** For the file dialog's `accept`. */
export const UPLOAD_ACCEPT = [...TYPES, ...[...EXTENSIONS].map((extension) => `.${extension}`)].join(',');

/**
 * Whether a file may be uploaded, judging by its type and name. A browser that does not know the type sends '' or
 * 'application/octet-stream': then the file extension decides.
 */
export function isUploadable(contentType: string, filename: string): boolean {
  const type = mediaTypeOf(contentType);
  if (type === '' || type === 'application/octet-stream') return EXTENSIONS.has(extensionOf(filename));
  return TYPES.has(type);
}

/** The media type in a `Content-Type`, lower case, without its parameters; '' if there is none. */
export function mediaTypeOf(contentType: string): string {
  return contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

/** The extension of a file name, lower case, without the dot; '' if there is none. */
export function extensionOf(filename: string): string {
  return /\.([a-z0-9]{1,8})$/i.exec(filename)?.[1]?.toLowerCase() ?? '';
}
