/** A sentence of a text and its range (UTF-16 offsets, end exclusive, without surrounding white space). */
export interface Sentence {
  text: string;
  start: number;
  end: number;
}

// Intl.Segmenter ends a sentence after "Dr." and "e.g."; the sentence continues after these.
const ABBREVIATION =
  /(?:^|[\s(])(?:mr|mrs|ms|dr|prof|st|vs|etc|e\.g|i\.e|no|inc|ltd|jr|sr|approx|dept|[a-z])\.$/i;
/** With the character before it. */
const LONGEST_ABBREVIATION = 8;

let segmenter: Intl.Segmenter | undefined;

/** Splits a text in any language into sentences. A text without full stops is one sentence. */
export function splitSentences(text: string): Sentence[] {
  // Creating a segmenter takes longer than splitting a short text.
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'sentence' });
  const sentences: Sentence[] = [];
  for (const { segment, index } of segmenter.segment(text)) {
    const trimmed = segment.trim();
    if (trimmed === '') continue;
    const start = index + segment.indexOf(trimmed);
    const end = start + trimmed.length;
    const previous = sentences.at(-1);
    if (previous && ABBREVIATION.test(previous.text.slice(-LONGEST_ABBREVIATION))) {
      previous.end = end;
      previous.text = text.slice(previous.start, end);
    } else {
      sentences.push({ text: trimmed, start, end });
    }
  }
  return sentences;
}
