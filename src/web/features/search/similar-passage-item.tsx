import type { SimilarPassage } from '#contract/search.ts';
import { excerptAround } from '#domain/excerpt.ts';
import { formatTime } from '#domain/timecode.ts';
import { languageProps } from '#web/lib/language-props.ts';
import { HighlightedText } from '#web/ui/highlighted-text.tsx';

interface SimilarPassageItemProps {
  passage: SimilarPassage;
  /** Of its recording; null where it is clear which one that is. */
  title: string | null;
  onOpen: () => void;
}

/** A passage with its nearest sentence highlighted, as a button that leads there. */
export function SimilarPassageItem({ passage, title, onOpen }: SimilarPassageItemProps) {
  const { start, speaker, text, language } = passage;
  const sentence = passage.sentence ?? '';
  return (
    <button
      type="button"
      onClick={onOpen}
      className="block w-full rounded-md px-2 py-1.5 text-left text-sm transition-colors hover:bg-sunken"
    >
      {title !== null && (
        <span dir="auto" className="block text-start font-medium wrap-anywhere">
          {title}
        </span>
      )}
      <span className="mr-2 text-xs font-medium text-brand-ink tabular-nums">{formatTime(start)}</span>
      {speaker && <span className="mr-1.5 text-xs font-medium text-quiet">{speaker}</span>}
      <span {...languageProps(text, language)} className="wrap-anywhere">
        <HighlightedText text={excerptAround(text, sentence)} query={sentence} />
      </span>
    </button>
  );
}
