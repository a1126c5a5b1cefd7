import { questionLanguage } from './guess-language.ts';
import type { KnownLanguage, TextLanguage } from './languages.ts';
import { LEXICONS } from './lexicon/lexicons.ts';
import { perLanguage } from './per-language.ts';
import { comparable, isInPieces, splitForSearch, splitTerms, type Term } from './terms.ts';
import { stemsOf, wordFormsOf } from './word-forms.ts';

/** What a question asks for. */
export interface AskedWords {
  /** The question's own language. */
  language: TextLanguage;
  /** The words to search for, each once. */
  words: readonly AskedWord[];
  /** Whether the question has content words, and not just stop words. */
  tells: boolean;
}

/** A word of a question, or a piece of one in a script that is searched in pieces. */
export interface AskedWord {
  /** As `splitForSearch` gives it. */
  word: string;
  /** Its stems by the languages of the texts, often the same one. */
  stems: readonly string[];
}

/** No question needs more, and a pasted book must not slow down the search. */
export const MAX_QUESTION_CHARACTERS = 4000;

/**
 * The words of a question to search for in texts of these languages. The question may be asked in another one, so its words are stemmed as
 * words of each. A question of stop words alone keeps them.
 */
export function askedWords(question: string, languages: readonly TextLanguage[]): AskedWords {
  const read = question.slice(0, MAX_QUESTION_CHARACTERS);
  const language = questionLanguage(read, languages);
  const { isStopWord, stem } = wordFormsOf(language);
  const terms = splitTerms(read, language);
  const telling = terms.filter(({ word }) => !isStopWord(word));
  const subjects = telling.filter(({ start, end }) => !isAsking(language, stem(read.slice(start, end))));
  const asked = [subjects, telling, terms].find((some) => some.length > 0) ?? [];
  const stemmers = [...new Set([...languages, language])].map((one) => wordFormsOf(one).stem);
  const byStems = new Map<string, AskedWord>();
  for (const written of soughtIn(read, asked)) {
    const word = comparable(written);
    const stems = isInPieces(word) ? [word] : [...new Set(stemmers.map((stemOf) => stemOf(written)))];
    byStems.set(stems.join(' '), { word, stems });
  }
  return { language, words: [...byStems.values()], tells: telling.length > 0 };
}

/** The words and pieces to search for, as they are written. Characters that a dictionary leaves alone side by side, as in names, are searched together. */
function soughtIn(question: string, terms: readonly Term[]): string[] {
  const stretches: { text: string; end: number; isLoose: boolean }[] = [];
  for (const { start, end } of terms) {
    if (!isInPieces(question.slice(start, end))) {
      stretches.push({ text: question.slice(start, end), end, isLoose: false });
      continue;
    }
    const last = stretches.at(-1);
    const isLoose = end - start === 1;
    if (isLoose && last?.isLoose && last.end === start) {
      last.text += question.slice(start, end);
      last.end = end;
    } else stretches.push({ text: question.slice(start, end), end, isLoose });
  }
  return stretches.flatMap(({ text }) => {
    if (!isInPieces(text)) return [text];
    const pieces = splitForSearch(text).map(({ start, end }) => text.slice(start, end));
    // Two characters together say more than each of them alone.
    const pairs = pieces.filter((piece) => !isInPieces(piece) || [...piece.normalize('NFC')].length > 1);
    return pairs.length > 0 ? pairs : pieces;
  });
}

// Words that belong to the act of asking, not to the subject; they count only if there are no others.
const ENGLISH =
  'answer ask describe discuss explain happen mention say speak speaker summarize talk tell transcript recording video podcast article';
const askingStems = perLanguage((language: KnownLanguage) =>
  stemsOf(language === 'en' ? ENGLISH : LEXICONS[language].asking, language),
);

function isAsking(language: TextLanguage, stemmed: string): boolean {
  if (language === null) return false;
  // In Japanese, words without Chinese characters mostly tie the others together.
  if (language === 'ja' && /^[\p{Script=Hiragana}\p{M}]+$/u.test(stemmed)) return true;
  return askingStems(language).has(stemmed);
}
