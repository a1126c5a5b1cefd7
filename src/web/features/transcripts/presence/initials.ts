/** The first letters of a name's first and last word, or of an e-mail address its first one. */
export function initialsOf(name: string): string {
  const words = name.split('@', 1).join('').split(/\s+/).filter(Boolean);
  const [first = '?'] = words;
  const last = words.length > 1 ? words.at(-1) : undefined;
  return [first, last].map((word) => (word ? firstLetterOf(word) : '')).join('');
}

function firstLetterOf(word: string): string {
  const [first] = new Intl.Segmenter().segment(word.slice(0, LONGEST));
  return (first?.segment ?? '').toUpperCase();
}

/** A letter with its accents and joined signs has fewer code units than that. */
const LONGEST = 32;
