import type { TextLanguage } from '#domain/languages.ts';
import { LEXICONS } from '#domain/lexicon/lexicons.ts';
import { perLanguage } from '#domain/per-language.ts';
import { stem } from '#domain/stemming.ts';
import { stemsOf } from '#domain/word-forms.ts';
import type { ScoredSentence, ScoredText } from './scored-sentences.ts';

interface Phrase {
  text: string;
  stems: readonly string[];
  count: number;
  language: TextLanguage;
  /** Whether it occurs anywhere as a noun: with an article right before it, or not followed by another content word. */
  isNamed: boolean;
}

const LONGEST_PHRASE = 3;
const COMMON_SHARE = 0.12;
const ENOUGH_SENTENCES = 40;
/** A character of these scripts carries as much as a syllable or a word of others. */
const DENSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;
const HIRAGANA = /^[\p{Script=Hiragana}\p{M}]+$/u;
// Words that are common in any conversation; as a topic they say nothing.
const VAGUE = new Set(
  `bit call case come course day days example fact find feel good great guess help hour idea important kind later line lovely
  look long minute month moment morning new nice number ok part people person place point problem question reason sort start talk tell thing time
  today tomorrow try turn use want week word work world year years mean happen big small old first second third two three four five six
  seven eight nine ten eleven twelve fifteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million billion percent half really
  open close left next ask answer look found actually different simple couple able welcome`
    .split(/\s+/)
    .map(stem),
);

// Adjectives: on their own they are not a topic ("What was said about public?").
const DESCRIBING = new Set(
  `available certain clear common current early easy entire fair fine free full future general hard high international large late
  likely little local low main major modern national necessary normal only past personal possible present previous private
  public ready real recent regular safe serious short similar slow special specific strong sudden true typical usual whole wrong young`
    .split(/\s+/)
    .map(stem),
);
/** What precedes a noun. */
const ARTICLE = /(?:^|\s)(?:the|an?|this|that|these|those|our|my|your|his|her|their|its|every|each|no)\s$/i;
/** 'decided', 'finished': a verb at the end of an apparent phrase. */
const DONE = /\w{3}[^e]ed$/i;

/**
 * The phrases of one to three words that the transcript is about, the most important first, in the words in which they are said.
 */
export function findKeyPhrases({ sentences, spread }: ScoredText, most: number): string[] {
  const common =
    sentences.length >= ENOUGH_SENTENCES ? sentences.length * COMMON_SHARE : Number.POSITIVE_INFINITY;
  const phrases = new Map<string, Phrase>();
  for (const sentence of sentences) {
    for (const run of tellingRuns(sentence, (one) => (spread.get(one) ?? 0) <= common))
      countPhrases(phrases, sentence, run);
  }
  const ranked = [...phrases.values()]
    .filter(({ count, stems }) => count > 1 || sentences.length < ENOUGH_SENTENCES || stems.length === 0)
    .map((phrase) => ({ phrase, weight: weightOf(phrase, sentences.length, spread) }))
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight || a.phrase.text.localeCompare(b.phrase.text));
  return withoutParts(
    ranked.map(({ phrase }) => phrase),
    most,
  );
}

type Run = readonly { stem: string; start: number; end: number }[];

/** The consecutive content words of a sentence. */
function tellingRuns({ text, terms }: ScoredSentence, tells: (one: string) => boolean): Run[] {
  const runs: { stem: string; start: number; end: number }[][] = [[]];
  let end = 0;
  for (const term of terms) {
    const isTelling =
      term.stem !== '' && !/^\d/.test(term.word) && tells(term.stem) && isLongEnough(term.word);
    // Only a space or nothing separates the words of a phrase.
    const follows = /^[\s-]?$/.test(text.slice(end, term.start));
    end = term.end;
    if (!isTelling || !follows) runs.push([]);
    if (isTelling) runs.at(-1)?.push({ stem: term.stem, start: term.start, end: term.end });
  }
  return runs.filter((run) => run.length > 0);
}

function isLongEnough(word: string): boolean {
  return DENSE.test(word) ? word.length > 1 : word.length > 2;
}

