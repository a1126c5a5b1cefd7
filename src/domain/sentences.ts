import type { KnownLanguage, TextLanguage } from './languages.ts';
import { LEXICONS } from './lexicon/lexicons.ts';
import { perLanguage } from './per-language.ts';

/** A sentence of a text and its range (UTF-16 offsets, end exclusive, without surrounding white space). */
export interface Sentence {
  text: string;
  start: number;
  end: number;
}

// Intl.Segmenter ends a sentence after "Dr." and "e.g."; the sentence continues after these, and after a single letter.
const ENGLISH = 'mr mrs ms dr prof st vs etc e.g i.e no inc ltd jr sr approx dept';
/** Of any language, with the character before it. */
const LONGEST_ABBREVIATION = 12;
/** German writes "the 3rd" as "der 3."; what follows then is a month, a century or a floor. */
const ORDINAL = /(?:^|\s)\d{1,2}\.$/;
const AFTER_ORDINAL =
  /^(?:januar|jänner|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember|jahrhundert|stock|klasse|kapitel|platz|lebensjahr)/i;

let segmenter: Intl.Segmenter | undefined;

/** Splits a text into sentences, with the abbreviations of its language; null for one that we do not know. A text without full stops is one sentence. */
export function splitSentences(text: string, language: TextLanguage = 'en'): Sentence[] {
  // Creating a segmenter takes longer than splitting a short text. The rules are the same in all languages but Greek.
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'sentence' });
  const abbreviation = abbreviationOf(language);
  const sentences: Sentence[] = [];
  for (const { segment, index } of segmenter.segment(text)) {
    const previous = sentences.at(-1);
    const closing = previous && language === 'fr' ? (/^\s*»\s*/.exec(segment)?.[0] ?? '') : '';
    if (previous && closing !== '') extend(previous, text, index + closing.trimEnd().length);
    const trimmed = segment.slice(closing.length).trim();
    if (trimmed === '') continue;
    const start = index + closing.length + segment.slice(closing.length).indexOf(trimmed);
    const end = start + trimmed.length;
    const before = previous?.text.slice(-LONGEST_ABBREVIATION) ?? '';
    if (previous && (abbreviation.test(before) || goesOn(before, trimmed, language)))
      extend(previous, text, end);
    else sentences.push({ text: trimmed, start, end });
  }
  return sentences;
}

function extend(sentence: Sentence, text: string, end: number): void {
  sentence.end = end;
  sentence.text = text.slice(sentence.start, end);
}

/** Whether a sentence goes on although it seems to end, in a language that the segmenter does not know well enough. */
function goesOn(before: string, after: string, language: TextLanguage): boolean {
  if (language === 'de') return ORDINAL.test(before) && AFTER_ORDINAL.test(after);
  // What somebody said, and then that it was said.
  if (language === 'fr') return before.endsWith('»') && /^\p{Ll}/u.test(after);
  return language === 'ja' && /[」』]$/.test(before) && /^(?:と|って)/.test(after);
}

/** "No." is a whole sentence in these languages. */
const NO_IS_A_SENTENCE: ReadonlySet<KnownLanguage> = new Set(['es', 'it']);

/** Matches a text that ends with an abbreviation of the language, or with an English one, as names and titles are often English. */
const abbreviationOf = perLanguage((language: TextLanguage): RegExp => {
  const isEnglish = language === null || language === 'en';
  const own = isEnglish ? '' : (LEXICONS[language].abbreviations ?? '');
  const words = `${ENGLISH} ${own}`
    .trim()
    .split(/\s+/)
    .filter((word) => word !== 'no' || !NO_IS_A_SENTENCE.has(language as KnownLanguage))
    // Some write 'z. B.' for 'z.B.'.
    .map((word) => word.replaceAll('.', isEnglish ? '\\.' : '\\.\\s?'));
  return new RegExp(`(?:^|[\\s(])(?:${words.join('|')}|${isEnglish ? '[a-z]' : '\\p{L}'})\\.$`, 'iu');
});
