import type { TextLanguage } from './languages.ts';

/** Makes something of a language when it is first asked for, and keeps it: a dozen languages have words, and few texts need them. */
export function perLanguage<Language extends TextLanguage, Made>(
  make: (language: Language) => Made,
): (language: Language) => Made {
  const known = new Map<Language, Made>();
  return (language) => {
    const before = known.get(language);
    if (before !== undefined) return before;
    const made = make(language);
    known.set(language, made);
    return made;
  };
}
