import type { TranscriptListItem } from '#contract/transcripts.ts';
import { normalizeText } from '#domain/normalize-text.ts';
import { hasFailed } from '#web/lib/transcript-status.ts';

export const STATUS_FILTERS = [
  { value: 'all', label: 'All' },
  { value: 'completed', label: 'Completed' },
  { value: 'processing', label: 'Processing' },
  { value: 'error', label: 'Error' },
] as const;
export type StatusFilter = (typeof STATUS_FILTERS)[number]['value'];

export const SORTS = [
  { value: 'newest', label: 'Newest First' },
  { value: 'oldest', label: 'Oldest First' },
  { value: 'title', label: 'Title A-Z' },
  { value: 'duration', label: 'Duration' },
] as const;
export type Sort = (typeof SORTS)[number]['value'];

export const PAGE_SIZES = ['20', '50', '100'] as const;

export interface LibraryView {
  /** Searched for in titles, ignoring case and accents. */
  query: string;
  status: StatusFilter;
  sort: Sort;
}

/** The items of a page that match the view, in its order. */
export function viewOf(
  items: readonly TranscriptListItem[],
  { query, status, sort }: LibraryView,
): TranscriptListItem[] {
  const normalizedQuery = normalizeText(query).trim();
  return items
    .filter((item) => normalizeText(item.title).includes(normalizedQuery) && hasStatus(item, status))
    .toSorted(COMPARE[sort]);
}

function hasStatus(item: TranscriptListItem, filter: StatusFilter): boolean {
  if (filter === 'all') return true;
  return filter === 'error' ? hasFailed(item.status) : item.status === filter;
}

type Compare = (a: TranscriptListItem, b: TranscriptListItem) => number;

const newest: Compare = (a, b) => b.createdAt.localeCompare(a.createdAt) || b.id - a.id;

/** Longest first; transcripts without a duration come last. */
const COMPARE: Readonly<Record<Sort, Compare>> = {
  newest,
  oldest: (a, b) => newest(b, a),
  title: (a, b) => a.title.localeCompare(b.title) || newest(a, b),
  duration: (a, b) => (b.duration ?? -1) - (a.duration ?? -1) || newest(a, b),
};
