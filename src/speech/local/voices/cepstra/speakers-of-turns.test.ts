import { describe, expect, it } from 'vitest';
import { speakersOfTurns } from './speakers-of-turns.ts';

/** Words of 400 ms each without pauses, except 300 ms after a word with '|'. */
function labelsOf(text: string, ...turns: [speaker: number, endMs: number][]): string {
  let ms = 0;
  const words = text.split(' ').map((each) => {
    const startMs = ms;
    ms += each.endsWith('|') ? 700 : 400;
    return { text: each.replace('|', ''), startMs, endMs: startMs + 400 };
  });
  const spans = turns.map(([speaker, endMs], index) => ({
    speaker,
    startMs: turns[index - 1]?.[1] ?? 0,
    endMs,
  }));
  const speakers = speakersOfTurns(words, spans);
  const order = [...new Set(speakers)];
  return speakers.map((speaker) => order.indexOf(speaker) + 1).join('');
}

describe('speakersOfTurns', () => {
  it('gives each word to the speaker of the turn in which it is said', () => {
    expect(labelsOf('a b c d e f g h i j k l', [4, 1600], [0, 3200], [4, 4800])).toBe('111122221111');
  });

  it('assigns a word to the speaker of most of it', () => {
    expect(labelsOf('a b c d e f g h', [0, 1700], [1, 3200])).toBe('11112222');
  });

  it('moves a speaker change to the nearest end of a sentence', () => {
    expect(labelsOf('How are you? Fine and you there', [0, 1600], [1, 2800])).toBe('1112222');
    expect(labelsOf('How are you today? Fine and you', [0, 1200], [1, 2800])).toBe('1111222');
  });

  it('joins very short turns within a sentence with their neighbors', () => {
    // A real result from a talk of 54 minutes: four turns in one sentence.
    expect(
      labelsOf('The new school was paid for by all of us.', [2, 400], [0, 1200], [1, 2400], [0, 4000]),
    ).toBe('1111111111');
    expect(labelsOf('a b c d e f g', [0, 1200], [1, 1600], [0, 2800])).toBe('1111111');
    // Long in time, but only three words.
    expect(labelsOf('a b c d e f| g h i j k l m', [0, 1600], [1, 3100], [0, 6000])).toBe('1111111111111');
  });

  it('assigns the wrongly detected start of a sentence to the speaker of the rest', () => {
    expect(labelsOf('All is well. And so we left the house.', [0, 2400], [1, 3600])).toBe('111222222');
    expect(labelsOf('All is well. And so we then left the house again.', [0, 2400], [1, 4400])).toBe(
      '11122222222',
    );
  });

  it.each(['Yes.', 'Mm-hm.', 'Right!', 'Oh, really?'])('keeps %s as a separate turn', (said) => {
    const endMs = 1200 + 400 * said.split(' ').length;
    const mine = '2'.repeat(said.split(' ').length);
    expect(labelsOf(`a b c. ${said} e f g`, [0, 1200], [1, endMs], [0, endMs + 1200])).toBe(`111${mine}111`);
    expect(labelsOf(`${said} Go on, then.`, [1, endMs - 1200], [0, endMs])).toBe(
      `${mine.replaceAll('2', '1')}222`,
    );
  });

  it('keeps an interjection between pauses, and a speaker who really takes over within a sentence', () => {
    expect(labelsOf('so we went| oh yes| to the shop and', [0, 1500], [1, 2600], [0, 5000])).toBe(
      '111221111',
    );
    expect(labelsOf('so we went home and you then went to the shop', [0, 2000], [1, 4400])).toBe(
      '11111222222',
    );
  });

  it('has one speaker if there are no turns', () => {
    expect(labelsOf('a b c')).toBe('111');
  });
});
