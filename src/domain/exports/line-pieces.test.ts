import { describe, expect, it } from 'vitest';
import { characterPieces, linePieces } from './line-pieces.ts';

const pieces = (text: string) => linePieces(text).map(({ start, end }) => text.slice(start, end));

describe('linePieces', () => {
  it.each([
    ['Nobody read (it).', ['Nobody', 'read', '(it).']],
    ['今天，我们「好」。', ['今', '天，', '我', '们', '「好」。']],
    ['ちょっとジェット', ['ちょっ', 'と', 'ジェッ', 'ト']],
    ['สวัสดีครับ', ['สวัสดี', 'ครับ']],
    ['한국어 문장', ['한국어', '문장']],
    ['Node会議', ['Node', '会', '議']],
    ['', []],
  ])('cuts %j where a line may end', (text, parts) => expect(pieces(text)).toEqual(parts));

  it('cuts a long word between graphemes', () => {
    const text = 'a 👩‍👩‍👧e\u0301';
    const [, long = { start: 0, end: 0 }] = linePieces(text);
    expect(characterPieces(text, long).map(({ start, end }) => text.slice(start, end))).toEqual([
      '👩‍👩‍👧',
      'e\u0301',
    ]);
  });
});
