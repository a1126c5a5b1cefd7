import { langAttribute } from '#domain/languages.ts';
import { textDirection } from '#domain/text-direction.ts';

interface LanguageProps {
  dir: 'ltr' | 'rtl' | 'auto';
  lang: string | undefined;
}

/** The attributes of an element with a text in this language (a BCP 47 tag, or null if it is not known): its direction, and its `lang`. */
export function languageProps(text: string, language: string | null): LanguageProps {
  return { dir: textDirection(text, language), lang: langAttribute(language) };
}