function countPhrases(
  phrases: Map<string, Phrase>,
  { text, passage: { language } }: ScoredSentence,
  run: Run,
): void {
  for (let from = 0; from < run.length; from += 1) {
    for (let to = from; to < Math.min(run.length, from + LONGEST_PHRASE); to += 1) {
      const part = run.slice(from, to + 1);
      const stems = part.map((each) => each.stem);
      const key = stems.join(' ');
      const known = phrases.get(key);
      const start = part[0]?.start ?? 0;
      const isNamed = to === run.length - 1 || ARTICLE.test(text.slice(Math.max(0, start - 7), start));
      const said = text.slice(start, part.at(-1)?.end);
      if (known) {
        known.count += 1;
        known.isNamed ||= isNamed;
        if (isPlainer(said, known.text, language)) known.text = said;
      } else phrases.set(key, { text: said, stems, count: 1, language, isNamed });
    }
  }
}

/** Whether a form of a phrase is nearer to the one in a dictionary: in most languages, endings make words longer. */
function isPlainer(said: string, other: string, language: TextLanguage): boolean {
  // English rarely changes a noun, and a German one without its capital letter is none.
  if (language === 'en' || language === 'de') return false;
  if (said.length !== other.length) return said.length < other.length;
  return said === said.toLowerCase() && said !== other;
}

function weightOf(phrase: Phrase, sentences: number, spread: ReadonlyMap<string, number>): number {
  const { text, stems, count, isNamed } = phrase;
  const { vagueStems, isNoNoun } = notTopicsOf(phrase.language);
  if (stems.every((one) => vagueStems.has(one) || DESCRIBING.has(one))) return 0;
  // 'electric' that only occurs in 'electric vans' and 'electric buses' is an adjective.
  if (!isNamed || isNoNoun(text) || DESCRIBING.has(stems.at(-1) ?? '')) return 0;
  const vague = stems.filter((one) => vagueStems.has(one)).length;
  const rare =
    stems.reduce((sum, one) => sum + Math.log(1 + sentences / (spread.get(one) ?? 1)), 0) / stems.length;
  const long = stems.length > 1 && count > 1 ? 1 + 0.5 * stems.length : 1;
  const letters = Math.min(1, stems.join('').length / (DENSE.test(stems.join('')) ? 2 : 6));
  return (count * rare * long * letters) / (1 + vague);
}

/** What is no topic in a language. */
interface NotTopics {
  vagueStems: ReadonlySet<string>;
  /** Whether a phrase clearly does not end with a noun. */
  isNoNoun(phrase: string): boolean;
}

const ENGLISH: NotTopics = { vagueStems: VAGUE, isNoNoun: (phrase) => DONE.test(phrase) };

const notTopicsOf = perLanguage((language: TextLanguage): NotTopics => {
  if (language === null) return { vagueStems: new Set(), isNoNoun: () => false };
  if (language === 'en') return ENGLISH;
  const { vague, verbEndings = '' } = LEXICONS[language];
  const endings = verbEndings
    .trim()
    .split(/\s+/)
    .filter((ending) => ending !== '');
  const isVerb = (word: string) =>
    endings.some((ending) => word.length > ending.length + 2 && word.endsWith(ending));
  return {
    vagueStems: stemsOf(vague, language),
    isNoNoun: (phrase) => {
      const last = phrase.slice(phrase.search(/\S+$/u));
      // German nouns have capital letters.
      if (language === 'de') return !/^\p{Lu}/u.test(last);
      return language === 'ja' ? HIRAGANA.test(last) : isVerb(last.toLowerCase());
    },
  };
});

/** Removes phrases that are part of a more important one, or contain one. */
function withoutParts(ranked: readonly Phrase[], most: number): string[] {
  const kept: Phrase[] = [];
  for (const phrase of ranked) {
    if (kept.length === most) break;
    if (!kept.some((other) => other.stems.some((one) => phrase.stems.includes(one)))) kept.push(phrase);
  }
  return kept.map(({ text }) => text);
}
