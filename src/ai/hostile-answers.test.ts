import { describe, expect, it } from 'vitest';
import { parseCitations } from '#domain/citation-marks.ts';
import { checkDraft } from '#domain/citations.ts';
import { makePassages } from '#domain/passages.ts';
import { indexSources, indexTranscriptPassages } from '#domain/source-index.ts';
import { checkSummary } from '#domain/summary.ts';
import { articleSource } from '#tests/support/articles.ts';
import { fuzzVolume } from '#tests/support/fuzz/volume.ts';
import { askedTranscripts } from '#tests/support/questions.ts';
import { type Random, seededRandom } from '#tests/support/random.ts';
import { segmentsOf } from '#tests/support/transcripts.ts';
import { AnalysisError } from './analysis-error.ts';
import { parseReferences } from './openai/references.ts';
import { parseSummaryAnswer } from './summary-answer.ts';

const ANSWERS = fuzzVolume(10_000);
const PROJECT_ANSWERS = fuzzVolume(4000);
const SUMMARIES = fuzzVolume(2000);
const ARTICLE =
  'The mayor never lied. Some say otherwise. He took the money. Nobody saw it. The bread was sold in Leeds.';
const [transcript] = askedTranscripts();
const segments = segmentsOf(transcript?.lines ?? []);
const said = segments.map(({ text }) => text).join(' ');
const starts = new Set(segments.map(({ startMs }) => Math.floor(startMs / 1000)));
const index = indexTranscriptPassages(makePassages(segments));
const WORDS = said.split(' ');
const PIECES = [
  '[p1]',
  '[p2, p3]',
  '[p9999]',
  '(p. 4)',
  '[p',
  'p5]',
  '[citation:0:00]',
  '[citation:0:12]',
  '[citation:99:99]',
  '[cita',
  'tion:0:12]',
  '[article:A1:"in a bakery"]',
  '[article:A7:"Some say otherwise"]',
  '[citation:T12:0:00]',
  '[citation:T99:0:12]',
  '[p1001]',
  '[p1003]',
  '[p1002]',
  '"never lied. He took the money"',
  '"',
  '“',
  '”',
  '<think>',
  '</think>',
  '```json',
  '{',
  '}',
  '[',
  ']',
  ':',
  ',',
  '\n',
  '\\',
  '\uE000',
  '\u0000',
  '\ud83d',
];

/** A text as a confused or hostile model might write it. */
function garble(random: Random): string {
  const parts = Array.from({ length: random.below(25) }, () => {
    if (random.chance(0.4)) return random.pick(PIECES);
    const from = random.below(WORDS.length);
    const words = WORDS.slice(from, from + 1 + random.below(9)).join(' ');
    return random.chance(0.3) ? `"${random.chance(0.3) ? words.toUpperCase() : words}"` : words;
  });
  return parts.join(random.pick([' ', ' ', '']));
}

const existsAll = (text: string) =>
  parseCitations(text).every(
    (piece) =>
      piece.kind === 'text' ||
      (piece.kind === 'moment' && piece.transcriptId === null && starts.has(piece.seconds)),
  );

describe('the output of a confused or hostile model', () => {
  it(`never becomes a citation of something that does not exist: ${ANSWERS} answers`, () => {
    const random = seededRandom(99);
    const wrong: string[] = [];
    let marks = 0;
    for (let round = 0; round < ANSWERS; round += 1) {
      const answer = garble(random);
      const { text, citations } = checkDraft(index, parseReferences(answer));
      marks += citations.length;
      if (!existsAll(text)) wrong.push(answer);
    }
    expect(wrong).toEqual([]);
    expect(marks).toBeGreaterThan(ANSWERS / 4);
  });

  it(`never becomes a citation of something that is not in the selected passages of a project's sources: ${PROJECT_ANSWERS} answers`, () => {
    const random = seededRandom(97);
    const read = makePassages(segments).filter(({ number }) => number % 3 !== 0);
    const article = articleSource(7, ARTICLE, 1001);
    const parts = article.passages.filter((_, at) => at % 2 === 0);
    const project = indexSources([
      { kind: 'transcript', transcriptId: 12, passages: read },
      { ...article, passages: parts },
    ]);
    const readStarts = new Set(
      read.flatMap((passage) => passage.segments.map(({ startMs }) => Math.floor(startMs / 1000))),
    );
    const exists = (text: string) =>
      parseCitations(text).every((piece) => {
        if (piece.kind === 'text') return true;
        if (piece.kind === 'article')
          return piece.articleId === 7 && parts.some((part) => part.text.includes(piece.quote));
        return piece.transcriptId === 12 && readStarts.has(piece.seconds);
      });
    const wrong: string[] = [];
    const kinds = new Map<string, number>();
    for (let round = 0; round < PROJECT_ANSWERS; round += 1) {
      const answer = garble(random);
      const { text, citations } = checkDraft(project, parseReferences(answer));
      for (const { mark } of citations) kinds.set(mark.kind, (kinds.get(mark.kind) ?? 0) + 1);
      if (!exists(text)) wrong.push(answer);
    }
    expect(wrong).toEqual([]);
    expect(Math.min(...['moment', 'article'].map((kind) => kinds.get(kind) ?? 0))).toBeGreaterThan(100);
  });

  it(`never becomes a quote of words that were not said: ${SUMMARIES} summaries`, () => {
    const random = seededRandom(98);
    const wrong: string[] = [];
    let quotes = 0;
    let refused = 0;
    for (let round = 0; round < SUMMARIES; round += 1) {
      const answer = garbleSummary(random);
      try {
        const summary = checkSummary(index, parseSummaryAnswer(answer));
        quotes += summary.importantQuotes.length;
        const isRight =
          existsAll(JSON.stringify(summary).replaceAll('\\"', '"')) &&
          summary.importantQuotes.every(({ text }) => said.includes(text));
        if (!isRight) wrong.push(answer);
      } catch (error) {
        if (!(error instanceof AnalysisError)) throw error;
        refused += 1;
      }
    }
    expect(wrong).toEqual([]);
    expect(quotes).toBeGreaterThan(SUMMARIES / 10);
    expect(refused).toBeGreaterThan(0);
  });
});

function garbleSummary(random: Random): string {
  const some = (): unknown =>
    random.pick([
      () => garble(random),
      () => ({ text: garble(random), passages: [random.below(30), 'p3', -1, null] }),
      () => [garble(random), { text: garble(random) }, 7, null],
      () => random.below(99),
      () => null,
    ])();
  const quote = () => {
    const from = random.below(WORDS.length);
    return {
      quote: WORDS.slice(from, from + 8).join(random.pick([' ', '  '])),
      passage: random.pick([1, 'p2', 99, null]),
    };
  };
  const answer = JSON.stringify({
    quickSummary: some(),
    keyPoints: [some(), some()],
    mainTopics: some(),
    actionableInsights: some(),
    importantQuotes: [quote(), some(), quote()],
    detailedSummary: [some(), [some()]],
    tags: some(),
  });
  return random.chance(0.1) ? answer.slice(0, random.below(answer.length)) : answer;
}
