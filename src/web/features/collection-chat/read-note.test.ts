import { describe, expect, it } from 'vitest';
import { sayRead } from './read-note.tsx';

const read = (transcripts: number, ofTranscripts: number, articles = 0, ofArticles = 0) =>
  sayRead({
    count: { transcripts, articles },
    outOf: { transcripts: ofTranscripts, articles: ofArticles },
  });

describe('what was read for an answer', () => {
  it('is said in numbers, and of a single source without them', () => {
    expect(read(1, 1)).toBe('Read the transcript');
    expect(read(12, 12)).toBe('Read all 12 transcripts');
    expect(read(3, 1400)).toBe('Read 3 of 1,400 transcripts');
    expect(read(3, 140, 1, 1)).toBe('Read 3 of 140 transcripts and the article');
    expect(read(0, 2, 2, 2)).toBe('Read 0 of 2 transcripts and all 2 articles');
    expect(read(0, 0, 1, 5)).toBe('Read 1 of 5 articles');
  });
});
