import { readdirSync, readFileSync } from 'node:fs';
import { splitSentences } from '#domain/sentences.ts';
import type { Source } from '#domain/source-index.ts';

/** An article of tests/fixtures/articles with questions about it. */
export interface AskedArticle {
  title: string;
  author: string | null;
  publication: string | null;
  publishedDate: string | null;
  content: string;
  /** Each with words of the article at the place of the answer. */
  questions: readonly { question: string; words: string }[];
}

const FOLDER = new URL('../fixtures/articles/', import.meta.url);

/** Reads all articles with questions. Format: `# title`, `by author | publication | date`, paragraphs, and `? "words of the answer" question`. */
export function askedArticles(): AskedArticle[] {
  return readdirSync(FOLDER)
    .toSorted()
    .map((file) => parse(readFileSync(new URL(file, FOLDER), 'utf8')));
}

function parse(text: string): AskedArticle {
  const [heading = '', by = '', ...rows] = text.split('\n');
  const [author = null, publication = null, publishedDate = null] = by.replace(/^by /, '').split(' | ');
  return {
    title: heading.replace(/^# /, ''),
    author,
    publication,
    publishedDate,
    content: rows
      .filter((row) => !row.startsWith('?'))
      .join('\n')
      .trim(),
    questions: rows.flatMap((row) => {
      const [, words = '', question = ''] = /^\? "([^"]+)" (.+)$/.exec(row) ?? [];
      return question === '' ? [] : [{ question, words }];
    }),
  };
}

/** A whole article as a source for `indexSources`, with each of its sentences as a passage. */
export function articleSource(
  articleId: number,
  content: string,
  firstNumber: number,
): Extract<Source, { kind: 'article' }> {
  const passages = splitSentences(content).map(({ text, start, end }, at) => ({
    number: firstNumber + at,
    text,
    start,
    end,
  }));
  return { kind: 'article', articleId, content, passages };
}
