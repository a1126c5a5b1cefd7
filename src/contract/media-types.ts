interface Format {
  /** As people read it. */
  name: string;
  kind: 'video' | 'audio';
  extensions: readonly string[];
  /** What systems report; a system's own media registry decides that, so there are many for some. */
  types: readonly string[];
}

/** The usual formats, in the order in which people read them. The content decides in the end. */
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

/** Others that the media tool reads, which are taken with a note. */
const OTHER_FORMATS: readonly Format[] = [
  {
    name: 'MKV',
    kind: 'video',
    extensions: ['mkv', 'mka'],
    types: ['video/x-matroska', 'video/matroska', 'audio/x-matroska', 'audio/matroska'],
  },
  { name: 'WebM', kind: 'video', extensions: ['webm', 'weba'], types: ['video/webm', 'audio/webm'] },
  {
    name: 'MPEG',
    kind: 'video',
    extensions: ['mpeg', 'mpg', 'mpe', 'm2p', 'vob'],
    types: ['video/mpeg', 'video/x-mpeg', 'video/mp2p', 'video/dvd'],
  },
  {
    name: 'MTS',
    kind: 'video',
    // Not 'ts': a program's text is called so more often.
    extensions: ['mts', 'm2ts', 'm2t'],
    types: ['video/mp2t', 'video/vnd.dlna.mpeg-tts', 'video/x-mpegts'],
  },
  { name: 'M4V', kind: 'video', extensions: ['m4v', 'f4v'], types: ['video/x-m4v', 'video/x-f4v'] },
  {
    name: '3GP',
    kind: 'video',
    extensions: ['3gp', '3gpp', '3g2', '3gpp2'],
    types: ['video/3gpp', 'audio/3gpp', 'video/3gpp2', 'audio/3gpp2'],
  },
  {
    name: 'WMV',
    kind: 'video',
    extensions: ['wmv', 'asf'],
    types: ['video/x-ms-wmv', 'video/x-ms-asf', 'video/x-ms-asf-plugin', 'application/vnd.ms-asf'],
  },
  { name: 'MXF', kind: 'video', extensions: ['mxf'], types: ['application/mxf', 'video/mxf'] },
  { name: 'FLV', kind: 'video', extensions: ['flv'], types: ['video/x-flv', 'video/flv'] },
  { name: 'OGV', kind: 'video', extensions: ['ogv', 'ogm'], types: [] },
  { name: 'WMA', kind: 'audio', extensions: ['wma'], types: ['audio/x-ms-wma', 'audio/wma'] },
  {
    name: 'AIFF',
    kind: 'audio',
    extensions: ['aiff', 'aif', 'aifc'],
    types: ['audio/aiff', 'audio/x-aiff', 'audio/x-aifc'],
  },
  {
    name: 'AMR',
    kind: 'audio',
    extensions: ['amr', 'awb'],
    types: ['audio/amr', 'audio/amr-wb', 'audio/x-amr'],
  },
  { name: 'CAF', kind: 'audio', extensions: ['caf'], types: ['audio/x-caf', 'audio/caf'] },
  {
    name: 'M4B',
    kind: 'audio',
    extensions: ['m4b', 'm4r'],
    types: ['audio/x-m4b', 'audio/m4b', 'audio/x-m4r'],
  },
  {
    name: 'W64',
    kind: 'audio',
    extensions: ['w64', 'rf64', 'bwf'],
    types: ['audio/x-w64', 'audio/w64', 'audio/rf64'],
  },
  { name: 'MP2', kind: 'audio', extensions: ['mp2', 'mpga', 'm2a'], types: ['audio/mp2', 'audio/x-mp2'] },
  { name: 'AC3', kind: 'audio', extensions: ['ac3'], types: ['audio/ac3', 'audio/vnd.dolby.dd-raw'] },
  { name: 'AU', kind: 'audio', extensions: ['au', 'snd'], types: ['audio/basic'] },
  { name: 'SPX', kind: 'audio', extensions: ['spx'], types: ['audio/x-speex', 'audio/speex'] },
  { name: 'WavPack', kind: 'audio', extensions: ['wv'], types: ['audio/x-wavpack'] },
  { name: 'APE', kind: 'audio', extensions: ['ape'], types: ['audio/x-ape'] },
  { name: 'DSS', kind: 'audio', extensions: ['dss'], types: ['audio/x-dss'] },
];

/** Types of sound that are none: they name other files, or notes to play. */
const WITHOUT_SOUND: ReadonlySet<string> = new Set([
  'audio/mpegurl',
  'audio/x-mpegurl',
  'video/mpegurl',
  'video/vnd.mpegurl',
  'audio/x-scpls',
  'audio/scpls',
  'audio/midi',
  'audio/x-midi',
  'audio/mid',
  'audio/sp-midi',
  'audio/x-ms-wax',
  'video/x-ms-wvx',
  'video/x-ms-asx',
]);

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

const USUAL = entriesOf(FORMATS);
const OTHERS = entriesOf(OTHER_FORMATS);

/** For the file dialog's `accept`. */
export const UPLOAD_ACCEPT = [USUAL, OTHERS]
  .flatMap(({ types, extensions }) => [...types, ...[...extensions].map((each) => `.${each}`)])
  .join(',');

/** The names of the usual formats for people: 'MP4, MOV, AVI'. */
export const VIDEO_FORMATS = namesOf(FORMATS, 'video');
export const AUDIO_FORMATS = namesOf(FORMATS, 'audio');
/** The same of the others. */
export const OTHER_VIDEO_FORMATS = namesOf(OTHER_FORMATS, 'video');
export const OTHER_AUDIO_FORMATS = namesOf(OTHER_FORMATS, 'audio');

/**
 * What a file is by its type and name: 'usual' for the formats that are named to people, 'other' for what is tried although it is none of
 * them, null for what is no recording. A type that says something else, such as 'text/plain', is believed.
 */
export function mediaFormatOf(contentType: string, filename: string): 'usual' | 'other' | null {
  const type = mediaTypeOf(contentType);
  const extension = extensionOf(filename);
  if (WITHOUT_SOUND.has(type)) return null;
  // Systems give some of the others a usual type: an OPUS that is 'audio/ogg' is one of the usual.
  if (USUAL.types.has(type)) return OTHERS.extensions.has(extension) ? 'other' : 'usual';
  if (isAnotherType(type) && !OTHERS.types.has(type)) return null;
  if (USUAL.extensions.has(extension)) return 'usual';
  const isOther = OTHERS.types.has(type) || OTHERS.extensions.has(extension);
  return isOther || isSoundOrPicture(type) ? 'other' : null;
}

/** Whether a file may be uploaded, judging by its type and name. */
export function isUploadable(contentType: string, filename: string): boolean {
  return mediaFormatOf(contentType, filename) !== null;
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
  return type.includes('/') && !isUnknownType(type) && !isSoundOrPicture(type);
}

function isSoundOrPicture(type: string): boolean {
  return /^(?:x-)?(?:audio|video)\//.test(type);
}

function entriesOf(formats: readonly Format[]): Record<'types' | 'extensions', ReadonlySet<string>> {
  return {
    types: new Set(formats.flatMap(({ types }) => types)),
    extensions: new Set(formats.flatMap(({ extensions }) => extensions)),
  };
}

function namesOf(formats: readonly Format[], kind: Format['kind']): string {
  return formats
    .filter((format) => format.kind === kind)
    .map(({ name }) => name)
    .join(', ');
}
