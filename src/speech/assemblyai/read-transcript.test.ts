import { expect, it } from 'vitest';
import type { RemoteTranscript } from './client.ts';
import { parseTranscript } from './read-transcript.ts';

const word = (text: string, start: number, end: number, confidence = 0.9) => ({
  text,
  start,
  end,
  confidence,
});

const job = (parts: Partial<RemoteTranscript>): RemoteTranscript => ({
  id: 'x',
  status: 'completed',
  ...parts,
});

it('names speakers by first appearance and splits an utterance at an interjection', () => {
  const { segments, language } = parseTranscript(
    job({
      language_code: 'en_uk',
      utterances: [
        { speaker: 'C', words: [word('We', 0, 200), word('agreed.', 200, 600), word('Then', 1500, 1800)] },
        { speaker: 'A', words: [word('Yes.', 700, 1000)] },
      ],
    }),
    2000,
  );
  expect(language).toBe('en-GB');
  expect(segments.map(({ speaker, text, startMs, endMs }) => [speaker, text, startMs, endMs])).toEqual([
    ['Speaker 1', 'We agreed.', 0, 600],
    ['Speaker 2', 'Yes.', 700, 1000],
    ['Speaker 1', 'Then', 1500, 1800],
  ]);
  expect(segments[0]).toMatchObject({ timing: 'measured', words: [{ confidence: 0.9 }, {}] });
});

it('cuts a long speech between sentences', () => {
  const words = Array.from({ length: 200 }, (_, index) =>
    word(index % 10 === 9 ? 'end.' : 'word', index * 400, index * 400 + 390),
  );
  const { segments } = parseTranscript(job({ utterances: [{ speaker: 'A', words }] }), 80_000);
  expect(segments.length).toBeGreaterThan(5);
  for (const segment of segments) {
    expect(segment.endMs - segment.startMs).toBeLessThanOrEqual(15_000);
    expect(segment.text).toMatch(/end\.$/);
  }
});

it('uses the words if speakers were not requested', () => {
  const { segments } = parseTranscript(job({ words: [word('Hello', 0, 300)], utterances: null }), 1000);
  expect(segments).toMatchObject([{ speaker: 'Speaker 1', text: 'Hello' }]);
});

it('repairs times that overlap, have no duration or are beyond the end, and drops empty words', () => {
  const { segments } = parseTranscript(
    job({
      words: [
        word(' Two  parts ', -20, 500.4),
        word('', 300, 400),
        word('late', 480.6, 480.6, 1.2),
        word('end', 990, 1400, -1),
      ],
    }),
    1000,
  );
  expect(segments.flatMap(({ words }) => words)).toEqual([
    { text: 'Two parts', startMs: 0, endMs: 481, confidence: 0.9 },
    { text: 'late', startMs: 481, endMs: 482, confidence: 1 },
    { text: 'end', startMs: 990, endMs: 1000, confidence: 0 },
  ]);
});

it.each([
  ['en_us', 'en-US'],
  ['pt', 'pt'],
  ['zh', 'zh'],
  [null, 'und'],
  ['not a language', 'und'],
])('reads the language %j as %s', (code, tag) => {
  expect(parseTranscript(job({ language_code: code, words: [] }), 1000).language).toBe(tag);
});

it('reports doubt if the confidence of the words is low, but not because of a few words', () => {
  const mumbled = (count: number) =>
    Array.from({ length: count }, (_, index) => word('hm', index * 100, index * 100 + 90, 0.3));
  expect(parseTranscript(job({ words: mumbled(12) }), 5000).lowConfidence).toBe(true);
  expect(parseTranscript(job({ words: mumbled(5) }), 5000).lowConfidence).toBe(false);
  expect(parseTranscript(job({ words: [] }), 5000)).toMatchObject({ segments: [], lowConfidence: false });
});
