import { describe, expect, it } from 'vitest';
import { readArguments } from './arguments.ts';

const USUAL = {
  format: 'txt',
  out: undefined,
  suggestSpeakers: true,
  speakers: null,
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
    [['a.wav', '--no-speakers'], { ...USUAL, file: 'a.wav', suggestSpeakers: false }],
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

describe('--speakers', () => {
  it('says how many people speak', () => {
    expect(readArguments(['a.wav', '--speakers', '3'])).toMatchObject({
      suggestSpeakers: true,
      speakers: 3,
    });
  });

  it.each(['0', '11', '2.5', 'three', '', '-1'])('refuses "%s"', (count) => {
    expect(() => readArguments(['a.wav', `--speakers=${count}`])).toThrow('from 1 to 10');
  });

  it('is not for a text without speakers', () => {
    expect(() => readArguments(['a.wav', '--no-speakers', '--speakers', '2'])).toThrow('exclude');
  });
});
