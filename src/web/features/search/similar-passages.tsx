import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import type { ProjectId } from '#contract/ids.ts';
import { SIMILAR_MIN_LENGTH } from '#contract/limits.ts';
import type { SimilarPassage } from '#contract/search.ts';
import { similarQuery } from './data.ts';
import { SimilarPassageItem } from './similar-passage-item.tsx';

interface SimilarPassagesProps {
  query: string;
  /** Looks only in this project. */
  projectId?: ProjectId | undefined;
  /** False while the words are looked for, which come first. */
  mayStart: boolean;
  onOpen: (passage: SimilarPassage) => void;
}

/** What was said that means something similar; nothing if there is none, or not yet. */
export function SimilarPassages({ query, projectId, mayStart, onOpen }: SimilarPassagesProps) {
  const id = useId();
  const { data } = useQuery(similarQuery(query, { ...(projectId && { projectId }), mayStart }));
  if (!data || data.passages.length === 0 || [...query].length < SIMILAR_MIN_LENGTH) return null;
  return (
    <section aria-labelledby={id} className="border-t">
      <h2 id={id} className="px-5 pt-3 text-sm font-semibold">
        Similar passages
      </h2>
      <p className="px-5 text-xs text-quiet">They mean something similar, whatever their words.</p>
      <ul className="mt-1.5 max-h-[32rem] overflow-y-auto px-3 pb-3">
        {data.passages.map((passage) => (
          <li key={`${passage.transcriptId} ${passage.segmentId}`}>
            <SimilarPassageItem passage={passage} title={passage.title} onOpen={() => onOpen(passage)} />
          </li>
        ))}
      </ul>
    </section>
  );
}
