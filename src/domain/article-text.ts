import { type ArticlePassage, divideArticle } from './article-passages.ts';
import { splitTerms } from './terms.ts';
import { toUnicodeForm } from './unicode-form.ts';

/** An article's text as it is stored. */
export interface ArticleText {
  /** Paragraphs separated by a blank line. */
  content: string;
  wordCount: number;
  passages: ArticlePassage[];
}

// Visible characters are kept, and so are two invisible ones that are part of writing: joiners between letters (Persian,
// Devanagari, emoji) and the selectors for text and colored emoji. Other invisible characters would break quotes and searches,
// or hide text from the reader: tags and variation selectors can spell whole sentences.
const INVISIBLE =
  /[[\p{Cc}\p{Cs}\p{Co}\p{Noncharacter_Code_Point}\p{Default_Ignorable_Code_Point}]--\u200c--\u200d--\ufe0e--\ufe0f]/gv;
// Variation selectors are marks (\p{M}).
const LONE_JOINERS =
  /(?<![\p{L}\p{M}\p{N}\p{Extended_Pictographic}])[\u200c\u200d]+|[\u200c\u200d]+(?![\p{L}\p{M}\p{Extended_Pictographic}])/gu;

/** A text as it is stored on one line: NFC, without invisible characters, one space between words. */
export function cleanLine(text: string): string {
  const visible = text.toWellFormed().replace(/\s+/g, ' ').replace(INVISIBLE, '');
  return toUnicodeForm(visible, 'NFC').replace(LONE_JOINERS, '').replace(/ {2,}/g, ' ').trim();
}

/** A paragraph as it is stored: clean lines separated by '\n' (poems and programs have several). Empty if there is no text. */
export function cleanParagraph(text: string): string {
  const lines = text.split(/\r\n?|\n|\u2028|\u2029|\u0085/).map(cleanLine);
  return lines.filter((line) => line !== '').join('\n');
}

/** Cleans paragraphs and joins them into an article's text; null if it would have more than `maxLength` characters. */
export function makeArticleText(paragraphs: readonly string[], maxLength: number): ArticleText | null {
  const clean = paragraphs.map(cleanParagraph).filter((paragraph) => paragraph !== '');
  const content = clean.join('\n\n');
  if (content.length > maxLength) return null;
  return { content, wordCount: splitTerms(content).length, passages: divideArticle(content) };
}

/** The beginning of a text on one line, at most `maxLength` characters including the '…' of a cut, which is made between words. */
export function beginningOf(text: string, maxLength: number): string {
  const line = cleanLine(text.slice(0, maxLength * 4));
  if (line.length <= maxLength) return line;
  const cut = line.slice(0, maxLength - 1).replace(/[\ud800-\udbff]$/, '');
  return `${cut.replace(/\s+\S{0,30}$/, '')}…`;
}
