/** 'Ann Lee: ', also after the marks of a new speaker: '>> ANN: ', '- Ann: '. */
const PREFIX = /^(?:>>\s{0,3}|[-–—]\s{0,3})?([\p{L}\p{N}][^:：\n]{0,79}?)\s?[:：](?:\s+|$)/u;
/** Small words within names: 'Ludwig van Beethoven', 'Head of Sales'. */
const PARTICLE = /^(?:and|of|the|de|da|di|del|der|den|la|le|van|von|und|y|e|zu|al|el|bin)$/;
const MOST_WORDS = 5;
/** The labels of programs: a name even if it stands there only once. */
const LABEL = /^(?:speaker|sprecher|interviewer|interviewee|moderator|host|guest)[ _]?\d*$/i;
/** What stands before a colon and is nobody. */
const NOBODY =
  /^(?:note|notes|nb|ps|warning|caution|attention|important|example|update|edit|meeting|chapter|part|section|title|summary|date|time|duration|language|subject|topic|source|https?|www)$/i;
/** How many of the texts begin with a name if each one says who speaks. */
const MOST = 0.5;

/** A text with who says it. */
export interface NamedText {
  speaker: string | null;
  text: string;
}

/**
 * Finds who is named at the beginning of texts ('Ann: Hello.'). A word before a colon is a name if it stands there more than once, or if
 * the first text or most texts begin like that, too; speaker is null for a text without a name.
 */
export function nameSpeakers(texts: readonly string[]): NamedText[] {
  const candidates = texts.map(candidateIn);
  const counts = new Map<string, number>();
  for (const found of candidates) if (found) counts.set(found.speaker, (counts.get(found.speaker) ?? 0) + 1);
  const named = candidates.filter((found) => found !== null).length;
  const isHabit = named > 1 && (candidates[0] != null || named > texts.length * MOST);
  return texts.map((text, index) => {
    const found = candidates[index];
    if (!found) return { speaker: null, text };
    const isName = isHabit || (counts.get(found.speaker) ?? 0) > 1 || LABEL.test(found.speaker);
    return isName ? found : { speaker: null, text };
  });
}

/** Whether a text can be somebody's name: a few words that begin with capitals, where the script has them. */
export function looksLikeName(text: string): boolean {
  const words = text.split(' ');
  if (words.length > MOST_WORDS || NOBODY.test(text) || /[!?;"<>|[\]]|[.,]$|^[\d\s:.,-]+$/.test(text))
    return false;
  return words.every(
    (word, index) => !/^\p{Ll}/u.test(word) || (index > 0 && PARTICLE.test(word)) || LABEL.test(text),
  );
}

function candidateIn(text: string): { speaker: string; text: string } | null {
  const found = PREFIX.exec(text);
  const speaker = found?.[1]?.trim().replace(/\s+/g, ' ') ?? '';
  if (!found || speaker === '' || !looksLikeName(speaker)) return null;
  return { speaker, text: text.slice(found[0].length) };
}

/**
 * The speakers of subtitles, by the names before their texts. Such a name stands where the speaker changes, so a text without one goes on
 * with the last one; null before the first name.
 */
export function nameCues(texts: readonly string[]): NamedText[] {
  let last: string | null = null;
  return nameSpeakers(texts).map(({ speaker, text }) => {
    last = speaker ?? last;
    return { speaker: last, text };
  });
}
