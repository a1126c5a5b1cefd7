import tokenizer from 'llama-tokenizer-js';
import { isStopWord } from '#domain/stop-words.ts';
import { splitTerms } from '#domain/terms.ts';
import { type Random, seededRandom } from '#tests/support/random.ts';

/** The words of a generated text on one subject. */
export interface Noise {
  /** Sentences with about this many words in total. */
  sentences(words: number): string[];
}

/** The share of a text that is about its own subject, and the share of small words. */
const TOPIC_SHARE = 0.15;
const SMALL_SHARE = 0.5;
const TOPIC_WORDS = 120;
const DIFFERENT_WORDS = 50_000;

/**
 * Generates texts with the statistics of natural language: half of the words are small ones, the others are as frequent as their rank says (Zipf), and each text has a
 * subject whose words it repeats. The words come from the tokenizer, which orders them by frequency, and from `rare`, so that
 * other texts also contain whatever is asked for.
 */
export function makeNoise(seed: number, rare: readonly string[]): () => Noise {
  const random = seededRandom(seed);
  const plain = tokenizer.vocabById
    .filter((piece: string) => /^▁[a-z]{3,}$/.test(piece))
    .map((piece: string) => piece.slice(1));
  const small = plain.filter((word: string) => isStopWord(word));
  const telling = plain.filter((word: string) => !isStopWord(word));
  const known = new Set(telling);
  const added = [...new Set(rare.flatMap((text) => splitTerms(text)).map(({ word }) => word))].filter(
    (word) => !known.has(word) && !isStopWord(word),
  );
  // Two million words of English have some fifty thousand different ones; the rarer ones are invented, and `rare` is among them.
  const common = telling.length;
  while (telling.length < DIFFERENT_WORDS - added.length) telling.push(madeUp(random));
  for (const word of added) telling.splice(common + random.below(telling.length - common), 0, word);
  const zipf = zipfPicker(telling, random);
  const zipfSmall = zipfPicker(small, random);
  return () => {
    const topic = Array.from(
      { length: TOPIC_WORDS },
      () => telling[200 + random.below(telling.length - 200)] ?? '',
    );
    const word = () => {
      if (random.chance(SMALL_SHARE)) return zipfSmall();
      return random.chance(TOPIC_SHARE / (1 - SMALL_SHARE)) ? random.pick(topic) : zipf();
    };
    return {
      sentences(words) {
        const made: string[] = [];
        for (let count = 0; count < words; ) {
          const length = 5 + random.below(17);
          const text = Array.from({ length }, word).join(' ');
          made.push(`${text.charAt(0).toUpperCase()}${text.slice(1)}.`);
          count += length;
        }
        return made;
      },
    };
  };
}

function madeUp(random: Random): string {
  const syllable = () => random.pick([...'bdfgklmnprstvz']) + random.pick([...'aeiou']);
  return (
    Array.from({ length: 3 + random.below(2) }, syllable).join('') + random.pick(['', 'n', 'r', 's', 't'])
  );
}

/** Picks the word of rank r with a probability of about 1 / r. */
function zipfPicker(words: readonly string[], random: Random): () => string {
  const sums: number[] = [];
  let sum = 0;
  for (let rank = 1; rank <= words.length; rank += 1) {
    sum += 1 / (rank + 2);
    sums.push(sum);
  }
  return () => {
    const wanted = (random.below(1e9) / 1e9) * sum;
    let low = 0;
    let high = sums.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sums[middle] ?? 0) < wanted) low = middle + 1;
      else high = middle;
    }
    return words[low] ?? '';
  };
}
