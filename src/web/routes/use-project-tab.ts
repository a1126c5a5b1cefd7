import { useSearchParams } from 'wouter';

const NAME = 'tab';
export const PROJECT_TABS = ['transcripts', 'articles', 'chat'] as const;
export type ProjectTab = (typeof PROJECT_TABS)[number];

/** Which part of a project is open: it lives in the address, so that a reload comes back to it. The first one is not named there. */
export function useProjectTab(): [ProjectTab, (tab: ProjectTab) => void] {
  const [search, setSearch] = useSearchParams();
  return [
    PROJECT_TABS.find((tab) => tab === search.get(NAME)) ?? 'transcripts',
    (tab) =>
      setSearch(
        (current) => {
          const changed = new URLSearchParams(current);
          if (tab === 'transcripts') changed.delete(NAME);
          else changed.set(NAME, tab);
          return changed;
        },
        // A look at another tab is no step of the way back.
        { replace: true },
      ),
  ];
}
