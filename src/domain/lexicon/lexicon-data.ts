/**
 * What the search, the summary and the chat without a key know about a language, as data. Words are separated by spaces and phrases by
 * '|', both as they are usually written, with accents; a word of a phrase that ends in '*' stands for all words that begin so.
 */
export interface LexiconData {
  /** Words of speech that say nothing about the subject and are missing in the library's list, which is of written texts. */
  spokenStopWords: string;
  /** Words of the library's list that name subjects all the same. */
  subjects?: string;
  /** Frequent forms that do not begin like their word: 'word form form'. */
  irregular?: readonly string[];
  /** Abbreviations that end with a full stop within a sentence. */
  abbreviations?: string;
  /** Words that belong to the act of asking, not to the subject. */
  asking: string;
  /** Words that are common in any conversation: as a topic they say nothing. */
  vague: string;
  /** Endings of words that are hardly ever nouns, and therefore no topics. */
  verbEndings?: string;
  /** Questions for a time, an amount, a person or a reason, and the words of their answers. */
  kinds: Readonly<Record<'time' | 'amount' | 'person' | 'reason', { asks: string; answers: string }>>;
  cues: {
    /** Words with which people say clearly that something has to be done. */
    tasks: string;
    /** Words that only hint at it. */
    hints: string;
    opinions: string;
    /** The beginnings of sentences that lean on the one before. */
    leaning: string;
  };
  /** Questions about the recording as a whole. */
  whole: {
    /** The words of such questions; none of them names a topic. */
    words: string;
    tasks: string;
    speakers: string;
  };
}
