import { hasMarks } from '#domain/citation-marks.ts';
import type { Draft } from '#domain/citations.ts';
import type { Passage } from '#domain/passages.ts';
import { indexPassages, type RankedPassage, rankPassages } from '#domain/retrieval.ts';
import { splitSentences } from '#domain/sentences.ts';
import { stem } from '#domain/stemming.ts';
import { isStopWord } from '#domain/stop-words.ts';
import { splitTerms } from '#domain/terms.ts';
import type { ChatQuestion } from '../provider.ts';
import { isQuestion } from './cues.ts';
import { answerWhole, type WholeQuote, wholeQuestion } from './whole-questions.ts';

/** Stands at the head of each answer, so that nobody takes quotes for understanding. */
export const QUOTES_ONLY_NOTE =
  'Without an AI key I can only quote the transcript. These passages fit your question best:';
/** The same at the head of an answer about the whole. */
export const WHOLE_NOTE =
  'Without an AI key I can only quote the transcript. These sentences say most about what you ask:';
export const NOTHING_FOUND_NOTE =
  'Without an AI key I can only quote the transcript, and I found nothing in it that fits your question. Try other words, such as those that were used in the recording.';
export const NOTHING_SAID_NOTE = 'Nothing was said in this recording, so there is nothing to quote.';

const MOST_PASSAGES = 4;
/** A passage that has less of the question's weight than this has nothing to do with it. */
const LEAST_COVERAGE = 0.2;
const LEAST_SHARE_OF_BEST = 0.55;
const LONGEST_QUOTE = 320;

/** The passages that fit a question best, quoted in the order in which they were said, with a plain word about what this is. */
export function answerByExtraction({ question, source }: ChatQuestion): Draft {
  if (source.passages.length === 0) return say(NOTHING_SAID_NOTE);
  const whole = wholeQuestion(question);
  if (whole) return list(WHOLE_NOTE, answerWhole(whole, source.passages));
  const ranked = rankPassages(indexPassages(source.passages), question);
  const passages = bestPassages(ranked, source.passages);
  return list(
    QUOTES_ONLY_NOTE,
    passages.map((passage) => ({ passage, quote: quoteFor(passage, question) })),
  );
}

function list(note: string, quotes: readonly WholeQuote[]): Draft {
  if (quotes.length === 0) return say(NOTHING_FOUND_NOTE);
  return [
    ...say(`${note}\n`),
    ...quotes.flatMap(
      ({ passage, quote }): Draft => [
        { kind: 'prose', text: `\n- ${passage.speaker}: `, references: [] },
        { kind: 'quote', reference: { quote, passage: passage.number } },
      ],
    ),
  ];
}

function say(text: string): Draft {
  return [{ kind: 'prose', text, references: [] }];
}

function bestPassages(ranked: readonly RankedPassage[], passages: readonly Passage[]): Passage[] {
  const [best] = ranked;
  if (!best || Math.max(...ranked.slice(0, MOST_PASSAGES).map(({ coverage }) => coverage)) < LEAST_COVERAGE)
    return [];
  const texts = new Map(passages.map(({ number, text }) => [number, text]));
  const numbers = new Set(
    ranked
      .slice(0, MOST_PASSAGES)
      .filter(({ score }) => score >= best.score * LEAST_SHARE_OF_BEST)
      // Where the recording itself asks the question, the answer follows.
      .map(({ number }) =>
        isQuestion(texts.get(number) ?? '') && texts.has(number + 1) ? number + 1 : number,
      ),
  );
  return passages.filter(({ number, text }) => numbers.has(number) && !hasMarks(text));
}

/** The passage, or of a long one the sentences in a row around the one that has most of the question. */
function quoteFor({ text }: Passage, question: string): string {
  if (text.length <= LONGEST_QUOTE) return text;
  const sentences = splitSentences(text);
  const asked = new Set(
    splitTerms(question)
      .map(({ word }) => word)
      .filter((word) => !isStopWord(word))
      .map(stem),
  );
  const hits = sentences.map(
    ({ text: sentence }) => splitTerms(sentence).filter(({ word }) => asked.has(stem(word))).length,
  );
  const best = hits.indexOf(Math.max(...hits));
  let from = best;
  let to = best;
  const length = (first: number, last: number) =>
    (sentences[last]?.end ?? 0) - (sentences[first]?.start ?? 0);
  while (to + 1 < sentences.length && length(from, to + 1) <= LONGEST_QUOTE) to += 1;
  while (from > 0 && length(from - 1, to) <= LONGEST_QUOTE) from -= 1;
  const quote = text.slice(sentences[from]?.start, sentences[to]?.end);
  const end = splitTerms(quote.slice(0, 2 * LONGEST_QUOTE)).at(-2)?.end;
  return quote.length <= 2 * LONGEST_QUOTE ? quote : quote.slice(0, end);
}
