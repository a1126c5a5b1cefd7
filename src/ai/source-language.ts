import { textLanguage } from '#domain/guess-language.ts';
import type { TextLanguage } from '#domain/languages.ts';
import { joinTexts } from '#domain/passages.ts';
import type { AnalysisSource, ChatSource } from './provider.ts';

/** What is read of a source whose language is not known. */
const FIRST_PASSAGES = 12;

/** The language of a source: what its tag says, or else its first words. */
export function languageOfSource(source: AnalysisSource | ChatSource): TextLanguage {
  return textLanguage(tagOf(source), joinTexts(source.passages.slice(0, FIRST_PASSAGES)));
}

/** The tags of the sources whose words we do not know, each once; null for a language that only the text tells. */
export function unknownLanguages(sources: readonly (AnalysisSource | ChatSource)[]): (string | null)[] {
  return [...new Set(sources.filter((source) => languageOfSource(source) === null).map(tagOf))];
}

function tagOf(source: AnalysisSource | ChatSource): string | null {
  return 'language' in source ? (source.language ?? null) : null;
}
