interface Format {
  /** As people read it. */
  name: string;
  kind: 'video' | 'audio';
  extensions: readonly string[];
  /** What systems report; a system's own media registry decides that, so there are many for some. */
  types: readonly string[];
}

/** What may be uploaded, in the order in which people read it. The content decides in the end. */
const FORMATS: readonly Format[] = [
  { name: 'MP4', kind: 'video', extensions: ['mp4'], types: ['video/mp4', 'application/mp4'] },
  { name: 'MOV', kind: 'video', extensions: ['mov', 'qt'], types: ['video/quicktime'] },
  {
    name: 'AVI',
    kind: 'video',
    extensions: ['avi'],
    types: [
      'video/x-msvideo',
      'video/avi',
      'video/msvideo',
      'video/vnd.avi',
      'video/x-avi',
      'application/x-troff-msvideo',
    ],
  },
  {
    name: 'MP3',
    kind: 'audio',
    extensions: ['mp3'],
    types: [
      'audio/mpeg',
      'audio/mp3',
      'audio/x-mp3',
      'audio/x-mpeg',
      'audio/mpeg3',
      'audio/x-mpeg-3',
      'audio/mpg',
      'audio/x-mpg',
    ],
  },
  {
    name: 'WAV',
    kind: 'audio',
    extensions: ['wav'],
    types: ['audio/wav', 'audio/x-wav', 'audio/wave', 'audio/vnd.wave', 'audio/x-pn-wav'],
  },
  {
    name: 'M4A',
    kind: 'audio',
    extensions: ['m4a'],
    types: ['audio/mp4', 'audio/x-m4a', 'audio/m4a', 'audio/mp4a-latm'],
  },
  {
    name: 'AAC',
    kind: 'audio',
    extensions: ['aac'],
    types: ['audio/aac', 'audio/x-aac', 'audio/aacp', 'audio/vnd.dlna.adts', 'audio/x-hx-aac-adts'],
  },
  { name: 'FLAC', kind: 'audio', extensions: ['flac'], types: ['audio/flac', 'audio/x-flac'] },
  {
    name: 'OGG',
    kind: 'audio',
    extensions: ['ogg', 'oga', 'opus'],
    types: [
      'audio/ogg',
      'audio/x-ogg',
      'video/ogg',
      'application/ogg',
      'application/x-ogg',
      'audio/opus',
      'audio/vorbis',
      'audio/x-vorbis+ogg',
      'audio/x-opus+ogg',
      'audio/x-flac+ogg',
    ],
  },
];

/** What systems, browsers and servers say if they do not know. */
const UNKNOWN_TYPES: ReadonlySet<string> = new Set([
  '',
  '*/*',
  'application/*',
  'application/octet-stream',
  'application/octetstream',
  'application/x-octet-stream',
  'binary/octet-stream',
  'application/binary',
  'application/x-binary',
  'application/download',
  'application/x-download',
  'application/force-download',
  'application/x-force-download',
  'application/unknown',
  'application/x-unknown',
  'application/x-unknown-content-type',
  'content/unknown',
  'unknown/unknown',
]);

const TYPES: ReadonlySet<string> = new Set(FORMATS.flatMap((format) => format.types));
const EXTENSIONS: ReadonlySet<string> = new Set(FORMATS.flatMap((format) => format.extensions));

/** For the file dialog's `accept`. */
export const UPLOAD_ACCEPT = [...TYPES, ...[...EXTENSIONS].map((extension) => `.${extension}`)].join(',');

/** The names of the formats for people: 'MP4, MOV, AVI'. */
export const VIDEO_FORMATS = namesOf('video');
export const AUDIO_FORMATS = namesOf('audio');

/**
 * Whether a file may be uploaded, judging by its type and name: if its type is that of a format, or if its name is and its type is any
 * sound or video, or says nothing. A type that says something else, such as 'text/plain', is believed.
 */
export function isUploadable(contentType: string, filename: string): boolean {
  const type = mediaTypeOf(contentType);
  return TYPES.has(type) || (EXTENSIONS.has(extensionOf(filename)) && !isAnotherType(type));
}

/** Whether a media type, as `mediaTypeOf` returns it, says that the sender does not know. */
export function isUnknownType(type: string): boolean {
  return UNKNOWN_TYPES.has(type);
}

/** The media type in a `Content-Type`, lower case, without its parameters; '' if there is none. */
export function mediaTypeOf(contentType: string): string {
  return contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

/** The extension of a file name, lower case, without the dot; '' if there is none. */
export function extensionOf(filename: string): string {
  return /\.([a-z0-9]{1,8})$/i.exec(filename)?.[1]?.toLowerCase() ?? '';
}

function isAnotherType(type: string): boolean {
  return type.includes('/') && !isUnknownType(type) && !/^(?:x-)?(?:audio|video)\//.test(type);
}

function namesOf(kind: Format['kind']): string {
  return FORMATS.filter((format) => format.kind === kind)
    .map(({ name }) => name)
    .join(', ');
}
