import { SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { EmptyState } from './card.tsx';

interface SearchOutcomeProps<Result> {
  found: { isError: boolean; data: { results: readonly Result[] } | undefined };
  /** Shown while searching. */
  skeleton: ReactNode;
  /** The message if the search fails. */
  failure: string;
  /** What to try if nothing was found. */
  hint: string;
  children: (results: readonly Result[]) => ReactNode;
}

/** The outcome of a search: its results, or that it is running, has failed or has found nothing. */
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
