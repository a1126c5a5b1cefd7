import { Quote } from 'lucide-react';
import { CITATION_CLASS } from '#web/citations/citation-look.ts';
import { CitedTitle } from './cited-title.tsx';
import { GoneCitation } from './gone-citation.tsx';

interface ArticleCitationProps {
  quote: string;
  /** Null if the article is not there any more. */
  title: string | null;
  /** Said of an article that is not there any more. */
  goneNote: string;
  /** Receives the button, so that the focus can return to it. */
  onOpen: (from: HTMLElement) => void;
}

/** A cited passage of an article; clicking it opens the article there. */
export function ArticleCitationLink({ quote, title, goneNote, onOpen }: ArticleCitationProps) {
  if (title === null) return <GoneCitation words={`“${quote}”`} note={goneNote} />;
  return (
    <button
      type="button"
      aria-label={`${title}: “${quote}”, read in the article`}
      title={`“${quote}”`}
      className={CITATION_CLASS}
      onClick={(event) => onOpen(event.currentTarget)}
    >
      <Quote aria-hidden="true" />
      <CitedTitle title={title} />
    </button>
  );
}
