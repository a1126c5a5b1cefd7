import { askedWords } from '#domain/asked-words.ts';
import { hasMarks, MAX_ARTICLE_QUOTE } from '#domain/citation-marks.ts';
import type { Draft } from '#domain/citations.ts';
import { unknownLanguagesNote } from '#domain/languages.ts';
import type { RankedPassage } from '#domain/ranked-passage.ts';
import { retrieve } from '#domain/retrieval.ts';
import { splitSentences } from '#domain/sentences.ts';
import { splitTerms } from '#domain/terms.ts';
import { stemsInText } from '#domain/word-forms.ts';
import type { Scope } from '../prompts.ts';
import type { ChatQuestion, ChatSource } from '../provider.ts';
import { languageOfSource, unknownLanguages } from '../source-language.ts';
import { scopeOf, searchedPassages } from '../source-selection.ts';
import { isQuestion } from './cues.ts';
import { type SaidPassage, saidPassages } from './scored-sentences.ts';
import { answerWhole, answerWholeCollection, type WholeQuote, wholeQuestion } from './whole-questions.ts';

interface Notes {
  /** Begins a conversation's first answer, so that nobody mistakes quotes for understanding. */
  keyless: string;
  /** Introduces the quotes. */
  quotesOnly: string;
  /** The same in an answer about the whole recording. */
  whole: string;
  nothingFound: string;
  nothingSaid: string;
}

export const NOTES: Readonly<Record<Scope, Notes>> = {
  transcript: {
    keyless: 'Without an AI key I can only quote the transcript.',
    quotesOnly: 'These passages fit your question best:',
    whole: 'These sentences say most about what you ask:',
    nothingFound:
      'I found nothing in the transcript that fits your question. Try other words, such as those that were used in the recording.',
    nothingSaid: 'Nothing was said in this recording, so there is nothing to quote.',
  },
  collection: {
    keyless: 'Without an AI key I can only quote the recordings and articles.',
    quotesOnly: 'These passages fit your question best:',
    whole: 'These sentences say most about what you ask:',
    nothingFound:
      'I found nothing in the recordings and articles that fits your question. Try other words, such as those that are used in them.',
    nothingSaid: 'There are no words in the recordings and articles, so there is nothing to quote.',
  },
};

const MAX_PASSAGES = 4;
/** From one source of a collection, while others have equally relevant passages. */
const MAX_PER_SOURCE = 2;
/** A passage with a smaller share of the question's weight is irrelevant. */
const MIN_COVERAGE = 0.2;
const MIN_SHARE_OF_BEST = 0.55;
const LONGEST_QUOTE = 320;
/** A citation of an article holds at most this many characters. */
const LONGEST_ARTICLE_QUOTE = MAX_ARTICLE_QUOTE;

/**
 * The passages most relevant to a question, quoted in the order in which they were said, source by source, with a note on what
 * this is.
 */
export function answerByExtraction({ question, sources, found, nearness, history }: ChatQuestion): Draft {
  const scope = scopeOf(sources);
  const notes = withKeyless(NOTES[scope], { history, sources });
  if (sources.every(({ passages }) => passages.length === 0)) return say(notes.nothingSaid);
  const whole = wholeQuestion(question, scope, [...new Set(sources.map(languageOfSource))]);
  const spoken = sources.map(saidPassages);
  const said = { sources, spoken, notes };
  if (whole) {
    const quotes =
      scope === 'transcript' ? answerWhole(whole, spoken[0] ?? []) : answerWholeCollection(whole, spoken);
    return list(notes.whole, quotes, said);
  }
  const ranked = found ?? retrieve({ question, passages: searchedPassages(sources), nearness });
  const quotes = bestPassages(ranked, spoken).map((passage) => ({
    passage,
    quote: quoteFor(passage, question),
  }));
  return list(notes.quotesOnly, quotes, said);
}

/** The notes of an answer: only the first one of a conversation explains why there are only quotes. */
function withKeyless(notes: Notes, { history, sources }: Pick<ChatQuestion, 'history' | 'sources'>): Notes {
  const isSaid = history.some(({ role, text }) => role === 'assistant' && text.startsWith(notes.keyless));
  if (isSaid) return notes;
  const unknown = unknownLanguagesNote(unknownLanguages(sources));
  const first = (note: string) => [notes.keyless, unknown, note].filter((part) => part !== '').join(' ');
  return {
    ...notes,
    quotesOnly: first(notes.quotesOnly),
    whole: first(notes.whole),
    nothingFound: first(notes.nothingFound),
  };
}

