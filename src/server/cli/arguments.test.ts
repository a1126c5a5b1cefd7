import { describe, expect, it } from 'vitest';
import { readArguments } from './arguments.ts';

describe('readArguments', () => {
  it.each([
    [['a.wav'], { file: 'a.wav', format: 'txt', out: undefined, suggestSpeakers: true }],
    [['a.wav', '--format', 'srt'], { file: 'a.wav', format: 'srt', out: undefined, suggestSpeakers: true }],
    [['a.wav', '--out', 'b.JSON'], { file: 'a.wav', format: 'json', out: 'b.JSON', suggestSpeakers: true }],
    [
      ['--out=b.srt', '--format=txt', 'a.wav'],
      { file: 'a.wav', format: 'txt', out: 'b.srt', suggestSpeakers: true },
    ],
    [['a.wav', '--no-speakers'], { file: 'a.wav', format: 'txt', out: undefined, suggestSpeakers: false }],
  ])('reads %j', (args, expected) => {
    expect(readArguments(args)).toEqual(expected);
  });

  it.each([[[]], [['a', 'b']], [['a', '--format', 'docx']], [['a', '--format']], [['a', '--wrong']]])(
    'says in one line what is wrong with %j',
    (args) => {
      expect(() => readArguments(args)).toThrow(/^[^\n]*Usage: npm run transcribe[^\n]*$/);
    },
  );
});
