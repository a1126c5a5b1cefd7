import { memo, useRef } from 'react';
import { useGrowingCount } from '#web/lib/use-growing-count.ts';
import { type ArticleBlock, blocksToMark } from './article-blocks.ts';
import { useShowMark } from './use-show-mark.ts';

const FIRST_BLOCKS = 2;
const MORE_BLOCKS = 3;

/** The text of an article in paragraphs, without any markup. */
export function ArticleTextView({ blocks }: { blocks: readonly ArticleBlock[] }) {
  const text = useRef<HTMLDivElement>(null);
  const toMark = blocksToMark(blocks);
  const shown = useGrowingCount(blocks.length, Math.max(FIRST_BLOCKS, toMark), MORE_BLOCKS);
  useShowMark(text, toMark > 0);
  return (
    <div ref={text} className="text-base/relaxed">
      {blocks.slice(0, shown).map((block) => (
        <Block key={block.start} block={block} />
      ))}
    </div>
  );
}

const Block = memo(function Block({ block }: { block: ArticleBlock }) {
  return (
    <div
      className="[content-visibility:auto]"
      style={{ containIntrinsicBlockSize: `auto ${block.heightPx}px` }}
    >
      {block.paragraphs.map(({ start, before, marked, after }) => (
        <p key={start} dir="auto" className="pb-4 wrap-anywhere whitespace-pre-line">
          {before}
          {marked !== '' && <mark className="rounded-xs bg-mark text-mark-ink">{marked}</mark>}
          {after}
        </p>
      ))}
    </div>
  );
});