interface Said {
  sources: readonly ChatSource[];
  /** The sentences spoken in each source. */
  spoken: readonly (readonly SaidPassage[])[];
  notes: Notes;
}

function list(note: string, quotes: readonly WholeQuote[], { sources, spoken, notes }: Said): Draft {
  if (quotes.length === 0) return say(notes.nothingFound);
  const titles = new Map(
    scopeOf(sources) === 'transcript'
      ? []
      : spoken.flatMap((passages, at) => passages.map(({ number }) => [number, sources[at]?.title ?? ''])),
  );
  return [
    ...say(`${note}\n`),
    ...quotes.flatMap(({ passage: { number, speaker }, quote }): Draft => {
      const who = [titles.get(number) ?? '', speaker].filter((part) => part !== '').join(', ');
      return [
        { kind: 'prose', text: `\n- ${who}: `, references: [] },
        { kind: 'quote', reference: { quote, passage: number } },
      ];
    }),
  ];
}

function say(text: string): Draft {
  return [{ kind: 'prose', text, references: [] }];
}

function bestPassages(
  ranked: readonly RankedPassage[],
  sources: readonly (readonly SaidPassage[])[],
): SaidPassage[] {
  const [best] = ranked;
  if (!best || Math.max(...ranked.slice(0, MAX_PASSAGES).map(({ coverage }) => coverage)) < MIN_COVERAGE)
    return [];
  const sourceOf = new Map(sources.flatMap((passages, at) => passages.map(({ number }) => [number, at])));
  const texts = new Map(sources.flat().map(({ number, text }) => [number, text]));
  const fitting = ranked.filter(({ score }) => score >= best.score * MIN_SHARE_OF_BEST);
  const chosen = fromDifferentSources(fitting, (number) => sourceOf.get(number)).map(({ number }) =>
    // If the recording itself asks the question, the answer follows.
    isQuestion(texts.get(number) ?? '') && texts.has(number + 1) ? number + 1 : number,
  );
  const order = [...new Set(chosen.map((number) => sourceOf.get(number)))];
  return order.flatMap((at) =>
    (sources[at ?? 0] ?? []).filter(({ number, text }) => chosen.includes(number) && !hasMarks(text)),
  );
}

/** The best ones; at most two from one source while another has relevant passages. */
function fromDifferentSources(
  ranked: readonly RankedPassage[],
  sourceOf: (number: number) => number | undefined,
): RankedPassage[] {
  const counts = new Map<number | undefined, number>();
  const first: RankedPassage[] = [];
  const later: RankedPassage[] = [];
  for (const each of ranked) {
    const source = sourceOf(each.number);
    const count = counts.get(source) ?? 0;
    counts.set(source, count + 1);
    (count < MAX_PER_SOURCE ? first : later).push(each);
  }
  return [...first, ...later].slice(0, MAX_PASSAGES);
}

/** The passage, or, of a long one, consecutive sentences around the one most relevant to the question. */
function quoteFor({ text, speaker, language }: SaidPassage, question: string): string {
  const longest = speaker === '' ? LONGEST_ARTICLE_QUOTE : LONGEST_QUOTE;
  if (text.length <= longest) return text;
  const sentences = splitSentences(text, language);
  const asked = new Set(askedWords(question, [language]).words.flatMap(({ stems }) => stems));
  const hits = sentences.map(
    ({ text: sentence }) => stemsInText(sentence, language).filter((one) => asked.has(one)).length,
  );
  const best = hits.indexOf(Math.max(...hits));
  let from = best;
  let to = best;
  const length = (first: number, last: number) =>
    (sentences[last]?.end ?? 0) - (sentences[first]?.start ?? 0);
  while (to + 1 < sentences.length && length(from, to + 1) <= longest) to += 1;
  while (from > 0 && length(from - 1, to) <= longest) from -= 1;
  const quote = text.slice(sentences[from]?.start, sentences[to]?.end);
  const end = splitTerms(quote.slice(0, 2 * longest)).at(-2)?.end;
  return quote.length <= 2 * longest ? quote : quote.slice(0, end);
}
