import { expect, it } from 'vitest';
import { contentOf } from './found-content.ts';

const latin = (text: string) => Buffer.from(text, 'latin1');

it.each<[string, Buffer, string | null]>([
  ['a PDF', latin('%PDF-1.7\n%\xe2\xe3\xcf\xd3'), 'a PDF document'],
  [
    'an old Word file',
    latin('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\0\0'),
    'a document of Word, Excel or PowerPoint',
  ],
  [
    'a Word file',
    latin('PK\x03\x04\x14\0\x06\0[Content_Types].xml'),
    'a document of Word, Excel or PowerPoint',
  ],
  ['an archive', latin('PK\x03\x04\x14\0\0\0talk.mp3'), 'a ZIP archive'],
  ['a JPEG', latin('\xff\xd8\xff\xe0\0\x10JFIF'), 'a picture'],
  ['a photograph of a phone', latin('\0\0\0\x18ftypheic\0\0\0\0'), 'a picture'],
  ['a WebP', latin('RIFF\x10\0\0\0WEBPVP8 '), 'a picture'],
  ['MIDI', latin('MThd\0\0\0\x06\0\x01'), 'a list of notes to play (MIDI), which has no speech'],
  ['a playlist', latin('\xef\xbb\xbf#EXTM3U\n#EXTINF:10,\na.mp3'), 'a playlist, which only names recordings'],
  ['a page', latin('\n<!DOCTYPE html><title>Sign in</title>'), 'a web page'],
  ['a text', Buffer.from('What was said: “Müller 你好”.\r\n'), 'a text'],
  ['a text whose end is in the middle of a letter', Buffer.from('Fürth ü').subarray(0, -1), 'a text'],
  ['UTF-16', latin('\xff\xfeT\0a\0'), 'a text'],
  ['zeros', Buffer.alloc(4096), 'only zeros, as an interrupted copy leaves it'],
  ['nothing', Buffer.alloc(0), null],
  ['a WAV', latin('RIFF\x24\0\0\0WAVEfmt \x10\0\0\0'), null],
  ['an MP4', latin('\0\0\0\x18ftypisom\0\0\x02\0'), null],
  ['noise', Buffer.from(Array.from({ length: 4096 }, (_, i) => (i * 7919 * i) % 251)), null],
])('says what %s is that cannot be read', (_, head, found) => expect(contentOf(head)).toBe(found));
