import { toUnicodeForm } from '../unicode-form.ts';

const MAX_BYTES = 120;

/**
 * Turns a title into a file name that every system accepts: no path parts, no reserved characters, not too long. The suffix is kept
 * whole between title and extension.
 */
export function exportFilename(title: string, extension: string, suffix = ''): string {
  const plain = toUnicodeForm(title, 'NFC')
    .replace(/[\p{Cc}\p{Cf}<>:"/\\|?*]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[.\s]+|[.\s]+$/g, '');
  return `${cut(plain) || 'transcript'}${suffix}.${extension}`;
}

// File systems count bytes (255 at most), so a long title in any script is cut between graphemes.
function cut(name: string): string {
  let kept = '';
  let bytes = 0;
  for (const { segment } of new Intl.Segmenter().segment(name)) {
    bytes += utf8Length(segment);
    if (bytes > MAX_BYTES) break;
    kept += segment;
  }
  return kept.trim();
}

function utf8Length(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes;
}
