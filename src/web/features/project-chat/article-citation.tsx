import { Quote } from 'lucide-react';
import { CITATION_CLASS } from '#web/citations/citation-look.ts';
import { classNames } from '#web/lib/class-names.ts';
import { Tooltip } from '#web/ui/tooltip.tsx';
import { CitedTitle } from './cited-title.tsx';
import { GoneCitation } from './gone-citation.tsx';

interface ArticleCitationProps {
  quote: string;
  /** Null: it has been deleted since. */
  title: string | null;
  /** Gets the button, to come back to it. */
  onOpen: (from: HTMLElement) => void;
}

/** A cited passage of an article: opens the article there. */
export function ArticleCitation({ quote, title, onOpen }: ArticleCitationProps) {
  if (title === null) return <GoneCitation words={`“${quote}”`} note="article deleted since" />;
  return (
    <Tooltip text={<span className="block max-w-80">“{quote}”</span>}>
      <button
        type="button"
        aria-label={`${title}: “${quote}”, read in the article`}
        className={classNames(CITATION_CLASS, 'text-start')}
        onClick={(event) => onOpen(event.currentTarget)}
      >
        <Quote aria-hidden="true" />
        <CitedTitle title={title} />
      </button>
    </Tooltip>
  );
}
