import { describe, expect, it } from 'vitest';
import { type HeardPassage, type SpokenTurn, speakersAgain, turnsOfWords } from './speakers-again.ts';

/** Passages as 'speaker: words', settled with '!'; words of 400 ms. */
function passagesOf(...lines: string[]): HeardPassage[] {
  let ms = 0;
  return lines.map((line, index) => {
    const [speaker = '', text = ''] = line.split(': ');
    const words = text
      .split(' ')
      .filter(Boolean)
      .map(() => {
        const startMs = ms;
        ms += 400;
        return { startMs, endMs: startMs + 380 };
      });
    return {
      id: index + 1,
      speaker: speaker.replace('!', ''),
      text,
      words,
      isSettled: speaker.endsWith('!'),
    };
  });
}

/** The turns of the passages' words by their speakers, a digit each. */
function turnsOf(passages: readonly HeardPassage[], found: string): SpokenTurn[] {
  return turnsOfWords(
    passages.flatMap(({ words }) => words),
    [...found].map(Number),
  );
}

/** The changes as 'id speaker: words | speaker: words'. */
function again(lines: string[], found: string, taken: string[] = []) {
  const passages = passagesOf(...lines);
  const { changes, before, after } = speakersAgain(passages, turnsOf(passages, found), taken);
  const texts = changes.map(
    ({ id, parts }) => `${id} ${parts.map(({ speaker, text }) => `${speaker}: ${text}`).join(' | ')}`,
  );
  return { texts, before, after };
}

describe('speakers found again', () => {
  it('keep their labels if the same voices speak, whatever their numbers', () => {
    expect(again(['A: one two three', 'B: four five'], '77722')).toEqual({ texts: [], before: 2, after: 2 });
  });

  it('are fewer: the label with most of the voice stays', () => {
    expect(again(['A: one two three', 'B: four', 'A: five'], '00000')).toEqual({
      texts: ['2 A: four'],
      before: 2,
      after: 1,
    });
  });

  it('are more: the voice that is left over gets a new label, none that has a name', () => {
    expect(again(['Speaker 1: one two three', 'Speaker 1: four'], '0001', ['Speaker 2'])).toEqual({
      texts: ['2 Speaker 3: four'],
      before: 1,
      after: 2,
    });
  });

  it('divide a passage between words', () => {
    expect(again(['A: one two three four', 'B: five six seven'], '0011111').texts).toEqual([
      '1 A: one two | B: three four',
    ]);
  });

  it('stay where somebody said who speaks', () => {
    expect(again(['A: one two three', 'B!: four', 'A: five'], '00000')).toEqual({
      texts: [],
      before: 2,
      after: 2,
    });
  });

  it('keep the speaker of a passage without words, and of a text without passages', () => {
    expect(again(['A: one', 'B: ', 'A: two'], '00').texts).toEqual([]);
    expect(again([], '')).toEqual({ texts: [], before: 0, after: 0 });
  });

  it('are found in the longest text, and in one word repeated', () => {
    const lines = Array.from(
      { length: 10_000 },
      (_, index) => `Speaker ${(index % 12) + 1}: ${'말 '.repeat(20).trim()}`,
    );
    const { texts, after } = again(lines, '0123456789'.repeat(20_000));
    expect(texts).toHaveLength(10_000);
    expect(after).toBe(10);
  });

  it('go to the nearest turn if words were added, and as a whole if words and text differ', () => {
    const passages = passagesOf('A: one two three four five', 'B: six');
    const turns = [
      { startMs: 0, endMs: 900, speaker: 0 },
      { startMs: 1700, endMs: 2400, speaker: 1 },
    ];
    expect(speakersAgain(passages, turns, []).changes.map(({ parts }) => parts)).toEqual([
      [
        { speaker: 'A', words: 3, text: 'one two three' },
        { speaker: 'B', words: 2, text: 'four five' },
      ],
    ]);
    const rewritten = passages.map((passage) => ({ ...passage, text: passage.text.replace('two', '') }));
    expect(speakersAgain(rewritten, turns, []).changes).toEqual([]);
  });
});
