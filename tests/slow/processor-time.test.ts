import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { summarizeByExtraction } from '#ai/extractive/summary.ts';
import { captionSegments } from '#domain/captions.ts';
import { makePassages } from '#domain/passages.ts';
import { indexTranscriptPassages } from '#domain/source-index.ts';
import { checkSummary } from '#domain/summary.ts';
import { describeFeed } from '#server/sources/podcasts/describe-feed.ts';
import { plainText } from '#server/sources/podcasts/plain-text.ts';
import { HOSTILE_MARKDOWN } from '#tests/support/hostile-markdown.ts';
import { longTalk } from '#tests/support/long-talk.ts';
import { PATIENCE } from '#tests/support/patience.ts';
import { threadMs } from '#tests/support/thread-time.ts';
import { segmentsOf } from '#tests/support/transcripts.ts';
import { AnswerMarkdown } from '#web/citations/answer-markdown.tsx';
import { findPlace } from '#web/features/articles/quote-place.ts';

// What long and hostile texts cost this thread, which other work on the machine hardly changes. What comes of them is in the tests beside the code.

/** Prints the processor time, and fails if it is far above what is promised. */
function expectWithin(promisedMs: number, what: string, work: () => void): void {
  const ms = threadMs(work);
  process.stdout.write(`${what}: ${ms.toFixed(1)} ms (promised ${promisedMs})\n`);
  expect(ms, what).toBeLessThan(promisedMs * PATIENCE);
}

it.each(['<description', '<description ', '<image>', '<![CDATA[', '&lt;', '<'])(
  'describes a feed that is full of %j in no time',
  (piece) => {
    const hostile = `<rss><channel><description>${piece.repeat(64_000 / piece.length)}`;
    expectWithin(10, `a feed of ${piece}`, () => describeFeed(hostile, 600));
  },
);

it('makes plain text of a million < in no time', () => {
  const hostile = '<'.repeat(1_000_000);
  expectWithin(40, 'a million <', () => plainText(hostile, 100));
});

it('converts the captions of ten hours in a moment', () => {
  const parts = ['one', ' two', ' three', ' four', ' five.'].map((text, at) => ({
    text,
    offsetMs: 300 * at,
  }));
  const captions = Array.from({ length: 18_000 }, (_, n) => ({
    startMs: n * 2000,
    endMs: n * 2000 + 3000,
    parts,
  }));
  expectWithin(400, 'captions of ten hours', () =>
    expect(captionSegments(captions).flatMap(({ words }) => words)).toHaveLength(90_000),
  );
});

it('finds a cited passage in a long article in a moment', () => {
  const long = `${'All work and no play makes a dull day. '.repeat(50_000)}Here it IS, at last.`;
  expectWithin(1600, 'a passage in a long article', () =>
    expect(findPlace(long, 'here it is at last')?.isWhole).toBe(true),
  );
});

it.each(HOSTILE_MARKDOWN)('shows an answer of %s in a moment', (name, text) => {
  const answer = createElement(AnswerMarkdown, { text, renderMark: () => null });
  expectWithin(1600, name, () => expect(renderToStaticMarkup(answer).length).toBeGreaterThan(10));
});

it('extracts a summary in a time that grows with the number of words, not with its square', () => {
  const timeOf = (words: number) => {
    const talk = makePassages(segmentsOf(longTalk({ words, seed: 5 })));
    return threadMs(() => {
      const draft = summarizeByExtraction({ title: '', passages: talk });
      checkSummary(indexTranscriptPassages(talk), draft);
    });
  };
  timeOf(9000);
  const [short, long] = [timeOf(10_000), timeOf(160_000)];
  process.stdout.write(`summary of 10,000 words: ${short.toFixed(0)} ms; 160,000: ${long.toFixed(0)} ms\n`);
  // Sixteen times the words: with a square it would be 256 times the time.
  expect(long).toBeLessThan(16 * PATIENCE * Math.max(20, short));
});
