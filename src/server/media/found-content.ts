import { open } from 'node:fs/promises';
import { AppError } from '../app-error.ts';

/** As much of a file as says what it is. */
const READ_BYTES = 4096;

interface Kind {
  /** As people read it after 'This file is'. */
  name: string;
  is: (head: Buffer) => boolean;
}

const begins = (...beginnings: readonly string[]) => startsAt(0, ...beginnings);

/** What people take for a recording, or what is left of one, by its first bytes; the first that fits. */
const KINDS: readonly Kind[] = [
  { name: 'only zeros, as an interrupted copy leaves it', is: (head) => head.every((byte) => byte === 0) },
  { name: 'a PDF document', is: begins('%PDF-') },
  {
    name: 'a document of Word, Excel or PowerPoint',
    is: (head) =>
      startsAt(0, '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1')(head) ||
      (isZip(head) && /\[Content_Types\]\.xml|(?:word|xl|ppt)\//.test(head.toString('latin1'))),
  },
  { name: 'a ZIP archive', is: isZip },
  { name: 'a RAR archive', is: begins('Rar!\x1a\x07') },
  { name: 'a 7z archive', is: begins('7z\xbc\xaf\x27\x1c') },
  { name: 'a packed file (gzip)', is: begins('\x1f\x8b') },
  { name: 'a picture', is: isPicture },
  { name: 'a list of notes to play (MIDI), which has no speech', is: begins('MThd') },
  { name: 'a program', is: begins('MZ', '\x7fELF', '\xcf\xfa\xed\xfe') },
  { name: 'a playlist, which only names recordings', is: isPlaylist },
  { name: 'a web page', is: (head) => /^\s*(?:<!doctype html|<html)/i.test(textOf(head)) },
  { name: 'a text', is: isText },
];

/**
 * The error of a file that no media tool can read: it names what the file is instead, where that is known.
 *
 * @param path the file
 * @param error what the media tool rejected with; what is not 'media_unreadable' is returned as it is
 */
export async function namingContent(path: string, error: unknown): Promise<unknown> {
  if (!(error instanceof AppError) || error.code !== 'media_unreadable') return error;
  const found = contentOf(await readHead(path));
  if (found === null) return error;
  return new AppError('media_unreadable', {
    message: `This file could not be read as audio or video. It is ${found}: please choose the recording itself.`,
    cause: error.cause,
  });
}

/** What a file is that is no recording, by its first bytes, as people read it: 'a PDF document'. Null if that is not known. */
export function contentOf(head: Buffer): string | null {
  if (head.length === 0) return null;
  return KINDS.find(({ is }) => is(head))?.name ?? null;
}

async function readHead(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(READ_BYTES), 0, READ_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

function startsAt(offset: number, ...beginnings: readonly string[]): (head: Buffer) => boolean {
  return (head) => {
    const found = head.toString('latin1', offset, offset + 16);
    return beginnings.some((each) => found.startsWith(each));
  };
}

function isZip(head: Buffer): boolean {
  return begins('PK\x03\x04', 'PK\x05\x06')(head);
}

function isPicture(head: Buffer): boolean {
  const isKnown = begins('\x89PNG', '\xff\xd8\xff', 'GIF8', 'II*\0', 'MM\0*', '8BPS')(head);
  const isWebp = begins('RIFF')(head) && startsAt(8, 'WEBP')(head);
  return isKnown || isWebp || startsAt(4, 'ftypheic', 'ftypheix', 'ftypmif1', 'ftypavif')(head);
}

function isPlaylist(head: Buffer): boolean {
  return /^(?:#EXTM3U|\[playlist\]|ffconcat |<asx)/i.test(textOf(head));
}

/** UTF-8 or UTF-16 without signs that no text has. */
function isText(head: Buffer): boolean {
  if (begins('\xff\xfe', '\xfe\xff')(head)) return true;
  // Its end may be in the middle of a letter.
  const text = new TextDecoder().decode(head, { stream: true });
  return !/[\0-\x08\x0e-\x1a\x1c-\x1f\ufffd]/.test(text);
}

function textOf(head: Buffer): string {
  return head
    .toString('utf8')
    .replace(/^\ufeff/, '')
    .trimStart();
}
