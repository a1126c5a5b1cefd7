import { describe, expect, it } from 'vitest';
import { readArguments } from './arguments.ts';

const USUAL = {
  format: 'txt',
  out: undefined,
  options: { suggestSpeakers: true, engine: 'local' },
  cutAtWords: false,
};

describe('readArguments', () => {
  it.each([
    [['a.wav'], { ...USUAL, file: 'a.wav' }],
    [['a.wav', '--format', 'srt'], { ...USUAL, file: 'a.wav', format: 'srt' }],
    [['a.wav', '--out', 'b.JSON'], { ...USUAL, file: 'a.wav', format: 'json', out: 'b.JSON' }],
    [['a.wav', '--out', 'b.vtt'], { ...USUAL, file: 'a.wav', format: 'vtt', out: 'b.vtt' }],
    [['a.wav', '--format', 'md'], { ...USUAL, file: 'a.wav', format: 'md' }],
    [['--out=b.srt', '--format=txt', 'a.wav'], { ...USUAL, file: 'a.wav', out: 'b.srt' }],
    [
      ['a.wav', '--no-speakers'],
      { ...USUAL, file: 'a.wav', options: { suggestSpeakers: false, engine: 'local' } },
    ],
    [
      ['a.wav', '--out', 'b.srt', '--cut-at-words'],
      { ...USUAL, file: 'a.wav', format: 'srt', out: 'b.srt', cutAtWords: true },
    ],
  ])('reads %j', (args, expected) => {
    expect(readArguments(args)).toEqual(expected);
  });

  it.each([
    [[]],
    [['a', 'b']],
    [['a', '--format', 'docx']],
    [['a', '--format']],
    [['a', '--wrong']],
    [['a', '--cut-at-words']],
  ])('reports the problem with %j in one line', (args) => {
    expect(() => readArguments(args)).toThrow(/^[^\n]*Usage: npm run transcribe[^\n]*$/);
  });
});
