import { SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { EmptyState } from './card.tsx';

interface SearchOutcomeProps<Result> {
  found: { isError: boolean; data: { results: readonly Result[] } | undefined };
  /** Stands there while it is searched. */
  skeleton: ReactNode;
  /** What went wrong, where something did. */
  failure: string;
  /** What to try where nothing was found. */
  hint: string;
  children: (results: readonly Result[]) => ReactNode;
}

/** What came of a search, whatever it is. */
export function SearchOutcome<Result>({
  found,
  skeleton,
  failure,
  hint,
  children,
}: SearchOutcomeProps<Result>) {
  if (found.isError) {
    return (
      <p role="alert" className="text-sm text-danger-ink">
        {failure}
      </p>
    );
  }
  if (!found.data) return skeleton;
  if (found.data.results.length === 0) {
    return (
      <EmptyState icon={<SearchX />} title="Nothing found">
        {hint}
      </EmptyState>
    );
  }
  return children(found.data.results);
}
