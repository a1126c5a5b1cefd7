import { describe, expect, it } from 'vitest';
import { plainFileName } from './file-name.ts';

describe('plainFileName', () => {
  it.each([
    ['interview.mp3', 'interview.mp3'],
    ['../../etc/passwd.mp3', 'passwd.mp3'],
    ['C:\\Users\\ann\\talk.wav', 'talk.wav'],
    ['<img src=x onerror=alert(1)>.mp3', '<img src=x onerror=alert(1)>.mp3'],
    ['🎙️ réunion.m4a', '🎙️ réunion.m4a'],
    ['a\u0000b\nc.mp3', 'abc.mp3'],
    ['invoice\u202e3pm.exe', 'invoice3pm.exe'],
    ['folder/', 'recording'],
    ['', 'recording'],
  ])('makes %j into %j', (given, expected) => {
    expect(plainFileName(given)).toBe(expected);
  });

  it('cuts a long name and keeps its extension', () => {
    const name = plainFileName(`${'ü'.repeat(300)}.flac`);
    expect([...name]).toHaveLength(255);
    expect(name.endsWith('ü.flac')).toBe(true);
  });
});
