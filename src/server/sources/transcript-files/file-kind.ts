/** What the first bytes of files that are no transcripts are, by what they say. */
const KINDS: readonly (readonly [signature: string, name: string])[] = [
  ['%PDF', 'a PDF'],
  ['{\\rtf', 'an RTF document'],
  ['\xd0\xcf\x11\xe0', 'an old Word document (DOC) or another file of old Microsoft Office'],
  ['\x89PNG', 'a picture (PNG)'],
  ['\xff\xd8\xff', 'a picture (JPEG)'],
  ['GIF8', 'a picture (GIF)'],
  ['ID3', 'a recording (MP3)'],
  ['\xff\xfb', 'a recording (MP3)'],
  ['\xff\xf3', 'a recording (MP3)'],
  ['fLaC', 'a recording (FLAC)'],
  ['OggS', 'a recording (Ogg)'],
  ['\x1aE\xdf\xa3', 'a recording (WebM or Matroska)'],
  ['\x1f\x8b', 'a compressed file (gzip)'],
  ['7z\xbc\xaf', 'an archive (7z)'],
  ['Rar!', 'an archive (RAR)'],
  ['SQLite format 3', 'a database (SQLite)'],
  ['\x7fELF', 'a program'],
];
/** What control characters a text has, it has by accident: more of them are another kind of file. */
const MOST_CONTROLS_SHARE = 0.01;
const HEAD = 100_000;
const DOCX = 'a Word document (DOCX)';

/** What a file is that is no text, in words ('a PDF'), by its first bytes and its name; null for what may be a text. */
export function kindOfBinary(bytes: Uint8Array): string | null {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 512)).toString('latin1');
  if (head.startsWith('PK\x03\x04')) return kindOfZip(bytes);
  const known = KINDS.find(([signature]) => head.startsWith(signature));
  if (known) return known[1];
  if (head.startsWith('RIFF'))
    return head.slice(8, 12) === 'WAVE' ? 'a recording (WAV)' : 'a video or picture (RIFF)';
  if (head.slice(4, 8) === 'ftyp') return 'a recording (MP4)';
  return null;
}

/** Whether a decoded text has so many control characters that it is none. */
export function isNoText(text: string): boolean {
  const head = text.slice(0, HEAD);
  const odd = head.match(/[\u0000-\u0008\u000e-\u001a\u001c-\u001f\ufffd]/g)?.length ?? 0;
  return odd > head.length * MOST_CONTROLS_SHARE;
}

function kindOfZip(bytes: Uint8Array): string {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  if (all.includes('word/document.xml')) return DOCX;
  if (all.includes('opendocument.text')) return 'an OpenDocument text (ODT)';
  if (all.includes('xl/workbook.xml')) return 'an Excel workbook (XLSX)';
  if (all.includes('ppt/presentation.xml')) return 'a PowerPoint presentation (PPTX)';
  return 'an archive (ZIP)';
}

/** Whether a file is a Word document, by its content. */
export function isDocx(bytes: Uint8Array): boolean {
  return kindOfBinary(bytes) === DOCX;
}
