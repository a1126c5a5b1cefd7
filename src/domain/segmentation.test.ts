import { describe, expect, it } from 'vitest';
import { type SpokenWord, segmentsOfWords } from './segmentation.ts';

/** Words of 300 ms each with gaps of 50 ms; '|' is a pause of 500 ms, '||' one of 1.5 s, '/' changes the speaker. */
function say(text: string): SpokenWord[] {
  const words: SpokenWord[] = [];
  let ms = 0;
  let speaker = 1;
  for (const part of text.split(' ')) {
    if (part === '|') ms += 500;
    else if (part === '||') ms += 1500;
    else if (part === '/') speaker++;
    else {
      words.push({
        text: part,
        startMs: ms,
        endMs: ms + 300,
        confidence: 0.5,
        speaker: `Speaker ${speaker}`,
        timing: 'measured',
      });
      ms += 350;
    }
  }
  return words;
}

const textsOf = (text: string) => segmentsOfWords(say(text)).map((segment) => segment.text);

describe('segmentsOfWords', () => {
  it('keeps short sentences together, three at most', () => {
    expect(textsOf('One. Two. Three. Four. Five.')).toEqual(['One. Two. Three.', 'Four. Five.']);
  });

  it('splits after a sentence with a pause, and anywhere at a long pause', () => {
    expect(textsOf('I am here. | You are too.')).toEqual(['I am here.', 'You are too.']);
    expect(textsOf('I am | here || and there.')).toEqual(['I am here', 'and there.']);
  });

  it('joins words of scripts without spaces as they are written', () => {
    expect(textsOf('我们 今天 用 Tapescript 谈谈。')).toEqual(['我们今天用 Tapescript 谈谈。']);
  });

  it('splits at a speaker change', () => {
    const segments = segmentsOfWords(say('yes / no no'));
    expect(segments.map(({ speaker, text }) => `${speaker}: ${text}`)).toEqual([
      'Speaker 1: yes',
      'Speaker 2: no no',
    ]);
  });

  it('does not mistake a title such as "Dr." for the end of a sentence', () => {
    expect(textsOf('I met Dr. | Miller today.')).toEqual(['I met Dr. Miller today.']);
  });

  it('cuts endless talk at the best place and loses no word', () => {
    const words = Array.from({ length: 120 }, (_, index) =>
      index % 30 === 25 ? `word${index},` : `word${index}`,
    );
    const segments = segmentsOfWords(say(words.join(' ')));
    expect(segments.flatMap(({ text }) => text.split(' '))).toEqual(words);
    expect(Math.max(...segments.map(({ startMs, endMs }) => endMs - startMs))).toBeLessThanOrEqual(15_000);
    expect(segments[0]?.text.endsWith(',')).toBe(true);
  });

  it('gives no segments without words', () => {
    expect(segmentsOfWords([])).toEqual([]);
  });
});
