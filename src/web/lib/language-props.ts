import { mainSubtag } from '#contract/languages.ts';
import { isUntold } from '#domain/languages.ts';
import { textDirection } from '#domain/text-direction.ts';

interface LanguageProps {
  dir: 'ltr' | 'rtl' | 'auto';
  lang: string | undefined;
}

/** The attributes of an element with a text in this language (a BCP 47 tag, or null if it is not known): its direction, and its `lang`. */
export function languageProps(text: string, language: string | null): LanguageProps {
  return { dir: textDirection(text, language), lang: langOf(language) };
}

/** The `lang` of a text, by which browsers choose glyphs and screen readers a voice; undefined if it is the page's own or not known. */
function langOf(language: string | null): string | undefined {
  if (language === null || isUntold(language) || mainSubtag(language) === 'en') return undefined;
  return language;
}
