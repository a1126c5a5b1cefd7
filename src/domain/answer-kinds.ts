import type { TextLanguage } from './languages.ts';
import { LEXICONS } from './lexicon/lexicons.ts';
import { perLanguage } from './per-language.ts';
import { phrasePattern } from './phrase-pattern.ts';

/** What a question can ask for. */
export type AnswerKind = 'time' | 'amount' | 'person' | 'reason';

/** Questions for a kind of answer, and texts that contain one. */
interface KindPatterns {
  asks: RegExp;
  answers: readonly RegExp[];
}

/** The kinds of answer that a question asks for, by its own language. */
export function askedKinds(question: string, language: TextLanguage): AnswerKind[] {
  return KINDS.filter((kind) => patternsOf(language)[kind].asks.test(question));
}

/** Whether a text has an answer of one of these kinds, by the text's language. */
export function hasAnswer(text: string, language: TextLanguage, kinds: readonly AnswerKind[]): boolean {
  const patterns = patternsOf(language);
  return kinds.some((kind) => patterns[kind].answers.some((answer) => answer.test(text)));
}

const KINDS: readonly AnswerKind[] = ['time', 'amount', 'person', 'reason'];
const DIGIT = /\d/;
const YEAR = /(?<!\d)\d{4}(?!\d)|\d:\d\d/;
/** A name: a capital letter within a sentence. */
const NAME = /(?<=[\p{Ll},;] )\p{Lu}\p{Ll}+/u;

const ENGLISH: Readonly<Record<AnswerKind, KindPatterns>> = {
  time: {
    asks: /\b(?:when|what (?:day|time|year|date|month)|which (?:day|year|month)|how (?:long|soon|often|old)|since when|deadline)\b/i,
    answers: [
      /\b(?:\d{4}|\d{1,2}(?::\d\d)?\s?(?:am|pm|o'clock)|(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|june|july|august|september|october|november|december|yesterday|tomorrow|tonight|morning|evening|(?:last|next|this|every) (?:week|month|year|spring|summer|autumn|fall|winter)|(?:seconds?|minutes?|hours?|days?|weeks?|months?|years?|decades?|century))\b/i,
    ],
  },
  amount: {
    asks: /\b(?:how (?:much|many|big|large|far|high|fast|tall|heavy|deep)|what (?:percentage|share|number|price|temperature)|cost)\b/i,
    answers: [
      /\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|million|billion|half|third|quarter|percent|dozen)\b/i,
    ],
  },
  person: { asks: /\bwho(?:m|se)?\b/i, answers: [NAME] },
  reason: {
    asks: /\bwhy\b|\bwhat (?:caused|made)\b|\breasons?\b/i,
    answers: [/\b(?:because|since|reason|due to|so that|caused?|that's why)\b/i],
  },
};

/** English serves for languages that we do not know: numbers and names look alike in most. */
const patternsOf = perLanguage((language: TextLanguage): Readonly<Record<AnswerKind, KindPatterns>> => {
  if (language === null || language === 'en') return ENGLISH;
  const { time, amount, person, reason } = LEXICONS[language].kinds;
  // German nouns have capital letters as well.
  const names = language === 'de' ? [] : [NAME];
  const pattern = (
    { asks, answers }: { asks: string; answers: string },
    ...others: RegExp[]
  ): KindPatterns => ({
    asks: phrasePattern(asks),
    answers: [phrasePattern(answers), ...others],
  });
  return {
    time: pattern(time, YEAR),
    amount: pattern(amount, DIGIT),
    person: pattern(person, ...names),
    reason: pattern(reason),
  };
});
