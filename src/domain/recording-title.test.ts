import { expect, it } from 'vitest';
import { recordingTitle } from './recording-title.ts';

it.each([
  ['Episode 12: the mill', 'Episode 12: the mill'],
  ['  Two\n lines\u0000 ', 'Two lines'],
  ['x'.repeat(300), 'x'.repeat(200)],
  [`${'x'.repeat(199)}😀`, 'x'.repeat(199)],
  ['<img src=x onerror=alert(1)>', '<img src=x onerror=alert(1)>'],
  [null, null],
  ['', null],
  [' \u0000', null],
  ['Track 01', null],
  ['untitled', null],
  ['Audio Track', null],
  ['0001', null],
])('takes from the tag %j the title %j', (tag, title) => expect(recordingTitle(tag)).toBe(title));
