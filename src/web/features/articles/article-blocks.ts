import type { TextRange } from '#domain/converted-text.ts';

/** A paragraph in three parts: the text before the highlight, in it, and after it. */
export interface ArticleParagraph {
  /** Its offset in the article's text. */
  start: number;
  before: string;
  marked: string;
  after: string;
}

/** Paragraphs that are laid out together; blocks off screen are skipped. */
export interface ArticleBlock {
  /** Its offset in the article's text. */
  start: number;
  paragraphs: readonly ArticleParagraph[];
  /** An estimate, so that the scroll bar is about right before the block is laid out. */
  heightPx: number;
}

const BLOCK_PARAGRAPHS = 20;
const CHARACTERS_A_LINE = 80;
const LINE_PX = 27;
const GAP_PX = 16;

/** Splits an article's text at blank lines into paragraphs, and those into blocks; `mark` is the highlighted range. */
export function cutArticle(content: string, mark: TextRange | null): ArticleBlock[] {
  const paragraphs = paragraphsOf(content).map((place) => markParagraph(content, place, mark));
  const blocks: ArticleBlock[] = [];
  for (let at = 0; at < paragraphs.length; at += BLOCK_PARAGRAPHS) {
    const some = paragraphs.slice(at, at + BLOCK_PARAGRAPHS);
    blocks.push({ start: some[0]?.start ?? 0, paragraphs: some, heightPx: guessHeight(some) });
  }
  return blocks;
}

/** How many blocks have to be rendered to show the highlight; 0 if there is none. */
export function blocksToMark(blocks: readonly ArticleBlock[]): number {
  return blocks.findIndex(({ paragraphs }) => paragraphs.some(({ marked }) => marked !== '')) + 1;
}

function paragraphsOf(content: string): TextRange[] {
  const places: TextRange[] = [];
  let start = 0;
  for (const { index, 0: blank } of content.matchAll(/\n[ \t\r]*\n\s*/g)) {
    places.push({ start, end: index });
    start = index + blank.length;
  }
  places.push({ start, end: content.length });
  return places.filter((place) => /\S/.test(content.slice(place.start, place.end)));
}

function markParagraph(content: string, { start, end }: TextRange, mark: TextRange | null): ArticleParagraph {
  const from = mark ? Math.min(Math.max(mark.start, start), end) : end;
  const to = mark ? Math.min(Math.max(mark.end, from), end) : end;
  return {
    start,
    before: content.slice(start, from),
    marked: content.slice(from, to),
    after: content.slice(to, end),
  };
}

function guessHeight(paragraphs: readonly ArticleParagraph[]): number {
  return paragraphs.reduce((height, { before, marked, after }) => {
    const length = before.length + marked.length + after.length;
    return height + Math.max(1, Math.ceil(length / CHARACTERS_A_LINE)) * LINE_PX + GAP_PX;
  }, 0);
}
